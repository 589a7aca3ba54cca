import { readByteRange } from '../inspection/byte-range.ts'
import type { ByteRange, ByteRangeProblem } from '../inspection/byte-range.ts'
import { entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { listFormFields } from '../reader/form-fields.ts'
import { isDict, isName, isString } from '../reader/objects.ts'
import type { PdfDict } from '../reader/objects.ts'
import { sliceSource } from '../reader/source.ts'
import { decodeTextString, parsePdfDate } from '../text-string.ts'
import { trimContents } from './signature-bytes.ts'

/** A signed field as it stands in the file; nothing of it has been verified yet. */
export interface SignedField {
  readonly fieldName: string
  readonly kind: 'signature' | 'document_timestamp'
  readonly subFilter: string
  readonly cms: Uint8Array
  readonly range: ByteRange | ByteRangeProblem | 'not_a_revision'
  /** From /M, /Reason, /Location and /Name: what the signer claims. */
  readonly claimedTime?: Date
  readonly reason?: string
  readonly location?: string
  readonly claimedName?: string
}

/** The signed fields, in the order in which they were signed. */
export function listSignedFields(document: PdfDocument): SignedField[] {
  const fields = listFormFields(document).flatMap((field) => {
    const signature = field.type === 'Sig' ? resolve(document, field.value) : null
    return isDict(signature) ? [describe(document, field.name, signature)] : []
  })
  return fields.sort((a, b) => endOf(a) - endOf(b))
}

export const endOf = ({ range }: SignedField): number => (typeof range === 'string' ? Infinity : range.end)

function describe(document: PdfDocument, fieldName: string, signature: PdfDict): SignedField {
  const text = (key: string) => {
    const value = entryOf(document, signature, key)
    return isString(value) ? decodeTextString(value.bytes) : undefined
  }
  const subFilter = entryOf(document, signature, 'SubFilter')
  const contents = entryOf(document, signature, 'Contents')
  const range = readByteRange(document, signature)
  return {
    fieldName,
    kind: isName(subFilter) && subFilter.name === 'ETSI.RFC3161' ? 'document_timestamp' : 'signature',
    subFilter: isName(subFilter) ? subFilter.name : '',
    cms: isString(contents) ? trimContents(contents.bytes) : new Uint8Array(),
    range: typeof range === 'string' || endsRevision(document, range.end) ? range : 'not_a_revision',
    ...defined({
      claimedTime: parsePdfDate(text('M') ?? ''),
      reason: text('Reason'),
      location: text('Location'),
      claimedName: text('Name'),
    }),
  }
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
