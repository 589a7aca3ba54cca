import * as z from 'zod/mini'
import { documentErrors } from '../documents.ts'
import { binary, endpoint } from '../endpoint.ts'
import { Position } from '../positions.ts'
import { Base64, Id, Instant, line, wholeNumber } from '../values.ts'
import { namesOf } from './published-names.ts'

/** Documents of API users. A document never changes: each signature makes a new one whose `parent_id` is the old one. */

const byApiUser = { credential: 'api-user', scope: 'signature_requests' } as const
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
const ById = z.object({ id: Id })

export const ApiDocument = z.object({
  id: Id,
  /** The version before. */
  parent_id: z.nullable(Id),
  title: z.string(),
  content_type: z.string(),
  size: z.int(),
  page_count: z.int(),
  /** Of the first page, in points: the unit of positions. */
  page_width: z.int(),
  page_height: z.int(),
  signature_fields: z.array(
    z.object({ name: z.string(), signed: z.boolean(), positions: z.array(Position) }),
  ),
  /** The API user’s name, or the email of an account. */
  owner: z.string(),
  read_access: z.array(z.string()),
  write_access: z.array(z.string()),
  created_at: Instant,
  updated_at: Instant,
})
export type ApiDocument = z.infer<typeof ApiDocument>

/** An https address that a file is fetched from. */
export const FileUrl = z.string().check(z.minLength(1), z.maxLength(2048))

const uploadErrors = [
  ...documentErrors,
  'business.payment_required',
  'plan.not_included',
  'service.saturated',
  'validation.failed',
] as const

export const uploadDocumentV2 = endpoint({
  name: 'uploadDocumentV2',
  method: 'POST',
  path: '/v2/documents',
  summary: 'Upload a document: its content, or an https URL it is fetched from (`file_url`).',
  ...byApiUser,
  carriesFiles: true,
  fileMembers: ['content'],
  nullNames: namesOf(ApiDocument),
  body: z.object({
    title: optional(line(200)),
    content: optional(Base64),
    content_type: optional(line(100)),
    file_url: optional(FileUrl),
  }),
  output: ApiDocument,
  errors: uploadErrors,
})
export const uploadDocumentV3 = endpoint({
  ...uploadDocumentV2,
  name: 'uploadDocumentV3',
  path: '/v3/documents',
})

export const listDocumentsV2 = endpoint({
  name: 'listDocumentsV2',
  method: 'GET',
  path: '/v2/documents',
  summary: 'List documents: those uploaded, and the newest version of those in requests. Newest first.',
  ...byApiUser,
  query: z.object({
    page_number: z._default(wholeNumber(1, 1_000_000), 1),
    page_size: z._default(wholeNumber(1, 1000), 1000),
  }),
  output: z.array(ApiDocument),
})
export const listDocumentsV3 = endpoint({
  ...listDocumentsV2,
  name: 'listDocumentsV3',
  path: '/v3/documents',
})

export const getDocumentV2 = endpoint({
  name: 'getDocumentV2',
  method: 'GET',
  path: '/v2/documents/{id}',
  summary: 'Get a document, or any version of one.',
  ...byApiUser,
  params: ById,
  output: ApiDocument,
  errors: ['not_found'],
})
export const getDocumentV3 = endpoint({ ...getDocumentV2, name: 'getDocumentV3', path: '/v3/documents/{id}' })

export const deleteDocumentV2 = endpoint({
  name: 'deleteDocumentV2',
  method: 'DELETE',
  path: '/v2/documents/{id}',
  summary: 'Delete a document that isn’t part of a request.',
  ...byApiUser,
  params: ById,
  errors: ['not_found', 'document.in_use'],
})
export const deleteDocumentV3 = endpoint({
  ...deleteDocumentV2,
  name: 'deleteDocumentV3',
  path: '/v3/documents/{id}',
})

export const getDocumentContentV2 = endpoint({
  name: 'getDocumentContentV2',
  method: 'GET',
  path: '/v2/documents/{id}/content',
  summary:
    'Download a document: the file, or with `Accept: application/json` an object `{content_type, content_size, content}` with the content in base64.',
  ...byApiUser,
  params: ById,
  output: binary('application/pdf', 'application/json'),
  errors: ['document.deleted', 'not_found'],
})
export const getDocumentContentV3 = endpoint({
  ...getDocumentContentV2,
  name: 'getDocumentContentV3',
  path: '/v3/documents/{id}/content',
})

export const getDocumentPageV2 = endpoint({
  name: 'getDocumentPageV2',
  method: 'GET',
  path: '/v2/documents/{id}/pages/{n}',
  summary:
    'Get the image of a page. `n` counts from 0; `scale`, as a query parameter or a header, is 100 for 144 dpi.',
  ...byApiUser,
  params: z.object({ id: Id, n: wholeNumber(0, 99999) }),
  query: z.object({ scale: z.optional(wholeNumber(10, 300)) }),
  output: binary('image/webp'),
  errors: ['document.deleted', 'not_found', 'service.saturated', 'document.too_complex', 'validation.failed'],
})
export const getDocumentPageV3 = endpoint({
  ...getDocumentPageV2,
  name: 'getDocumentPageV3',
  path: '/v3/documents/{id}/pages/{n}',
})
