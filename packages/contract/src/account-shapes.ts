import * as z from 'zod/mini'
import { Id, Instant, Language, Legislation, Quality } from './values.ts'

/**
 * Which emails about requests a person gets: `all`; `essential`: signature requests and how a request ended; `none`.
 * Emails about the security of the account are always sent.
 */
export const NotificationLevel = z.enum(['all', 'essential', 'none'])
export type NotificationLevel = z.infer<typeof NotificationLevel>

export const FreeAccountType = z.enum(['free_v1', 'free_migrated', 'free_legacy'])

const AnyOf = z.object({ any: z.boolean() })
const ByLegislation = z.object({ eidas: z.boolean(), zertes: z.boolean() })

export const SignatureQualities = z.object({
  demo: AnyOf,
  ses: AnyOf,
  aes: AnyOf,
  aesMinimal: ByLegislation,
  qes: ByLegislation,
  seal: z.object({ aes: z.boolean(), qes: z.boolean() }),
})
export type SignatureQualities = z.infer<typeof SignatureQualities>

const Permission = z.object({ canUpdate: z.boolean(), defaultValue: z.boolean() })
/** Which parts of a visual signature a person may turn on and off, and the value that applies if they may not. */
export const VisualSignaturePermissions = z.object({ claim: Permission, date: Permission, std: Permission })
export type VisualSignaturePermissions = z.infer<typeof VisualSignaturePermissions>

export const UserAttributes = z.object({
  lang: Language,
  /** IANA name, in which emails name times; null: not known yet. */
  timeZone: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  acceptedGtc: z.boolean(),
  /** Null where there is no invitation to accept. */
  acceptedBusinessInvite: z.nullable(z.boolean()),
  acceptedTouSwisscom: z.boolean(),
  weakPassword: z.boolean(),
  removedFromBusiness: z.boolean(),
  businessDeleted: z.boolean(),
  emailNotificationLevel: NotificationLevel,
  defaultLegislation: z.nullable(Legislation),
  defaultQuality: z.nullable(Quality),
  /** The email that signatures and the audit trail show; null = the account's own. */
  signerIdentityEmail: z.nullable(z.string()),
  /** Fields verified by an identity check, which can't be edited. */
  immutableEidFields: z.array(z.enum(['firstName', 'lastName', 'mobile'])),
  p11SigningName: z.nullable(z.string()),
  p11SigningReason: z.nullable(z.string()),
  celloUcc: z.nullable(z.string()),
  frontendVersion: z.nullable(z.string()),
  freeAccountType: FreeAccountType,
})
export type UserAttributes = z.infer<typeof UserAttributes>

export const User = z.object({
  id: Id,
  email: z.string(),
  emailVerified: z.boolean(),
  /** A new email whose link was mailed and can still be opened. */
  pendingEmail: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  /** Signs in through the company's provider. */
  hasSso: z.boolean(),
  /** The business accepts no password to sign in, and the email is the company's to change. */
  companySignInRequired: z.boolean(),
  hasPassword: z.boolean(),
  /** Signing in requires a second factor. */
  hasSecondFactor: z.boolean(),
  signatureQualities: SignatureQualities,
  attributes: UserAttributes,
  /** What a personal account may do; null for members of a business, and if the installation has no billing. */
  freePlan: z.nullable(
    z.object({
      type: z.enum(['free_legacy', 'free_new']),
      uploads: z.boolean(),
      /** The free plan changes, and the holder hasn't been told yet: `POST /v1/user/free-migration`. */
      migration: z.boolean(),
    }),
  ),
  permissions: z.object({ visualSignatures: VisualSignaturePermissions }),
  /** The account's own signer groups: their ids, and the number of each one's version. */
  groupInfo: z.object({ groupVersions: z.record(z.string(), z.int()), groups: z.array(z.string()) }),
})
export type User = z.infer<typeof User>

/** The person behind a direct-sign link. `token` opens the calls that take it as a query parameter, for an hour. */
export const DirectUser = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  attributes: z.object({
    lang: Language,
    /** IANA name, in which emails name times; null: not known yet. */
    timeZone: z.nullable(z.string()),
    /** E.164: the number the sender gave, else the person's own. */
    mobile: z.nullable(z.string()),
  }),
  signatureId: Id,
  signatureRequestId: Id,
  token: z.string(),
  tokenExpiresAt: Instant,
})
export type DirectUser = z.infer<typeof DirectUser>
