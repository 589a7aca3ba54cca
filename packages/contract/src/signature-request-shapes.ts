import * as z from 'zod/mini'
import { PublicInformation } from './businesses.ts'
import { OptionalPhone } from './phone.ts'
import { Position } from './positions.ts'
import { FieldValue, fieldsAtMost, SignerField, SignerFieldOfRequest } from './signer-fields.ts'
import {
  Email,
  Id,
  Instant,
  Language,
  Legislation,
  line,
  plainName,
  Quality,
  UnmetRequirement,
  RequestStatus,
  roleNameAtMost,
  SignerStatus,
  ViewerStatus,
} from './values.ts'

/** 7.5: the parts of a signature request, as sent and as returned. */

export const IdentityData = z.object({
  email_address: Email,
  first_name: z.optional(z.nullable(plainName(100))),
  last_name: z.optional(z.nullable(plainName(100))),
  mobile_number: OptionalPhone,
  language: z.optional(z.nullable(Language)),
})

/** Where a signature shows in a document: at one or several positions, or in a signature field that the document already has. */
export const VisualSignature = z.union([
  z.object({ position: Position }),
  z.object({ positions: z.array(Position).check(z.minLength(1), z.maxLength(50)) }),
  z.object({ form_field: line(200, 1) }),
])

export const DocumentSignature = z.object({
  document_id: Id,
  visual_signature: z.optional(z.nullable(VisualSignature)),
  /**
   * What this signer fills in in this document; all signers of a request together have at most 500. Left out: as it is, for a
   * signer named by `sid`, else nothing.
   */
  fields: z.optional(z.array(SignerField).check(z.maxLength(fieldsAtMost))),
})
export type DocumentSignature = z.infer<typeof DocumentSignature>

/** A document that a signer signs, where the signature shows in it and what they fill in. */
export const DocumentOfSigner = z.object({
  document_id: Id,
  visual_signature: z.nullable(
    z.object({ positions: z.array(Position), form_field: z.nullable(z.string()) }),
  ),
  fields: z.array(SignerFieldOfRequest),
})

/** A signer as the caller gives it: an email, with or without a name. An account of that email signs as itself. */
export const SignerInput = z.object({
  /** With PUT: the signer that is kept. Without it a new one is added. */
  sid: z.optional(Id),
  account_email: z.optional(z.nullable(Email)),
  signer_identity_data: z.optional(z.nullable(IdentityData)),
  /**
   * Instead of an email: the first member of this group to sign signs for all. With a `sid` the members stay as they
   * were.
   */
  signer_group_id: z.optional(z.nullable(Id)),
  /** Their role (“Tenant”). In a draft it may be set without a person. */
  role: z.optional(z.nullable(line(roleNameAtMost))),
  /** -1 = any time; group n signs when all of n-1 have. */
  sequence: z._default(z.int().check(z.minimum(-1), z.maximum(1000)), -1),
  notify: z._default(z.boolean(), true),
  language: z.optional(z.nullable(Language)),
  /** The documents that they sign; empty or left out: all, those that are added to the draft later included. */
  document_signatures: z._default(z.array(DocumentSignature).check(z.maxLength(50)), []),
  /** True: all documents, also where `document_signatures` lists some. False: those listed, even if none is. */
  all_documents: z.optional(z.boolean()),
})
export type SignerInput = z.infer<typeof SignerInput>

/** The members of the group, of whom one signs, as they were when the request was created. */
export const GroupOfSignature = z.object({
  id: Id,
  name: z.string(),
  version_id: Id,
  members: z.array(
    z.object({
      email: z.string(),
      name: z.nullable(z.string()),
      /** The member who signed or declined. */
      status: z.nullable(SignerStatus),
      is_viewer: z.boolean(),
      /** To the owner alone. */
      delivery: z.nullable(
        z.object({ state: z.enum(['pending', 'sent', 'failed']), message: z.nullable(z.string()) }),
      ),
    }),
  ),
})
export type GroupOfSignature = z.infer<typeof GroupOfSignature>

/** What the signer does next, before the signature is made. One approval may be for several signatures. */
export const SigningStep = z.object({
  kind: z.enum(['TAN', 'PASSWORD_OTP', 'MOBILE_ID', 'REDIRECT', 'REAUTHENTICATE']),
  /** Of the approval. */
  id: Id,
  /**
   * TAN: the page of its own on the verification host. PASSWORD_OTP: the trust service's page, for another window.
   * REDIRECT: null until `createPar` is called. MOBILE_ID: null, the phone asks.
   */
  url: z.nullable(z.string()),
  expiresAt: Instant,
  /** Of a TAN, and of a password at REAUTHENTICATE. */
  attemptsLeft: z.nullable(z.int()),
  /** Of a TAN: how often it may be sent again, and from when on. */
  resendsLeft: z.nullable(z.int()),
  resendAt: z.nullable(Instant),
  /** Of a TAN: where it went, most of it covered: `+41 ** *** ** 67`. */
  destination: z.nullable(z.string()),
  /** REAUTHENTICATE: by password, or at the company's provider. */
  method: z.nullable(z.enum(['password', 'sso'])),
  /** How often what will be signed has been replaced since the step was opened. */
  revision: z.int(),
})
export type SigningStep = z.infer<typeof SigningStep>

/** What the signer submitted last, which will be signed. Only for the signer, until the signature is made. */
export const SubmittedSignature = z.object({
  name: z.string(),
  reason: z.nullable(z.string()),
  /** The documents that show more than name and standard lines: a saved visual signature, a picture, a seal. */
  appearance: z.array(
    z.object({
      documentId: Id,
      kind: z.enum(['saved', 'picture']),
      visualSignatureId: z.nullable(Id),
    }),
  ),
  /** The values that will be signed; the date of signing is added then. */
  fields: z.array(z.object({ documentId: Id, id: z.string(), value: FieldValue })),
  /** Where it is asked for (`picture=true`): the picture that it shows, PNG in base64. */
  picture: z.optional(z.nullable(z.string())),
})
export type SubmittedSignature = z.infer<typeof SubmittedSignature>

export const Signature = z.object({
  sid: Id,
  /** Their role; without a person if the email is empty, which only drafts allow. */
  role: z.nullable(z.string()),
  /** As it was sent; also where the email turned out to be an account's. */
  account_email: z.nullable(z.string()),
  has_account: z.boolean(),
  signer_identity_data: z.object({
    email_address: z.string(),
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    mobile_number: z.nullable(z.string()),
    language: z.nullable(Language),
  }),
  /** If it is requested from a group. Until a member has signed or declined, the email above is empty. */
  signer_group: z.nullable(GroupOfSignature),
  sequence: z.int(),
  notify: z.boolean(),
  language: Language,
  status_code: SignerStatus,
  signed_at: z.nullable(Instant),
  /** The name that the signature was made under. */
  signed_name: z.nullable(z.string()),
  /** The reason given for declining. */
  decline_message: z.nullable(z.string()),
  /** Who was asked first and delegated it. */
  delegated_by: z.nullable(z.object({ email: z.string(), name: z.string() })),
  /** When this signer may be reminded again; null: now. To the owner alone. */
  remind_again_at: z.nullable(Instant),
  /** Whether this is the caller's signature. A group's is each member's, until one of them has signed or declined. */
  is_viewer: z.boolean(),
  /** Delivery status of the last email to this signer; for the owner only. */
  delivery: z.nullable(
    z.object({ state: z.enum(['pending', 'sent', 'failed']), message: z.nullable(z.string()) }),
  ),
  /** The signing in progress or the last that failed; null if there is none. */
  signing: z.nullable(
    z.object({
      status: z.enum(['OPEN', 'SIGNED', 'ERROR']),
      error: z.nullable(z.string()),
      /** Only for the signer: what they have to do next. */
      step: z.optional(z.nullable(SigningStep)),
      submitted: z.optional(z.nullable(SubmittedSignature)),
    }),
  ),
  /** Whether they also sign what is added to the draft later. */
  all_documents: z.boolean(),
  /** Each document that they sign. */
  document_signatures: z.array(DocumentOfSigner),
})
export type Signature = z.infer<typeof Signature>

/**
 * The signature level the person would sign with, how they approve it, and the unmet requirements; none if they can
 * sign now.
 */
export const OwnSigningOption = z.object({
  quality: z.enum(['DEMO', 'SES', 'AES', 'QES', 'PART11']),
  legislation: z.nullable(Legislation),
  /** Null: a click. TAN: a code. REAUTHENTICATE: signing in again. SERVICE: an approval at the trust service. */
  approval: z.nullable(z.enum(['TAN', 'REAUTHENTICATE', 'SERVICE'])),
  /** Of a TAN: how it comes, where that is known. */
  channel: z.nullable(z.enum(['sms', 'email'])),
  unmet: z.array(UnmetRequirement),
})
export type OwnSigningOption = z.infer<typeof OwnSigningOption>

/**
 * Whether the signed files and the audit trail are attached to the completion email; null: as the sender's business has
 * set it.
 */
export const MailAttachmentChoice = z.object({
  signed_document: z.nullable(z.boolean()),
  signature_protocol: z.nullable(z.boolean()),
})
export type MailAttachmentChoice = z.infer<typeof MailAttachmentChoice>

/** What deleting comes to: the request is withdrawn, disappears from the caller's documents, or is deleted permanently. */
export const DeletionOutcome = z.enum(['withdrawn', 'left', 'deleted'])
export type DeletionOutcome = z.infer<typeof DeletionOutcome>

export const SignatureRequest = z.object({
  id: Id,
  title: z.string(),
  message: z.string(),
  quality: Quality,
  legislation: z.nullable(Legislation),
  status_overall: RequestStatus,
  /** Where an account holder opens it. */
  signing_url: z.string(),
  documents: z.array(
    z.object({ id: Id, name: z.string(), version_id: Id, page_count: z.int(), size: z.int() }),
  ),
  signatures: z.array(Signature),
  owner: z.object({ email: z.string(), name: z.string() }),
  observers: z.array(z.object({ id: Id, email: z.string(), is_viewer: z.boolean() })),
  attachments: z.array(
    z.object({ id: Id, filename: z.string(), content_type: z.string(), size: z.int(), created_at: Instant }),
  ),
  /** Of one request: the business of the person who sends it; null where they have a personal account. */
  business: z.optional(z.nullable(PublicInformation)),
  /** What is attached to the completion email, as its owner chose; for the owner only. */
  mail_attachments: z.optional(MailAttachmentChoice),
  /** The reason the owner gave for withdrawing it. */
  withdraw_message: z.nullable(z.string()),
  /** The rule of auto-deletion that it is under, as it holds for it: Part 11 records are kept for two years from their end. */
  retention: z.nullable(
    z.object({
      days: z.int(),
      counted_from: z.enum(['creation', 'terminal_state']),
      /** Null while it has not ended, where the days are counted from its end. */
      delete_at: z.nullable(Instant),
      /** Since then only its evidence is left. */
      deleted_at: z.nullable(Instant),
    }),
  ),
  /** The caller's role and permissions, as the policy decides them. */
  viewer: z.object({
    /** `member`: of the business of the API user that sent it, and of no part in it. */
    role: z.enum(['owner', 'signer', 'observer', 'member']),
    status: ViewerStatus,
    can: z.object({
      edit: z.boolean(),
      initiate: z.boolean(),
      sign: z.boolean(),
      decline: z.boolean(),
      withdraw: z.boolean(),
      remind: z.boolean(),
      delegate: z.boolean(),
      addObserver: z.boolean(),
      leave: z.boolean(),
      delete: z.boolean(),
      download: z.boolean(),
    }),
    /** For a single request, and the person whose turn it is: how their signature would be made, before they begin. */
    signing: z.optional(z.nullable(OwnSigningOption)),
    /** For a single request, and an account: what deleting it comes to now; null if the caller can't delete it. */
    deletion: z.optional(z.nullable(DeletionOutcome)),
  }),
  expiration_date: z.nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
  initiated_at: z.nullable(Instant),
  completed_at: z.nullable(Instant),
})
export type SignatureRequest = z.infer<typeof SignatureRequest>

export const ListItem = z.object({
  id: Id,
  title: z.string(),
  /** What the viewer sees; `status_overall` is the request's own. */
  status: ViewerStatus,
  status_overall: RequestStatus,
  owner: z.object({ email: z.string(), name: z.string(), is_viewer: z.boolean() }),
  document_names: z.array(z.string()),
  signers: z.array(z.object({ name: z.string(), email: z.string(), status_code: SignerStatus })),
  signature_count: z.int(),
  signature_count_signed: z.int(),
  delivery_failed: z.boolean(),
  /** Whether the viewer may do with it what its owner may. */
  may_edit: z.boolean(),
  /** When its documents are deleted automatically, if that is known. */
  delete_at: z.nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
  completed_at: z.nullable(Instant),
  expiration_date: z.nullable(Instant),
})
export type ListItem = z.infer<typeof ListItem>

export const Event = z.object({
  seq: z.int(),
  type: z.string(),
  at: Instant,
  actor: z.object({
    kind: z.enum(['account', 'api_user', 'link', 'system']),
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    address: z.nullable(z.string()),
    user_agent: z.nullable(z.string()),
  }),
  data: z.record(z.string(), z.unknown()),
  hash: z.string(),
})
export type Event = z.infer<typeof Event>

export const SigningStatus = z.object({
  signatureRequestId: Id,
  signatureId: Id,
  status: z.enum(['OPEN', 'SIGNED', 'DECLINED', 'ERROR']),
  error: z.nullable(z.string()),
  /** With OPEN, where the signer has to do something. */
  step: z.optional(z.nullable(SigningStep)),
  /** With OPEN, for the signer: what will be signed. */
  submitted: z.optional(z.nullable(SubmittedSignature)),
})
export type SigningStatus = z.infer<typeof SigningStatus>
