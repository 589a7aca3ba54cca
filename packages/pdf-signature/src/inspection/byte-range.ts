import { spend } from '../reader/budget.ts'
import { arrayEntry, entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isString } from '../reader/objects.ts'
import type { PdfDict } from '../reader/objects.ts'
import { sliceSource } from '../reader/source.ts'

/** The two runs of bytes a signature covers (ISO 32000-2 §12.8.1), as offsets in the file. */
export interface ByteRange {
  /** Where the value of /Contents begins: its `<`. */
  readonly contentsStart: number
  /** Where it ends: just after its `>`. */
  readonly contentsEnd: number
  /** Where the signed revision ends. */
  readonly end: number
}

export type ByteRangeProblem = 'missing' | 'not_from_start' | 'outside_file' | 'hole_is_not_contents'

/**
 * The byte range of a signature dictionary, if it leaves out exactly its own /Contents and nothing else:
 * with any other gap, unsigned bytes could change what is shown.
 */
export function readByteRange(document: PdfDocument, signature: PdfDict): ByteRange | ByteRangeProblem {
  const numbers = (arrayEntry(document, signature, 'ByteRange') ?? []).map((item) => resolve(document, item))
  const contents = entryOf(document, signature, 'Contents')
  const [start, firstLength, secondStart, secondLength] = numbers
  if (numbers.length !== 4 || !isString(contents)) return 'missing'
  spend(document.budget, contents.bytes.length >> 4) // many fields may share one long signature
  if (!isOffset(start) || !isOffset(firstLength) || !isOffset(secondStart) || !isOffset(secondLength))
    return 'missing'
  if (start !== 0) return 'not_from_start'
  const end = secondStart + secondLength
  if (firstLength >= secondStart || end > document.source.length) return 'outside_file'
  const gap = sliceSource(document.source, firstLength, secondStart)
  if (gap[0] !== 0x3c || gap[gap.length - 1] !== 0x3e) return 'hole_is_not_contents'
  const digits = Buffer.from(gap).toString('latin1', 1, gap.length - 1)
  if (!/^[0-9A-Fa-f]*$/.test(digits) || digits.length !== contents.bytes.length * 2)
    return 'hole_is_not_contents'
  if (Buffer.compare(Buffer.from(digits, 'hex'), contents.bytes) !== 0) return 'hole_is_not_contents'
  return { contentsStart: firstLength, contentsEnd: secondStart, end }
}

const isOffset = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
