/** How a kind of file is told by its content. */
export type Shape =
  | { readonly by: 'start'; readonly starts: readonly string[] }
  /** Office Open XML (ECMA-376): a zip whose parts lie in a folder of this name. */
  | { readonly by: 'ooxml'; readonly folder: string }
  /** OpenDocument 1.2 part 3 §3.3: a zip that begins with its media type. */
  | { readonly by: 'opendocument' }
  /** [MS-CFB]: a compound file with a stream of one of these names. */
  | { readonly by: 'compound'; readonly streams: readonly string[] }
  | { readonly by: 'text' }

export interface AttachmentType {
  readonly contentType: string
  readonly shape: Shape
}

export const openXmlContentType = (kind: string): string =>
  `application/vnd.openxmlformats-officedocument.${kind}`

const openXml = (kind: string, folder: string): AttachmentType => ({
  contentType: openXmlContentType(kind),
  shape: { by: 'ooxml', folder },
})
const openDocument = (kind: string): AttachmentType => ({
  contentType: `application/vnd.oasis.opendocument.${kind}`,
  shape: { by: 'opendocument' },
})
const compound = (contentType: string, ...streams: string[]): AttachmentType => ({
  contentType,
  shape: { by: 'compound', streams },
})
const starting = (contentType: string, ...starts: string[]): AttachmentType => ({
  contentType,
  shape: { by: 'start', starts },
})

/** The closed list of what is attached, by the ending of the name. No other content type is ever handed out. */
const types: Readonly<Record<string, AttachmentType>> = {
  pdf: starting('application/pdf', '%PDF-'),
  gif: starting('image/gif', 'GIF87a', 'GIF89a'),
  jpg: starting('image/jpeg', '\xFF\xD8\xFF'),
  jpeg: starting('image/jpeg', '\xFF\xD8\xFF'),
  png: starting('image/png', '\x89PNG\r\n\x1A\n'),
  docx: openXml('wordprocessingml.document', 'word/'),
  xlsx: openXml('spreadsheetml.sheet', 'xl/'),
  pptx: openXml('presentationml.presentation', 'ppt/'),
  odt: openDocument('text'),
  ods: openDocument('spreadsheet'),
  odp: openDocument('presentation'),
  doc: compound('application/msword', 'WordDocument'),
  xls: compound('application/vnd.ms-excel', 'Workbook', 'Book'),
  ppt: compound('application/vnd.ms-powerpoint', 'PowerPoint Document'),
  txt: { contentType: 'text/plain', shape: { by: 'text' } },
  csv: { contentType: 'text/csv', shape: { by: 'text' } },
}

/** What a file of this name has to be; null where its kind is not taken. */
export function typeOfName(name: string): AttachmentType | null {
  const ending = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(types, ending) ? (types[ending] ?? null) : null
}
