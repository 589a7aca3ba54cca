import * as z from 'zod/mini'
import { binary, endpoint } from '../endpoint.ts'
import { Base64, Id, line } from '../values.ts'
import { namesOf } from './published-names.ts'
import { Attachment, SignatureRequestV2, SignatureRequestV3 } from './shapes.ts'

/** Files that go with a signature request of an API user and aren’t signed. */

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
  nullNames: namesOf(Attachment),
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
  output: z.array(Attachment),
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
