import * as z from 'zod/mini'
import { OptionalPhone } from '../phone.ts'
import { Position } from '../positions.ts'
import {
  Base64,
  Email,
  Id,
  Instant,
  Language,
  Legislation,
  line,
  plainName,
  Quality,
  text,
} from '../values.ts'

/**
 * What programs send and get, in the shapes that clients of this market know already. `/v2` has one document in a request,
 * which is sent when it is made; `/v3` has several, and is a draft until it is sent.
 */

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))

/** PNG, shown in place of the signer's own. */
export const SignatureImage = z.object({ content: Base64, content_type: z.literal('image/png') })

/** As it is given: without a rotation, or with none (null). */
const GivenPosition = z.pipe(
  z.extend(Position, { rotation: z.nullish(Position.shape.rotation) }),
  z.transform(({ rotation, ...place }): Position => (rotation == null ? place : { ...place, rotation })),
)
const image = optional(SignatureImage)
/** Of several places the list counts: a response that is sent back has the first one besides. */
export const VisualSignature = z.union([
  z.object({ positions: z.array(GivenPosition).check(z.minLength(1), z.maxLength(50)), image }),
  z.object({ position: GivenPosition, image }),
  z.object({ form_field: line(200, 1), image }),
])
export type VisualSignature = z.infer<typeof VisualSignature>

export const IdentityData = z.object({
  email_address: Email,
  first_name: optional(plainName(100)),
  last_name: optional(plainName(100)),
  mobile_number: OptionalPhone,
  language: optional(Language),
  /** The client's own name for this person; returned as it was given. */
  identity_reference: optional(line(200)),
  /** Verifying an identity again for one request isn’t offered: `true` is refused. */
  identification_require_evidence: optional(z.literal(false, 'Can’t be asked for here')),
})

const common = {
  /** Of an account; with `signer_identity_data` too, the signer may sign without one. */
  account_email: optional(Email),
  signer_identity_data: optional(IdentityData),
  /** -1 = any time; group n signs when all of n-1 have. */
  sequence: z._default(z.nullable(z.int().check(z.minimum(-1), z.maximum(1000))), -1),
  notify: z._default(z.nullable(z.boolean()), true),
  language: optional(Language),
}

export const SignerV2 = z.object({ ...common, visual_signature: optional(VisualSignature) })
export type SignerV2 = z.infer<typeof SignerV2>

export const DocumentSignature = z.object({
  document_id: Id,
  visual_signature: optional(VisualSignature),
})
export const SignerV3 = z.object({
  ...common,
  /** In place of an email: the first member of this group to sign signs for all. */
  signer_group_id: optional(Id),
  document_signatures: optional(z.array(DocumentSignature).check(z.maxLength(50))),
})
export type SignerV3 = z.infer<typeof SignerV3>

/** What is attached to the email that tells of the end. */
export const Attached = z.enum(['SIGNED_DOCUMENT', 'SIGNATURE_PROTOCOL'])

/** An address that is called when something happens, perhaps with placeholders for ids. */
export const CallbackUrl = z.string().check(
  z.maxLength(2048),
  z.refine((given) => URL.canParse(given), 'Must be an absolute URL'),
)

/** The part of a request that both versions share. */
export const requestFields = {
  title: line(200, 1),
  message: optional(text(4000)),
  legislation: optional(Legislation),
  quality: optional(Quality),
  callback_success_url: optional(CallbackUrl),
  callback_error_url: optional(CallbackUrl),
  callback_update_url: optional(CallbackUrl),
  /** Kept and returned; found by `search`. */
  custom: optional(text(4000)),
  attach_on_success: optional(z.array(Attached).check(z.maxLength(2))),
  /**
   * Follows from the other fields: for a new request each has to be a signer, an observer or someone with write access; an update
   * can only send back the same list.
   */
  read_access: optional(z.array(line(254, 1)).check(z.maxLength(1000))),
  /** Members of the business who may do with the request what the API user may. */
  write_access: optional(z.array(line(254, 1)).check(z.maxLength(50))),
  /** One of these members, whose request it counts as too. An update can only send back the same one. */
  creator: optional(Email),
}

const signerStatuses = ['OPEN', 'DECLINED', 'WITHDRAWN', 'SIGNED', 'ERROR'] as const
/** One whose turn has not come is OPEN here. */
export const SignerStatusV2 = z.enum(signerStatuses)
export const SignerStatusV3 = z.enum([...signerStatuses, 'WAITING', 'DRAFT'])

export const ShownIdentity = z.object({
  email_address: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  mobile_number: z.nullable(z.string()),
  language: z.nullable(Language),
  identity_reference: z.nullable(z.string()),
  identification_require_evidence: z.literal(false),
  /** Who verified the identity, and their record: not told. */
  provider: z.null(),
  evidence_id: z.null(),
})

const signatureFields = {
  sid: Id,
  account_email: z.nullable(z.string()),
  signer_identity_data: z.nullable(ShownIdentity),
  sequence: z.int(),
  notify: z.boolean(),
  language: Language,
  /** Of a signer without an account: the personal link, to be opened or embedded. A secret. */
  signing_url: z.nullable(z.string()),
  signed_at: z.nullable(Instant),
  signed_quality: z.nullable(Quality),
  signed_legislation: z.nullable(Legislation),
  last_viewed_at: z.nullable(Instant),
  decline_message: z.nullable(z.string()),
}

export const ShownVisual = z.object({
  position: z.nullable(Position),
  positions: z.array(Position),
  form_field: z.nullable(z.string()),
  image: z.nullable(SignatureImage),
})

export const SignatureV2 = z.object({
  ...signatureFields,
  status_code: SignerStatusV2,
  visual_signature: z.nullable(ShownVisual),
})
export type SignatureV2 = z.infer<typeof SignatureV2>

export const SignatureV3 = z.object({
  ...signatureFields,
  status_code: SignerStatusV3,
  signer_group_id: z.nullable(Id),
  invited_by: z.string(),
  document_signatures: z.array(z.object({ document_id: Id, visual_signature: z.nullable(ShownVisual) })),
})
export type SignatureV3 = z.infer<typeof SignatureV3>

const statuses = ['OPEN', 'DECLINED', 'WITHDRAWN', 'SIGNED', 'EXPIRED', 'ERROR'] as const

export const Attachment = z.object({ attachment_id: Id, filename: z.string() })

const answeredFields = {
  id: Id,
  title: z.string(),
  message: z.string(),
  legislation: z.nullable(Legislation),
  quality: Quality,
  /** Where someone with an account opens it. */
  signing_url: z.string(),
  expiration_date: z.nullable(Instant),
  attachments: z.array(Attachment),
  callback_success_url: z.nullable(z.string()),
  callback_error_url: z.nullable(z.string()),
  callback_update_url: z.nullable(z.string()),
  custom: z.nullable(z.string()),
  attach_on_success: z.array(Attached),
  /** The member who was named as such, for as long as they have access. */
  creator: z.nullable(z.string()),
  /** The API user's name, or the email of an account. */
  owner: z.string(),
  read_access: z.array(z.string()),
  write_access: z.array(z.string()),
  created_at: Instant,
  updated_at: Instant,
}

export const StatusV2 = z.enum(statuses)
export const SignatureRequestV2 = z.object({
  ...answeredFields,
  /** Its newest version. */
  document_id: Id,
  status_overall: StatusV2,
  business: z.nullable(Id),
  signatures: z.array(SignatureV2),
  cc_email_addresses: z.array(z.string()),
})
export type SignatureRequestV2 = z.infer<typeof SignatureRequestV2>

/** Someone who follows the request. */
export const Observer = z.object({
  id: Id,
  type: z.literal('USER'),
  invited_at: Instant,
  /** An API user's name, or an email. */
  invited_by: z.string(),
  /** `id` is null while there is no account of that email. */
  user_info: z.object({ id: Id, email: z.string() }),
})
export type Observer = z.infer<typeof Observer>

export const ShownDocument = z.object({ id: Id, name: z.string(), version_id: Id })

export const StatusV3 = z.enum([...statuses, 'DRAFT'])
export const SignatureRequestV3 = z.object({
  ...answeredFields,
  documents: z.array(ShownDocument),
  status_overall: StatusV3,
  business_id: z.nullable(Id),
  origin: z.enum(['API', 'WEB']),
  signatures: z.array(SignatureV3),
  observers: z.array(Observer),
})
export type SignatureRequestV3 = z.infer<typeof SignatureRequestV3>

/** An email, an observer as it is added, or as responses have it. */
export const ObserverEmail = z.union([
  Email,
  z.pipe(
    z.object({ email: Email, type: optional(z.literal('USER')) }),
    z.transform(({ email }: { email: string }) => email),
  ),
  z.pipe(
    z.object({ user_info: z.object({ email: Email }) }),
    z.transform(({ user_info }: { user_info: { email: string } }) => user_info.email),
  ),
])
