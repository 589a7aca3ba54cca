import * as z from 'zod/mini'
import { VisualSignaturePermissions } from './account-shapes.ts'
import { Billing, PricePlan, StripeState } from './billing-shapes.ts'
import { AesForBusiness } from './aes-for-business.ts'
import { endpoint } from './endpoint.ts'
import { OptionalPhone } from './phone.ts'
import { Seal } from './seals.ts'
import { Day, Id, Instant, line, plainName } from './values.ts'

/** 7.1: businesses, their settings, and what others may see of them. */

export const BusinessRole = z.enum(['admin', 'member'])
export type BusinessRole = z.infer<typeof BusinessRole>

export const BusinessMember = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: BusinessRole,
  joinedAt: Instant,
  /** Has no seat: can do nothing until there is one. */
  locked: z.boolean(),
})
export type BusinessMember = z.infer<typeof BusinessMember>

/** Whose identity checks the business pays for: its members', and those of the people its members ask to sign. */
const Coverage = z.object({ payForMembers: z.boolean(), payForInvitations: z.boolean() })

/** Of support, for the people who are asked to sign; null where there is none. */
const SupportContact = z.object({ email: z.nullable(z.string()), phone: z.nullable(z.string()) })

/** Its URL contains the picture's hash: the content of a URL never changes. */
export const Logo = z.object({ url: z.string(), width: z.int(), height: z.int() })
export type Logo = z.infer<typeof Logo>

/** Whether it is attached to the completion email, and whether a sender may choose otherwise. */
const MailAttachment = z.object({ enabled: z.boolean(), customisable: z.boolean() })

/** From where the days of auto-deletion are counted: the upload, or the end of the request. */
const RetentionChoice = z.object({
  enabled: z.boolean(),
  days: z.int().check(z.minimum(30), z.maximum(3650)),
  terminalState: z.boolean(),
})

const Switch = z.object({ enabled: z.boolean() })

export const BusinessSettings = z.object({
  supportContact: SupportContact,
  signatureRequests: z.object({ part11: Switch, retention: RetentionChoice }),
  companyBranding: z.object({ logo: z.nullable(Logo) }),
  mailService: z.object({
    attachments: z.object({ signedDocument: MailAttachment, signatureProtocol: MailAttachment }),
  }),
  /** How many groups a member may keep, and how many people one may have; null: as many as the product takes. */
  signerGroups: z.object({ maxGroups: z.nullable(z.int()), maxParticipants: z.nullable(z.int()) }),
  affiliate: Switch,
  mabSettings: z.object({ directSign: Switch }),
  userPilot: Switch,
  /** Whether its members see what its API users have sent. */
  apiUsers: z.object({ sharedRequests: Switch }),
  licenses: z.object({ idents: z.object({ eidas: Coverage, zertes: Coverage }) }),
  /** Which parts of their visual signatures members may turn on and off; `permissions.visualSignatures` of a member. */
  visualSignatures: VisualSignaturePermissions,
})
export type BusinessSettings = z.infer<typeof BusinessSettings>

/** Fields to change; the others stay. */
const coverage = z.optional(
  z.object({
    payForMembers: z.optional(z.boolean()),
    payForInvitations: z.optional(z.boolean()),
  }),
)
const toSwitch = z.optional(z.object({ enabled: z.boolean() }))
const attachment = z.optional(
  z.object({ enabled: z.optional(z.boolean()), customisable: z.optional(z.boolean()) }),
)
const permission = z.optional(
  z.object({ canUpdate: z.optional(z.boolean()), defaultValue: z.optional(z.boolean()) }),
)
const limit = z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(200))))
const SettingsChange = z.object({
  /** Blanked where it is no address and no number (specification, section 5). */
  supportContact: z.optional(
    z.object({ email: z.optional(z.nullable(line(254))), phone: z.optional(z.nullable(line(40))) }),
  ),
  signatureRequests: z.optional(
    z.object({
      part11: toSwitch,
      retention: z.optional(
        z.object({
          enabled: z.optional(z.boolean()),
          days: z.optional(RetentionChoice.shape.days),
          terminalState: z.optional(z.boolean()),
        }),
      ),
    }),
  ),
  /** As it is: the logo is set by its own call. */
  companyBranding: z.optional(z.object({ logo: z.optional(z.nullable(Logo)) })),
  mailService: z.optional(
    z.object({
      attachments: z.optional(z.object({ signedDocument: attachment, signatureProtocol: attachment })),
    }),
  ),
  signerGroups: z.optional(z.object({ maxGroups: limit, maxParticipants: limit })),
  affiliate: toSwitch,
  mabSettings: z.optional(z.object({ directSign: toSwitch })),
  userPilot: toSwitch,
  apiUsers: z.optional(z.object({ sharedRequests: toSwitch })),
  licenses: z.optional(z.object({ idents: z.optional(z.object({ eidas: coverage, zertes: coverage })) })),
  visualSignatures: z.optional(z.object({ claim: permission, date: permission, std: permission })),
})
export type SettingsChange = z.infer<typeof SettingsChange>

/** The key figures of the last 30 days, today included. All of them: 7.1.35. */
export const BusinessDashboard = z.object({
  startDate: Day,
  endDate: Day,
  /** Made in the time. */
  signatures: z.int(),
  /** Requests completed in the time. */
  completed: z.int(),
  /** Requests that are open now, and how many of them expire within 7 days. */
  open: z.int(),
  dueSoon: z.int(),
  members: z.object({ total: z.int(), admins: z.int(), invited: z.int(), locked: z.int() }),
})
export type BusinessDashboard = z.infer<typeof BusinessDashboard>

export const Business = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  /** ISO 3166-1, two letters. */
  country: z.nullable(z.string()),
  createdAt: Instant,
  gtcAcceptedAt: z.nullable(Instant),
  dpaAcceptedAt: z.nullable(Instant),
  /** The ids of the accounts. */
  admins: z.array(Id),
  /** All that belong to it and are no admins. */
  members: z.array(Id),
  /** The ids of the invitations that are open; told to its admins alone. */
  invitedMembers: z.array(Id),
  /** That it has proved to be its own. */
  domains: z.array(z.string()),
  /** `total` is null where the number is not limited. Who is invited takes one, too. */
  seats: z.object({ total: z.nullable(z.int()), used: z.int() }),
  /** The date of its deletion, requested by an admin, unless that is revoked. */
  deleteAt: z.nullable(Instant),
  settings: BusinessSettings,
  /** To its admins all of its seals; to the others those that they may seal with now, as in `GET /v1/user/seals`. */
  seals: z.array(Seal),
  /** Told to its admins alone, else null. */
  dashboard: z.nullable(BusinessDashboard),
  /** As `GET /v1/businesses/{id}/aes-for-business` answers; told to its admins alone, else null. */
  aes4biz: z.nullable(AesForBusiness),
  /** Told to its admins alone, else null; null also where the installation has no billing. */
  billing: z.nullable(Billing),
  /** Null where the installation has no billing. */
  pricePlan: z.nullable(PricePlan),
  /** Told to its admins alone, else null; null where it does not pay by Stripe. */
  stripe: z.nullable(StripeState),
})
export type Business = z.infer<typeof Business>

/** What people see whom a member asks to sign, or whom the business invites. */
export const PublicInformation = z.object({
  id: Id,
  name: z.string(),
  logo: z.nullable(Logo),
  supportContact: SupportContact,
})
export type PublicInformation = z.infer<typeof PublicInformation>

const one = z.object({ id: Id })

export const getUserBusiness = endpoint({
  name: 'getUserBusiness',
  method: 'GET',
  path: '/v2/businesses/user',
  summary: 'Get the account’s business and role; null for a personal account.',
  credential: 'user',
  duringSetup: true,
  /** `locked`: the account is a member without a seat. */
  output: z.object({
    business: z.nullable(Business),
    role: z.nullable(BusinessRole),
    locked: z.boolean(),
  }),
})

export const getBusiness = endpoint({
  name: 'getBusiness',
  method: 'GET',
  path: '/v1/businesses/{id}',
  summary: 'Get the account’s business.',
  credential: 'user',
  params: one,
  output: Business,
  errors: ['not_found'],
})

export const getBusinessSettings = endpoint({
  name: 'getBusinessSettings',
  method: 'GET',
  path: '/v1/businesses/{id}/settings',
  summary: 'Get the business settings.',
  credential: 'user',
  params: one,
  output: z.object({ settings: BusinessSettings }),
  errors: ['not_found'],
})

export const updateBusinessSettings = endpoint({
  name: 'updateBusinessSettings',
  method: 'PUT',
  path: '/v1/businesses/{id}/settings',
  summary: 'Update the business settings. For administrators.',
  credential: 'user',
  params: one,
  body: z.object({ settings: SettingsChange }),
  output: z.object({ settings: BusinessSettings }),
  errors: [
    'business.payment_required',
    'plan.not_included',
    'not_found',
    'business.not_allowed',
    'validation.failed',
  ],
})

export const listBusinessAdmins = endpoint({
  name: 'listBusinessAdmins',
  method: 'GET',
  path: '/v1/businesses/{id}/admins',
  summary: 'List the administrators of the business.',
  credential: 'user-or-api-user',
  scope: 'members',
  params: one,
  output: z.object({ admins: z.array(BusinessMember) }),
  errors: ['not_found'],
})

export const listBusinessMembers = endpoint({
  name: 'listBusinessMembers',
  method: 'GET',
  path: '/v1/businesses/{id}/members',
  summary: 'List the members of the business who aren’t administrators.',
  credential: 'user-or-api-user',
  scope: 'members',
  params: one,
  output: z.object({ members: z.array(BusinessMember) }),
  errors: ['not_found'],
})

/** Snake case, as the specification says of this call alone. */
export const createBusiness = endpoint({
  name: 'createBusiness',
  method: 'POST',
  path: '/v2/businesses',
  summary: 'Turn a personal account into a business. Its owner becomes the first administrator.',
  credential: 'user',
  status: 201,
  body: z.object({
    name: plainName(100, 1),
    phone: OptionalPhone,
    country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
    /** The terms for businesses. */
    gtc: z.boolean(),
    /** The data processing agreement. */
    dpa: z.boolean(),
    ucc: z.optional(line(100)),
  }),
  output: Business,
  errors: ['validation.failed', 'terms.not_accepted', 'business.already_member'],
})

export const updateBusiness = endpoint({
  name: 'updateBusiness',
  method: 'PUT',
  path: '/v1/businesses/{id}',
  summary: 'Update a business’s name, contact details and support contact.',
  credential: 'user',
  params: one,
  body: z.object({
    name: z.optional(plainName(100, 1)),
    email: z.optional(line(254)),
    phone: OptionalPhone,
    country: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/)))),
    supportContact: SettingsChange.shape.supportContact,
  }),
  output: Business,
  errors: ['not_found', 'business.not_allowed', 'validation.failed'],
})

export const deleteBusiness = endpoint({
  name: 'deleteBusiness',
  method: 'DELETE',
  path: '/v2/businesses/{id}',
  summary: 'Schedule the deletion of a business in 30 days. It can be cancelled until then.',
  credential: 'user',
  params: one,
  /** The business's name, typed again: nothing else proves that this is meant. */
  body: z.object({ name: line(100) }),
  output: Business,
  errors: ['not_found', 'business.not_allowed', 'validation.failed'],
})

export const revokeBusinessDeletion = endpoint({
  name: 'revokeBusinessDeletion',
  method: 'POST',
  path: '/v2/businesses/{id}/revoke_delete',
  summary: 'Cancel the deletion of a business.',
  credential: 'user',
  params: one,
  output: Business,
  errors: ['not_found', 'business.not_allowed', 'business.not_being_deleted'],
})

export const getPublicInformation = endpoint({
  name: 'getPublicInformation',
  method: 'GET',
  path: '/v2/businesses/{id}/public-information',
  summary:
    'Get public information about a business the account belongs to, is invited by, or has been asked to sign by.',
  credential: 'user',
  params: one,
  output: PublicInformation,
  errors: ['not_found'],
})

export const getDirectPublicInformation = endpoint({
  name: 'getDirectPublicInformation',
  method: 'GET',
  path: '/v2/direct/businesses/{id}/public-information',
  summary: 'Get public information about the business that sent this personal link.',
  credential: 'direct',
  params: one,
  output: PublicInformation,
  errors: ['not_found'],
})
