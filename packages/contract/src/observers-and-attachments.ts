import * as z from 'zod/mini'
import { binary, endpoint } from './endpoint.ts'
import { SignatureRequest } from './signature-request-shapes.ts'
import { Base64, Email, Id, line } from './values.ts'

/** 7.4 and 7.5: observers, and attachments, which accompany the documents without being signed. */

const ById = z.object({ id: Id })

export const addObserver = endpoint({
  name: 'addObserver',
  method: 'POST',
  path: '/v3/signature-requests/{id}/observers',
  summary:
    'Add an observer. Observers are emailed when the request ends; with an account they can follow it.',
  credential: 'user',
  params: ById,
  body: z.object({ email: Email }),
  output: SignatureRequest,
  status: 201,
  errors: ['email.limit_reached', 'not_found', 'validation.failed'],
})

export const removeObserver = endpoint({
  name: 'removeObserver',
  method: 'DELETE',
  path: '/v3/signature-requests/{id}/observers/{obs}',
  summary: 'Remove an observer, by ID or email. Allowed for the owner and the observer.',
  credential: 'user',
  params: z.object({ id: Id, obs: z.union([Id, Email]) }),
  output: SignatureRequest,
  errors: ['not_found'],
})

/** A file as JSON. Taken are PDF, Office files, GIF, JPEG, PNG and text, up to 40 MB. */
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

export const deleteDocument = endpoint({
  name: 'deleteDocument',
  method: 'DELETE',
  path: '/v3/documents/{id}',
  summary: 'Delete a document of the account that isn’t part of a request.',
  credential: 'user',
  params: ById,
  errors: ['not_found', 'document.in_use'],
})

export const autocompleteEmail = endpoint({
  name: 'autocompleteEmail',
  method: 'GET',
  path: '/v1/email_input_autocomplete',
  summary: 'Suggest recent contacts and signer groups by the beginning of a name or email.',
  credential: 'user',
  query: z.object({ input: line(200) }),
  output: z.object({
    items: z.array(z.object({ email: z.string(), name: z.nullable(z.string()) })),
    /** Of one’s signer groups those with it in their name. */
    groups: z.array(z.object({ id: Id, name: z.string(), member_count: z.int() })),
  }),
})
