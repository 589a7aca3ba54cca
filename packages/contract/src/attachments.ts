import * as z from 'zod/mini'
import { binary, endpoint } from './endpoint.ts'
import { SignatureRequest } from './signature-request-shapes.ts'
import { Base64, Id, line } from './values.ts'

const ById = z.object({ id: Id })

/** A file as JSON. Taken are PDF, Office files, GIF, JPEG, PNG and text, up to 40 MB. A content type of another kind is refused. */
export const AttachedFile = z.object({
  filename: line(200, 1),
  content_type: z.optional(line(150)),
  content: Base64,
})

export const addAttachment = endpoint({
  name: 'addAttachment',
  method: 'POST',
  path: '/v3/signature-requests/{id}/attachments',
  summary: 'Add an attachment: a file that isn’t signed, as multipart (`file`) or JSON.',
  credential: 'user',
  carriesFiles: true,
  params: ById,
  body: { upload: AttachedFile },
  output: SignatureRequest,
  status: 201,
  errors: [
    'email.limit_reached',
    'not_found',
    'request.already_signed',
    'request.not_open',
    'request.too_many_attachments',
    'attachment.type_not_taken',
    'document.too_large',
    'media.unsupported',
    'validation.failed',
  ],
})

const OneAttachment = z.object({ id: Id, attId: Id })

export const removeAttachment = endpoint({
  name: 'removeAttachment',
  method: 'DELETE',
  path: '/v3/signature-requests/{id}/attachments/{attId}',
  summary: 'Remove an attachment, before the first signature.',
  credential: 'user',
  params: OneAttachment,
  output: SignatureRequest,
  errors: ['email.limit_reached', 'not_found', 'request.already_signed', 'request.not_open'],
})

export const downloadAttachment = endpoint({
  name: 'downloadAttachment',
  method: 'GET',
  path: '/v3/signature-requests/{id}/attachments/{attId}/content',
  summary: 'Download an attachment.',
  credential: 'user',
  params: OneAttachment,
  output: binary('application/octet-stream'),
  errors: ['not_found'],
})

export const downloadDirectAttachment = endpoint({
  ...downloadAttachment,
  name: 'downloadDirectAttachment',
  path: '/v3/direct/signature-requests/{id}/attachments/{attId}/content',
  credential: 'token',
  query: z.object({ token: z.string().check(z.minLength(1), z.maxLength(500)) }),
})
