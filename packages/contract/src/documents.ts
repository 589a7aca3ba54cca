import * as z from 'zod/mini'
import { binary, endpoint } from './endpoint.ts'
import { fieldTypes } from './field-rules.ts'
import { FormFieldOfDocument } from './form-fields.ts'
import { Position } from './positions.ts'
import { Base64, Id, Instant, line, wholeNumber } from './values.ts'

/** 7.4: documents. A document never changes: each change is a new one whose `parent_id` is the old. */

/** Width and height are points of the page as displayed (after Rotate, CropBox and UserUnit). */
export const Page = z.object({ index: z.int(), width: z.number(), height: z.number() })

export const Document = z.object({
  id: Id,
  parent_id: z.nullable(Id),
  name: z.string(),
  title: z.string(),
  content_type: z.string(),
  size: z.int(),
  /** Hexadecimal SHA-256 of the content. */
  sha256: z.string(),
  page_count: z.int(),
  page_width: z.number(),
  page_height: z.number(),
  pages: z.array(Page),
  signature_fields: z.array(
    z.object({ name: z.string(), signed: z.boolean(), positions: z.array(Position) }),
  ),
  /** What it already asks people to fill in: each can be given to a signer. */
  form_fields: z.array(FormFieldOfDocument),
  /**
   * Why signers can’t be given fields in it: its form is kept as XFA or calculates values by scripts. `certified` and `signed`:
   * they can be given the fields that it has, and no new ones; nor can a signature show in several places. `certified`: they
   * can sign in its own free signature fields alone.
   */
  form_problem: z.nullable(z.enum(['xfa', 'calculated', 'certified', 'signed'])),
  /** It had scripts when it was uploaded and was taken in without them, as its sender asked. */
  scripts_removed: z.boolean(),
  /**
   * Names of its signature fields that demand what no signature of this service is (`/SV`, ISO 32000-2 Table 237): they are not among
   * `signature_fields`, and nobody can sign in them.
   */
  seed_value_fields: z.array(z.string()),
  created_at: Instant,
})
export type Document = z.infer<typeof Document>

/** A file as JSON. Multipart with one part named `file` says the same with less. A content type of another kind is refused. */
export const UploadedFile = z.object({
  name: line(255, 1),
  content_type: z.optional(line(100)),
  content: Base64,
})

/** What a file that comes to be signed may be refused with. */
export const documentErrors = [
  'document.not_a_pdf',
  'document.office_not_taken',
  'document.conversion_failed',
  'document.too_large',
  'document.damaged',
  'document.unsupported_filter',
  'document.encrypted',
  'document.signed_and_encrypted',
  'document.no_pages',
  'document.too_many_pages',
  'document.certified_no_changes',
  'document.certified_no_free_field',
  'document.certified_hidden_field',
  'document.certified_seed_value',
  'document.not_signable',
  'document.field_locked',
  'document.active_content',
  'document.dynamic_form',
  'document.signed_and_damaged',
  'document.too_complex',
  'document.image_too_large',
] as const

const DocumentPage = z.object({ id: Id, n: wholeNumber(0, 99999) })
const scale = z._default(wholeNumber(10, 300), 100)
const token = z.string().check(z.minLength(1), z.maxLength(500))

/** Text of a page where it stands, for the layer that is selected, searched and read aloud. */
export const PageText = z.object({
  width: z.number(),
  height: z.number(),
  /** Runs in reading order; x, y, width and height in points as displayed, from the top left. */
  runs: z.array(
    z.object({
      text: z.string(),
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      font_size: z.number(),
    }),
  ),
})
export type PageText = z.infer<typeof PageText>

const signed = z.optional(z.enum(['true', 'false']))

export const getDocument = endpoint({
  name: 'getDocument',
  method: 'GET',
  path: '/v3/documents/{id}',
  summary: 'Get a document: its pages, size and hash.',
  credential: 'user',
  params: z.object({ id: Id }),
  output: Document,
  errors: ['not_found'],
})

export const downloadDocument = endpoint({
  name: 'downloadDocument',
  method: 'GET',
  path: '/v3/documents/{id}/download',
  summary: 'Download a document. With `signed=true`, its latest signed version.',
  credential: 'user',
  params: z.object({ id: Id }),
  query: z.object({ signed }),
  output: binary('application/pdf'),
  errors: ['document.deleted', 'not_found'],
})

export const getDocumentPage = endpoint({
  name: 'getDocumentPage',
  method: 'GET',
  path: '/v3/documents/{id}/pages/{n}',
  summary: 'Get the image of a page. `n` counts from 0; scale 100 is 144 dpi, 20 a thumbnail.',
  credential: 'user',
  params: DocumentPage,
  query: z.object({ scale }),
  output: binary('image/webp'),
  errors: ['document.deleted', 'not_found', 'service.saturated', 'document.too_complex'],
})

export const getDocumentPageText = endpoint({
  name: 'getDocumentPageText',
  method: 'GET',
  path: '/v3/documents/{id}/pages/{n}/text',
  summary: 'Get the text of a page, with positions.',
  credential: 'user',
  params: DocumentPage,
  output: PageText,
  errors: ['document.deleted', 'not_found', 'service.saturated', 'document.too_complex'],
})

/** What a text tag may ask for. The buttons of a radio group are in several places: a tag has one. */
export const TagType = z.enum(['SIGNATURE', ...fieldTypes.filter((type) => type !== 'RADIO')])

/**
 * Words in the document that say who signs or fills in a field there, such as `{{s1}}`, `[[sign:anna@example.org]]`,
 * `{{text:1:Place of birth*}}`, `{{date:1}}` or `{{dropdown:2:Room:North|South}}`.
 */
export const DocumentTag = z.object({
  text: z.string(),
  type: TagType,
  /** Of a field; null where the tag says none. */
  label: z.nullable(z.string()),
  /** With an asterisk after the label. */
  required: z.boolean(),
  /** Several lines of text. */
  multiline: z.boolean(),
  /** Of a DROPDOWN. */
  options: z.array(z.string()),
  /** The signer's place in the list, from 1; null where an email says who. */
  number: z.nullable(z.int()),
  email: z.nullable(z.string()),
  /** Where the signature or the field would be: over the tag. */
  position: Position,
})
export type DocumentTag = z.infer<typeof DocumentTag>

export const DocumentTags = z.object({
  items: z.array(DocumentTag),
  /** Fewer than the document has where reading on would take too long. */
  pages_read: z.int(),
})
export type DocumentTags = z.infer<typeof DocumentTags>

export const getDocumentTags = endpoint({
  name: 'getDocumentTags',
  method: 'GET',
  path: '/v3/documents/{id}/tags',
  summary: 'List the text tags in a document that mark where someone signs or fills in a field.',
  credential: 'user',
  params: z.object({ id: Id }),
  output: DocumentTags,
  errors: ['document.deleted', 'not_found', 'service.saturated', 'document.too_complex'],
})

export const getDirectDocument = endpoint({
  ...getDocument,
  name: 'getDirectDocument',
  path: '/v3/direct/documents/{id}',
  credential: 'direct-or-token',
  query: z.object({ token: z.optional(token) }),
})

export const downloadDirectDocument = endpoint({
  ...downloadDocument,
  name: 'downloadDirectDocument',
  path: '/v3/direct/documents/{id}/download',
  credential: 'token',
  query: z.object({ signed, token }),
})

export const getDirectDocumentPage = endpoint({
  ...getDocumentPage,
  name: 'getDirectDocumentPage',
  path: '/v3/direct/documents/{id}/pages/{n}',
  credential: 'token',
  query: z.object({ scale, token }),
})

export const getDirectDocumentPageText = endpoint({
  ...getDocumentPageText,
  name: 'getDirectDocumentPageText',
  path: '/v3/direct/documents/{id}/pages/{n}/text',
  credential: 'token',
  query: z.object({ token }),
})

export const deleteDocument = endpoint({
  name: 'deleteDocument',
  method: 'DELETE',
  path: '/v3/documents/{id}',
  summary: 'Delete a document of the account that isn’t part of a request.',
  credential: 'user',
  params: z.object({ id: Id }),
  errors: ['not_found', 'document.in_use'],
})
