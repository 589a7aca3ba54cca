import { docMdpPermission } from '../../certification.ts'
import { readByteRange } from '../../inspection/byte-range.ts'
import type { ByteRange, ByteRangeProblem } from '../../inspection/byte-range.ts'
import { entryOf, resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { listFormFields } from '../../reader/form-fields.ts'
import type { FormField } from '../../reader/form-fields.ts'
import { isDict, isName, isString } from '../../reader/objects.ts'
import type { PdfDict } from '../../reader/objects.ts'
import { sliceSource } from '../../reader/source.ts'
import { decodeTextString, parsePdfDate } from '../../text-string.ts'
import { trimContents } from './signature-bytes.ts'
import { placeProblem } from './signature-place.ts'
import type { PlaceProblem } from './signature-place.ts'

/** A signed field as it is in the file; nothing of it has been verified yet. */
export interface SignedField {
  readonly fieldName: string
  readonly kind: 'signature' | 'document_timestamp'
  readonly subFilter: string
  readonly cms: Uint8Array
  readonly range: ByteRange | RangeProblem
  /** The DocMDP permission it states, if it certifies. */
  readonly certifies?: 1 | 2 | 3
  /** From /M, /Reason, /Location and /Name: what the signer claims. */
  readonly claimedTime?: Date
  readonly reason?: string
  readonly location?: string
  readonly claimedName?: string
  readonly contact?: string
}

export type RangeProblem = ByteRangeProblem | 'not_a_revision' | PlaceProblem

/** The signed fields, in the order in which they were signed. */
export function listSignedFields(document: PdfDocument): SignedField[] {
  const seen = new Set<PdfDict>()
  const fields = listFormFields(document).flatMap((field) => {
    const signature = field.type === 'Sig' ? resolve(document, field.value) : null
    if (!isDict(signature)) return []
    const described = describe(document, field, signature)
    const isCopy = seen.has(signature)
    seen.add(signature)
    return [isCopy ? { ...described, range: 'ambiguous' as const } : described]
  })
  return fields.sort((a, b) => endOf(a) - endOf(b))
}

export const endOf = ({ range }: SignedField): number => (typeof range === 'string' ? Infinity : range.end)

function describe(document: PdfDocument, field: FormField, signature: PdfDict): SignedField {
  const text = (key: string) => {
    const value = entryOf(document, signature, key)
    return isString(value) ? decodeTextString(value.bytes) : undefined
  }
  const subFilter = entryOf(document, signature, 'SubFilter')
  const contents = entryOf(document, signature, 'Contents')
  return {
    fieldName: field.name,
    kind: isName(subFilter) && subFilter.name === 'ETSI.RFC3161' ? 'document_timestamp' : 'signature',
    subFilter: isName(subFilter) ? subFilter.name : '',
    cms: isString(contents) ? trimContents(contents.bytes) : new Uint8Array(),
    range: rangeOf(document, field, signature),
    ...defined({
      certifies: docMdpPermission(document, signature),
      claimedTime: parsePdfDate(text('M') ?? ''),
      reason: text('Reason'),
      location: text('Location'),
      claimedName: text('Name'),
      contact: text('ContactInfo'),
    }),
  }
}

function rangeOf(document: PdfDocument, field: FormField, signature: PdfDict): ByteRange | RangeProblem {
  const range = readByteRange(document, signature)
  if (typeof range === 'string') return range
  if (!endsRevision(document, range.end)) return 'not_a_revision'
  return placeProblem(document, field, signature, range) ?? range
}

/** A signature covers whole revisions: the bytes up to its end close with the end-of-file mark. */
function endsRevision(document: PdfDocument, end: number): boolean {
  const closing = Buffer.from(sliceSource(document.source, Math.max(0, end - 16), end)).toString('latin1')
  return /%%EOF[\s\0]*$/.test(closing)
}

/** The entries that are there. */
function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
