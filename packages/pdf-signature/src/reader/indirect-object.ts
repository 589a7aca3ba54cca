import { PdfError } from '../pdf-error.ts'
import { limits, spendParsed } from './budget.ts'
import { closingKeyword } from './closing-keywords.ts'
import { isWhite, readInteger, readKeyword, startsWith } from './lexer.ts'
import type { Cursor } from './lexer.ts'
import { isDict } from './objects.ts'
import type { PdfDict, PdfObject } from './objects.ts'
import { parseObject } from './parser.ts'
import { wasWrittenAsReal } from './written-numbers.ts'

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
  const { num, gen, value } = parseHead(cursor)
  if (!isDict(value) || !readKeyword(cursor, 'stream')) return { num, gen, value }
  return { num, gen, value: { kind: 'stream', dict: value, data: readStreamData(cursor, lengthOf(value)) } }
}

/** The object without a stream's data. */
function parseHead(cursor: Cursor): IndirectObject {
  const start = cursor.pos
  try {
    return readHead(cursor)
  } finally {
    spendParsed(cursor.budget, cursor.pos - start)
  }
}

function readHead(cursor: Cursor): IndirectObject {
  const num = readInteger(cursor)
  const gen = readInteger(cursor)
  if (num === undefined || gen === undefined || !readKeyword(cursor, 'obj') || num > limits.objectNumber) {
    throw new PdfError('damaged', 'There is no object where the cross-reference says')
  }
  if (readKeyword(cursor, 'endobj')) return { num, gen, value: null }
  const value = parseObject(cursor)
  // It is in no array or dictionary for which that could be remembered.
  if (wasWrittenAsReal(cursor, value)) cursor.isMalformed = true
  return { num, gen, value }
}

const closing = 'endstream'

function readStreamData(cursor: Cursor, length: number | undefined): Uint8Array {
  const { bytes } = cursor
  if (bytes[cursor.pos] === 13) cursor.pos++
  if (bytes[cursor.pos] === 10) cursor.pos++
  const start = cursor.pos
  if (length !== undefined && length >= 0) {
    cursor.reach = start + length + closing.length
    let after = start + length
    while (isWhite(bytes[after]) && after < start + length + 4) after++
    if (startsWith(bytes, after, closing)) {
      cursor.pos = after + closing.length
      return bytes.subarray(start, start + length)
    }
  }
  // The end of the object ends its stream too: else the data would continue into what follows, or is appended one day.
  const found = closingKeyword(bytes, start, cursor.budget)
  if (found < 0) throw new PdfError('damaged', 'A stream is not closed')
  cursor.pos = startsWith(bytes, found, closing) ? found + closing.length : found
  let end = found
  if (bytes[end - 1] === 10 && end > start) end--
  if (bytes[end - 1] === 13 && end > start) end--
  return bytes.subarray(start, end)
}
