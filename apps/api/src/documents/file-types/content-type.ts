import type { ContentKind } from '#api/documents/documents/uploads/sniff.ts'
import { type Refusal, wrongField } from '#api/platform/refusal.ts'
import type { OfficeKind } from '#api/providers/office/port.ts'
import { openXmlContentType as openXml, typeOfName } from './attachment-type.ts'

/** The content type that a caller names for a file, and the field that names it. */
export interface NamedContentType {
  readonly value: string
  readonly field: string
}

const zip = ['application/zip', 'application/x-zip-compressed']

/** What programs and operating systems also call these. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['application/x-pdf'],
  'application/rtf': ['text/rtf', 'application/msword'],
  'image/jpeg': ['image/jpg', 'image/pjpeg'],
  'image/png': ['image/x-png'],
  'text/csv': ['text/plain', 'application/csv', 'application/vnd.ms-excel'],
  // By the name of the older format of the same program, of its templates, or of what holds it.
  [openXml('wordprocessingml.document')]: [
    'application/msword',
    openXml('wordprocessingml.template'),
    ...zip,
  ],
  [openXml('spreadsheetml.sheet')]: ['application/vnd.ms-excel', openXml('spreadsheetml.template'), ...zip],
  [openXml('presentationml.presentation')]: [
    'application/vnd.ms-powerpoint',
    openXml('presentationml.template'),
    ...zip,
  ],
}

/** They say only that it is a file. */
const saysNothing = new Set(['', 'application/octet-stream', 'binary/octet-stream'])

export function namedContentType(
  value: string | null | undefined,
  field = 'content_type',
): NamedContentType | undefined {
  return value == null ? undefined : { value, field }
}

/** RTF, which is no attachment, is a document. */
export const contentTypeOf = (kind: ContentKind | OfficeKind): string =>
  typeOfName(`document.${kind}`)?.contentType ?? 'application/rtf'

/** The refusal of a content type that names another kind of file than it is. Parameters (`charset`) don't count (RFC 9110 §8.3.1). */
export function otherContentType(named: NamedContentType | undefined, contentType: string): Refusal | null {
  if (!named) return null
  const [value = ''] = named.value.toLowerCase().split(';', 1)
  const type = value.trim()
  if (saysNothing.has(type) || type === contentType || aliases[contentType]?.includes(type)) return null
  return wrongField(
    named.field,
    'mismatch',
    `The file is ${contentType}, not what the content type says. Correct it or leave it out.`,
  )
}
