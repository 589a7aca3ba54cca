import { PdfError } from '../pdf-error.ts'
import { limits, spend } from './budget.ts'
import { isWhite, readInteger, readKeyword, startsWith } from './lexer.ts'
import type { Cursor } from './lexer.ts'
import { isDict } from './objects.ts'
import type { PdfDict, PdfObject } from './objects.ts'
import { parseObject } from './parser.ts'
import { asBuffer } from './source.ts'

export interface IndirectObject {
  readonly num: number
  readonly gen: number
  readonly value: PdfObject
}

/**
 * Reads `num gen obj … endobj` at the cursor. `lengthOf` gives a stream's length (it may be a reference);
 * where it is wrong, the data goes up to `endstream` or `endobj`, as other readers take it.
 */
export function parseIndirectObject(
  cursor: Cursor,
  lengthOf: (dict: PdfDict) => number | undefined,
): IndirectObject {
  const num = readInteger(cursor)
  const gen = readInteger(cursor)
  if (num === undefined || gen === undefined || !readKeyword(cursor, 'obj') || num > limits.objectNumber) {
    throw new PdfError('damaged', 'There is no object where the cross-reference says')
  }
  if (readKeyword(cursor, 'endobj')) return { num, gen, value: null }
  const value = parseObject(cursor)
  if (!isDict(value) || !readKeyword(cursor, 'stream')) return { num, gen, value }
  return { num, gen, value: { kind: 'stream', dict: value, data: readStreamData(cursor, lengthOf(value)) } }
}

function readStreamData(cursor: Cursor, length: number | undefined): Uint8Array {
  const { bytes } = cursor
  if (bytes[cursor.pos] === 13) cursor.pos++
  if (bytes[cursor.pos] === 10) cursor.pos++
  const start = cursor.pos
  if (length !== undefined && length >= 0 && start + length <= bytes.length) {
    let after = start + length
    while (isWhite(bytes[after]) && after < start + length + 4) after++
    if (startsWith(bytes, after, 'endstream')) {
      cursor.pos = after + 9
      return bytes.subarray(start, start + length)
    }
  }
  const found = endOfData(bytes, start)
  spend(cursor.budget, ((found < 0 ? bytes.length : found) - start) >> 6)
  if (found < 0) throw new PdfError('damaged', 'A stream is not closed')
  cursor.pos = startsWith(bytes, found, 'endstream') ? found + 9 : found
  let end = found
  if (bytes[end - 1] === 10 && end > start) end--
  if (bytes[end - 1] === 13 && end > start) end--
  return bytes.subarray(start, end)
}

/** The end of the object ends its stream too: else the data would go on into what follows, or is appended one day. */
function endOfData(bytes: Uint8Array, start: number): number {
  const closing = asBuffer(bytes).indexOf('endstream', start, 'latin1')
  const limit = closing < 0 ? bytes.length : closing
  const end = asBuffer(bytes.subarray(start, limit)).indexOf('endobj', 0, 'latin1')
  return end < 0 ? closing : start + end
}
