import * as z from 'zod/mini'
import { Document, documentErrors, UploadedFile } from './documents.ts'
import { endpoint } from './endpoint.ts'
import {
  DeletionOutcome,
  Event,
  ListItem,
  MailAttachmentChoice,
  SignatureRequest,
  SignerInput,
} from './signature-request-shapes.ts'
import {
  ApiUserName,
  Day,
  Email,
  GivenInstant,
  Id,
  Instant,
  Language,
  Legislation,
  line,
  plainName,
  Quality,
  RequestStatus,
  SignerStatus,
  text,
  ViewerStatus,
  wholeNumber,
  searchText,
} from './values.ts'

/**
 * 7.5: signature requests: documents, signers and a message. Created as a DRAFT; nobody is notified before `initiate`.
 */

const Fields = {
  title: line(200, 1),
  message: text(4000),
  quality: Quality,
  legislation: z.nullable(Legislation),
  expiration_date: z.nullable(GivenInstant),
  signatures: z.array(SignerInput).check(z.maxLength(500)),
  observers: z.array(Email).check(z.maxLength(50)),
  mail_attachments: MailAttachmentChoice,
}

export const createSignatureRequest = endpoint({
  name: 'createSignatureRequest',
  method: 'POST',
  path: '/v3/signature-requests',
  summary:
    'Create a draft. No emails are sent. A document that another request has already gets an id of its own.',
  credential: 'user',
  carriesFiles: true,
  fileMembers: ['documents.*.content'],
  body: z.object({
    title: Fields.title,
    message: z._default(Fields.message, ''),
    quality: z._default(Fields.quality, 'SES'),
    legislation: z.optional(Fields.legislation),
    expiration_date: z.optional(Fields.expiration_date),
    documents: z._default(z.array(z.union([z.object({ id: Id }), UploadedFile])).check(z.maxLength(50)), []),
    signatures: z._default(Fields.signatures, []),
    observers: z.optional(Fields.observers),
    /** Counts where the sender's business lets its members choose. */
    mail_attachments: z.optional(Fields.mail_attachments),
  }),
  output: SignatureRequest,
  status: 201,
  errors: ['business.payment_required', 'plan.not_included', 'not_found', ...documentErrors],
})

export const listSignatureRequests = endpoint({
  name: 'listSignatureRequests',
  method: 'GET',
  path: '/v3/signature-requests-redesign',
  summary: 'List the signature requests the account takes part in.',
  credential: 'user',
  query: z.object({
    page: z._default(wholeNumber(1, 1_000_000), 1),
    size: z._default(z.pipe(z.enum(['25', '50', '100']), z.transform(Number)), 25),
    sort: z._default(z.enum(['asc', 'desc']), 'desc'),
    sort_by: z._default(
      z.enum(['created_at', 'updated_at', 'title', 'status', 'expiration_date']),
      'updated_at',
    ),
    date_from: z.optional(z.union([Day, GivenInstant])),
    date_to: z.optional(z.union([Day, GivenInstant])),
    date_time_mode: z._default(z.enum(['created', 'updated', 'completed', 'expires']), 'updated'),
    /** Comma-joined: TO_SIGN, WAITING, COMPLETED, CANCELLED, ERROR, DRAFT. */
    status: z.optional(
      z.pipe(
        z.pipe(
          z.string().check(z.maxLength(100)),
          z.transform((joined: string) => joined.split(',').filter(Boolean)),
        ),
        z.array(ViewerStatus),
      ),
    ),
    /** Title, document name, people. */
    search: z.optional(searchText(200)),
    /**
     * `me`, an email, or the user name of an API user of the account’s business: then all it has sent, where the business
     * shares that with its members.
     */
    send_by: z.optional(z.union([z.literal('me'), Email, ApiUserName])),
  }),
  output: z.object({
    items: z.array(ListItem),
    page: z.int(),
    size: z.int(),
    /** Exact up to 10,000; what is found in a list longer than 2,000 up to 200. */
    total_items: z.int(),
    /** There are more than that. */
    total_is_capped: z.boolean(),
    total_pages: z.int(),
    /** How many there are in each state, whatever the filters. */
    counts: z.object({
      DRAFT: z.int(),
      TO_SIGN: z.int(),
      WAITING: z.int(),
      COMPLETED: z.int(),
      CANCELLED: z.int(),
      ERROR: z.int(),
    }),
  }),
})

const ById = z.object({ id: Id })
const refused = ['not_found', 'request.changed'] as const
/** A correction of an open request is checked, and signers are notified, as when it was sent. */
const refusedChange = [
  ...refused,
  'signing.locked',
  'signing.quality_unavailable',
  'email.limit_reached',
  'request.already_signed',
  'request.not_open',
  'request.document_without_signer',
] as const

export const getSignatureRequest = endpoint({
  name: 'getSignatureRequest',
  method: 'GET',
  path: '/v3/signature-requests/{id}',
  summary: 'Get a signature request.',
  credential: 'user',
  params: ById,
  output: SignatureRequest,
  errors: ['not_found'],
})

export const getSignatureRequestStatus = endpoint({
  name: 'getSignatureRequestStatus',
  method: 'GET',
  path: '/v3/signature-requests/{id}/status',
  summary: 'Get the status of a signature request and of each signer, for polling.',
  credential: 'user',
  params: ById,
  output: z.object({
    id: Id,
    status_overall: RequestStatus,
    updated_at: Instant,
    signatures: z.array(z.object({ sid: Id, status_code: SignerStatus })),
  }),
  errors: ['not_found'],
})

export const getEvents = endpoint({
  name: 'getEvents',
  method: 'GET',
  path: '/v3/signature-requests/{id}/events',
  summary: 'List the events of a signature request.',
  credential: 'user',
  params: ById,
  output: z.object({ items: z.array(Event) }),
  errors: ['not_found'],
})

export const initiateSignatureRequest = endpoint({
  name: 'initiateSignatureRequest',
  method: 'POST',
  path: '/v3/signature-requests/{id}/initiate',
  summary: 'Send a draft: its status changes from DRAFT to OPEN and invitations are emailed.',
  credential: 'user',
  params: ById,
  body: z.object({
    /** The `updated_at` of the draft that was reviewed: a change after it answers `request.changed`, and nothing is sent. */
    updated_at: z.optional(GivenInstant),
  }),
  output: SignatureRequest,
  errors: [
    'plan.not_included',
    'business.payment_required',
    'plan.signatures_exhausted',
    'signing.quality_unavailable',
    'email.limit_reached',
    ...refused,
    'request.not_draft',
    'request.no_documents',
    'request.no_signers',
    'request.document_without_signer',
    'validation.failed',
  ],
})

export const updateSignatureRequest = endpoint({
  name: 'updateSignatureRequest',
  method: 'PUT',
  path: '/v3/signature-requests/{id}',
  summary:
    'Update a signature request before the first signature. Omitted fields don’t change; signers missing from `signatures` are removed.',
  credential: 'user',
  params: ById,
  body: z.object({
    title: z.optional(Fields.title),
    message: z.optional(Fields.message),
    quality: z.optional(Fields.quality),
    legislation: z.optional(Fields.legislation),
    expiration_date: z.optional(Fields.expiration_date),
    signatures: z.optional(Fields.signatures),
    observers: z.optional(Fields.observers),
    mail_attachments: z.optional(Fields.mail_attachments),
    /** The documents in their new order. */
    documents: z.optional(z.array(z.object({ id: Id })).check(z.maxLength(50))),
    /** The `updated_at` the change was made on: another one in between answers `request.changed`. */
    updated_at: z.optional(GivenInstant),
  }),
  output: SignatureRequest,
  errors: [...refusedChange, 'request.no_signers', 'validation.failed'],
})

export const addDocument = endpoint({
  name: 'addDocument',
  method: 'POST',
  path: '/v3/signature-requests/{id}/documents',
  summary: 'Add a document, as multipart (`file`) or JSON.',
  credential: 'user',
  carriesFiles: true,
  params: ById,
  /**
   * `remove_scripts=true`: take in a PDF with scripts, which is otherwise refused as `document.active_content` or
   * `document.dynamic_form`, without these. Its fields stay and are filled in by hand. A signed PDF is refused all the same.
   */
  query: z.object({ remove_scripts: z.optional(z.enum(['true', 'false'])) }),
  body: { upload: UploadedFile },
  output: Document,
  status: 201,
  errors: [
    ...createSignatureRequest.errors,
    'request.not_draft',
    'request.too_many_documents',
    'media.unsupported',
    'service.saturated',
  ],
})

export const removeDocument = endpoint({
  name: 'removeDocument',
  method: 'DELETE',
  path: '/v3/signature-requests/{id}/documents/{docId}',
  summary: 'Remove a document from a draft.',
  credential: 'user',
  params: z.object({ id: Id, docId: Id }),
  errors: [...refused, 'request.not_draft'],
})

export const addSignature = endpoint({
  name: 'addSignature',
  method: 'POST',
  path: '/v3/signature-requests/{id}/signatures',
  summary: 'Add a signer, before the first signature.',
  credential: 'user',
  params: ById,
  body: SignerInput,
  output: SignatureRequest,
  status: 201,
  errors: [...refusedChange, 'validation.failed'],
})

export const removeSignature = endpoint({
  name: 'removeSignature',
  method: 'DELETE',
  path: '/v3/signature-requests/{id}/signatures/{sigId}',
  summary: 'Remove a signer, before the first signature.',
  credential: 'user',
  params: z.object({ id: Id, sigId: Id }),
  query: z.object({
    /** The `updated_at` of the request that was shown: a change after it answers `request.changed`, and nobody is removed. */
    updated_at: z.optional(GivenInstant),
  }),
  output: SignatureRequest,
  errors: [...refusedChange, 'request.no_signers'],
})

export const getDirectSignatureRequest = endpoint({
  ...getSignatureRequest,
  name: 'getDirectSignatureRequest',
  path: '/v3/direct/signature-requests/{id}',
  credential: 'direct',
  errors: ['not_found', 'auth.link_invalid', 'rate.exceeded'],
})

export const getDirectEvents = endpoint({
  ...getEvents,
  name: 'getDirectEvents',
  path: '/v3/direct/signature-requests/{id}/events',
  credential: 'direct',
})

const message = z._default(text(2048), '')

export const declineSignatureRequest = endpoint({
  name: 'declineSignatureRequest',
  method: 'POST',
  path: '/v3/signature-requests/{id}/decline',
  summary: 'Decline to sign. This ends the request for everyone.',
  credential: 'user',
  params: ById,
  body: z.object({ message }),
  output: SignatureRequest,
  errors: ['not_found', 'request.not_open', 'signature.not_in_turn', 'signature.already_signed'],
})

export const declineDirect = endpoint({
  ...declineSignatureRequest,
  name: 'declineDirect',
  path: '/v3/direct/signature-requests/{id}/decline',
  credential: 'direct',
  errors: [...declineSignatureRequest.errors, 'auth.link_invalid', 'rate.exceeded'],
})

export const withdrawSignatureRequest = endpoint({
  name: 'withdrawSignatureRequest',
  method: 'POST',
  path: '/v3/signature-requests/{id}/withdraw',
  summary: 'Withdraw an open request. Its signers are emailed, with the message.',
  credential: 'user',
  params: ById,
  body: z.object({ message }),
  output: SignatureRequest,
  errors: ['not_found', 'request.not_open'],
})

export const copySignatureRequest = endpoint({
  name: 'copySignatureRequest',
  method: 'POST',
  path: '/v3/signature-requests/{id}/copy',
  summary:
    'Duplicate a signature request in any state: a draft with the same documents (with ids of their own), signers and fields. No emails are sent.',
  credential: 'user',
  params: ById,
  output: SignatureRequest,
  status: 201,
  errors: ['not_found'],
})

export const deleteSignatureRequest = endpoint({
  name: 'deleteSignatureRequest',
  method: 'DELETE',
  path: '/v3/signature-requests/{id}',
  summary:
    'Delete a signature request: the owner of an open request withdraws it, a participant leaves it, and the last person with access deletes it permanently.',
  credential: 'user',
  params: ById,
  query: z.object({
    /** The outcome that was confirmed: if it would be another one by now, the answer is `request.changed`, and nothing happens. */
    outcome: z.optional(DeletionOutcome),
  }),
  output: z.object({ outcome: DeletionOutcome }),
  errors: ['not_found', 'request.changed', 'request.signature_pending', 'request.under_retention'],
})

export const remindSigners = endpoint({
  name: 'remindSigners',
  method: 'POST',
  path: '/v3/signature-requests/{id}/remind',
  summary: 'Remind the signers whose turn it is, at most once an hour each.',
  credential: 'user',
  params: ById,
  body: z.object({ signatureIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(500))) }),
  output: z.object({ reminded: z.array(Id), tooSoon: z.array(Id) }),
  errors: ['email.limit_reached', 'not_found', 'request.not_open', 'rate.exceeded', 'validation.failed'],
})

export const delegateSignature = endpoint({
  name: 'delegateSignature',
  method: 'POST',
  path: '/v3/signature-requests/{id}/delegate',
  summary: 'Delegate a signature to someone else. The audit trail shows both people.',
  credential: 'user-or-direct',
  params: ById,
  body: z.object({
    /** Which one, if the caller has several. */
    signatureId: z.optional(Id),
    email: Email,
    first_name: z.optional(z.nullable(plainName(100))),
    last_name: z.optional(z.nullable(plainName(100))),
    language: z.optional(Language),
    message,
  }),
  output: z.extend(SignatureRequest, {
    /** What had been filled in was discarded: the next person fills in the fields themselves. */
    input_discarded: z.boolean(),
  }),
  errors: [
    'email.limit_reached',
    'not_found',
    'request.not_open',
    'signature.not_in_turn',
    'signature.already_signed',
    'validation.failed',
    'auth.link_invalid',
    'rate.exceeded',
  ],
})

/** A document is changed by one signer at a time. */
const LockStatus = z.object({
  locked: z.boolean(),
  locked_by: z.nullable(z.string()),
  until: z.nullable(Instant),
})

export const getLockStatus = endpoint({
  name: 'getLockStatus',
  method: 'GET',
  path: '/v3/signature-requests/{id}/lock-status',
  summary: 'Check whether someone else is signing right now.',
  credential: 'user',
  params: ById,
  output: LockStatus,
  errors: ['not_found'],
})

export const getDirectLockStatus = endpoint({
  ...getLockStatus,
  name: 'getDirectLockStatus',
  path: '/v3/direct/signature-requests/{id}/lock-status',
  credential: 'direct',
  errors: ['not_found', 'auth.link_invalid', 'rate.exceeded'],
})
