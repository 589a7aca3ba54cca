import * as z from 'zod/mini'
import { documentErrors } from '../documents.ts'
import { binary, endpoint } from '../endpoint.ts'
import { Base64, Email, Id, line } from '../values.ts'
import { Observer, SignatureRequestV2, SignatureRequestV3 } from './shapes.ts'

/** What goes with a signature request of an API user: attachments, documents, observers, the audit trail. */

const byApiUser = { credential: 'api-user', scope: 'signature_requests' } as const
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
const ById = z.object({ id: Id })

const OneAttachment = z.object({ id: Id, attId: Id })

export const addAttachmentV2 = endpoint({
  name: 'addAttachmentV2',
  method: 'POST',
  path: '/v2/signature-requests/{id}/attachments',
  summary: 'Add an attachment: a file that isn’t signed.',
  ...byApiUser,
  carriesFiles: true,
  fileMembers: ['content'],
  params: ById,
  body: z.object({ filename: line(200, 1), content_type: optional(line(150)), content: Base64 }),
  output: SignatureRequestV2,
  errors: [
    'email.limit_reached',
    'not_found',
    'request.already_signed',
    'request.not_open',
    'request.too_many_attachments',
    'attachment.type_not_taken',
    'document.too_large',
    'validation.failed',
  ],
})
export const addAttachmentV3 = endpoint({
  ...addAttachmentV2,
  name: 'addAttachmentV3',
  path: '/v3/signature-requests/{id}/attachments',
  output: SignatureRequestV3,
})

export const listAttachmentsV2 = endpoint({
  name: 'listAttachmentsV2',
  method: 'GET',
  path: '/v2/signature-requests/{id}/attachments',
  summary: 'List the attachments of a signature request.',
  ...byApiUser,
  params: ById,
  output: z.array(z.object({ attachment_id: Id, filename: z.string() })),
  errors: ['not_found'],
})
export const listAttachmentsV3 = endpoint({
  ...listAttachmentsV2,
  name: 'listAttachmentsV3',
  path: '/v3/signature-requests/{id}/attachments',
})

export const getAttachmentContentV2 = endpoint({
  name: 'getAttachmentContentV2',
  method: 'GET',
  path: '/v2/signature-requests/{id}/attachments/{attId}/content',
  summary: 'Download an attachment.',
  ...byApiUser,
  params: OneAttachment,
  output: binary('application/octet-stream'),
  errors: ['not_found'],
})
export const getAttachmentContentV3 = endpoint({
  ...getAttachmentContentV2,
  name: 'getAttachmentContentV3',
  path: '/v3/signature-requests/{id}/attachments/{attId}/content',
})

export const removeAttachmentV2 = endpoint({
  name: 'removeAttachmentV2',
  method: 'DELETE',
  path: '/v2/signature-requests/{id}/attachments/{attId}',
  summary: 'Remove an attachment, before the first signature.',
  ...byApiUser,
  params: OneAttachment,
  output: SignatureRequestV2,
  errors: ['email.limit_reached', 'not_found', 'request.already_signed', 'request.not_open'],
})
export const removeAttachmentV3 = endpoint({
  ...removeAttachmentV2,
  name: 'removeAttachmentV3',
  path: '/v3/signature-requests/{id}/attachments/{attId}',
  output: SignatureRequestV3,
})

export const addDocumentV3 = endpoint({
  name: 'addDocumentV3',
  method: 'POST',
  path: '/v3/signature-requests/{id}/documents',
  summary: 'Add a document to a draft.',
  ...byApiUser,
  carriesFiles: true,
  fileMembers: ['content'],
  params: ById,
  body: z.object({ content: Base64 }),
  output: SignatureRequestV3,
  errors: [
    'business.payment_required',
    'plan.not_included',
    'not_found',
    'request.not_draft',
    'request.too_many_documents',
    'service.saturated',
    'validation.failed',
    ...documentErrors,
  ],
})

export const removeDocumentV3 = endpoint({
  name: 'removeDocumentV3',
  method: 'DELETE',
  path: '/v3/signature-requests/{id}/documents/{docId}',
  summary: 'Remove a document from a draft.',
  ...byApiUser,
  params: z.object({ id: Id, docId: Id }),
  output: SignatureRequestV3,
  errors: ['not_found', 'request.not_draft'],
})

export const addObserverV3 = endpoint({
  name: 'addObserverV3',
  method: 'POST',
  path: '/v3/signature-requests/{id}/observers',
  summary: 'Add an observer, by email or as a member of the business (`user_id`).',
  ...byApiUser,
  params: ById,
  body: z.object({
    type: optional(z.enum(['USER', 'GROUP'])),
    email: optional(Email),
    /** A member’s id. */
    user_id: optional(Id),
    /** Groups can’t observe: name their people by email. */
    group_id: optional(line(100)),
  }),
  output: Observer,
  errors: ['email.limit_reached', 'not_found', 'validation.failed'],
})

export const listObserversV3 = endpoint({
  name: 'listObserversV3',
  method: 'GET',
  path: '/v3/signature-requests/{id}/observers',
  summary: 'List the observers of a signature request.',
  ...byApiUser,
  params: ById,
  output: z.array(Observer),
  errors: ['not_found'],
})

const OneObserver = z.object({ id: Id, obs: Id })

export const getObserverV3 = endpoint({
  name: 'getObserverV3',
  method: 'GET',
  path: '/v3/signature-requests/{id}/observers/{obs}',
  summary: 'Get an observer of a signature request.',
  ...byApiUser,
  params: OneObserver,
  output: Observer,
  errors: ['not_found'],
})

export const removeObserverV3 = endpoint({
  name: 'removeObserverV3',
  method: 'DELETE',
  path: '/v3/signature-requests/{id}/observers/{obs}',
  summary: 'Remove an observer.',
  ...byApiUser,
  params: OneObserver,
  errors: ['not_found'],
})

export const getReportV2 = endpoint({
  name: 'getReportV2',
  method: 'GET',
  path: '/v2/signature-requests/{id}/report',
  summary: 'Get the audit trail of a request that was sent: PDF (signed and timestamped), JSON or HTML.',
  ...byApiUser,
  params: ById,
  query: z.object({ type: z._default(z.enum(['PDF', 'JSON', 'HTML']), 'PDF') }),
  output: binary('application/pdf', 'application/json', 'text/html'),
  errors: ['not_found', 'service.saturated', 'service.unavailable'],
})
export const getReportV3 = endpoint({
  ...getReportV2,
  name: 'getReportV3',
  path: '/v3/signature-requests/{id}/report',
})
