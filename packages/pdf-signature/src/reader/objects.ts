/** The object types of ISO 32000-2 §7.3 as plain data. */
export type PdfObject =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfRef
  | PdfObject[]
  | PdfDict
  | PdfStream
  | PdfRaw

/** A name, decoded (#xx resolved), one character per byte. */
export interface PdfName {
  readonly kind: 'name'
  readonly name: string
}

/** A string, decoded to its bytes. */
export interface PdfString {
  readonly kind: 'string'
  readonly bytes: Uint8Array
  /** As it was written, where that has ends of lines that readers may keep or turn into one character. */
  readonly written?: Uint8Array
}

export interface PdfRef {
  readonly kind: 'ref'
  readonly num: number
  readonly gen: number
}

export interface PdfDict {
  readonly kind: 'dict'
  readonly entries: Map<string, PdfObject>
  /** Says a key more than once; the last is taken, as most readers do, but some take the first. */
  readonly ambiguous?: true
}

/** A stream with its data as stored (filters not applied). */
export interface PdfStream {
  readonly kind: 'stream'
  readonly dict: PdfDict
  readonly data: Uint8Array
}

/** Text written as it stands; only the writer makes these. `mark` lets the caller find where it was written. */
export interface PdfRaw {
  readonly kind: 'raw'
  readonly text: string
  readonly mark?: string
}

export const name = (value: string): PdfName => ({ kind: 'name', name: value })
export const ref = (num: number, gen = 0): PdfRef => ({ kind: 'ref', num, gen })
export const bytesString = (bytes: Uint8Array, written?: Uint8Array): PdfString =>
  written ? { kind: 'string', bytes, written } : { kind: 'string', bytes }
export const dict = (entries: Record<string, PdfObject> = {}): PdfDict => ({
  kind: 'dict',
  entries: new Map(Object.entries(entries)),
})
export const stream = (entries: Record<string, PdfObject>, data: Uint8Array): PdfStream => ({
  kind: 'stream',
  dict: dict(entries),
  data,
})

type TaggedObject = PdfName | PdfString | PdfRef | PdfDict | PdfStream | PdfRaw

function isKind<K extends TaggedObject['kind']>(
  value: PdfObject | undefined,
  kind: K,
): value is TaggedObject & { kind: K } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && value.kind === kind
}

export const isName = (value: PdfObject | undefined): value is PdfName => isKind(value, 'name')
export const isString = (value: PdfObject | undefined): value is PdfString => isKind(value, 'string')
export const isRef = (value: PdfObject | undefined): value is PdfRef => isKind(value, 'ref')
export const isDict = (value: PdfObject | undefined): value is PdfDict => isKind(value, 'dict')
export const isStream = (value: PdfObject | undefined): value is PdfStream => isKind(value, 'stream')

/** A copy whose entries may be changed without changing what the reader has cached. */
export function copyDict(original: PdfDict): PdfDict {
  return { kind: 'dict', entries: new Map(original.entries) }
}
