import { PdfError } from '../pdf-error.ts'
import { limits, spend } from './budget.ts'
import { isDigit, isWhite, readInteger, readKeyword, readRegular, skipWhite } from './lexer.ts'
import type { Cursor } from './lexer.ts'
import { isDict } from './objects.ts'
import { parseObject } from './parser.ts'
import type { XrefSection } from './xref-chain.ts'
import type { XrefEntry, XrefRange } from './xref-section.ts'

const ENTRY = 20 // bytes, ISO 32000-2 §7.5.4

/** Reads a table after its keyword `xref`, with its trailer. Entries of the regular 20 bytes are read only when asked for. */
export function parseXrefTable(cursor: Cursor): Omit<XrefSection, 'offset' | 'kind'> {
  const ranges: XrefRange[] = []
  while (!readKeyword(cursor, 'trailer')) {
    const first = readInteger(cursor)
    const count = readInteger(cursor)
    if (first === undefined || count === undefined || first + count > limits.objectNumber + 1) {
      throw new PdfError('damaged', 'A cross-reference table is damaged')
    }
    skipWhite(cursor)
    if (count > 0)
      ranges.push(
        isRegular(cursor, count) ? regularRange(cursor, first, count) : looseRange(cursor, first, count),
      )
  }
  const trailer = parseObject(cursor)
  if (!isDict(trailer)) throw new PdfError('damaged', 'The trailer is not a dictionary')
  return { ranges, trailer, ...(cursor.isMalformed ? { isMalformed: true } : {}) }
}

/** Whether each entry is one of 20 bytes, and the section ends there: readers compute other offsets from what is no digit. */
function isRegular(cursor: Cursor, count: number): boolean {
  const { bytes, pos } = cursor
  const end = pos + count * ENTRY
  if (end > bytes.length) return false
  if (bytes[end] !== 0x74 && !isDigit(bytes[end])) return false
  for (let at = pos; at < end; at += ENTRY) if (!isEntry(bytes, at)) return false
  return true
}

function isEntry(bytes: Uint8Array, at: number): boolean {
  const type = bytes[at + 17]
  if (bytes[at + 10] !== 0x20 || bytes[at + 16] !== 0x20 || (type !== 0x6e && type !== 0x66)) return false
  if (!isWhite(bytes[at + 18]) || !isWhite(bytes[at + 19])) return false
  for (let i = 0; i < 16; i++) if (i !== 10 && !isDigit(bytes[at + i])) return false
  return true
}

function regularRange(cursor: Cursor, first: number, count: number): XrefRange {
  const { bytes, pos: base } = cursor
  cursor.pos += count * ENTRY
  const number = (at: number, size: number) => {
    let value = 0
    for (let i = 0; i < size; i++) value = value * 10 + (bytes[at + i] ?? 48) - 48
    return value
  }
  return {
    first,
    count,
    entry: (index) => {
      const at = base + index * ENTRY
      if (bytes[at + 17] !== 0x6e) return { type: 'free' }
      return { type: 'offset', offset: number(at, 10), gen: number(at + 11, 5) }
    },
  }
}

function looseRange(cursor: Cursor, first: number, count: number): XrefRange {
  const entries: XrefEntry[] = []
  const base = cursor.pos
  let isLoose = false
  for (let i = 0; i < count; i++) {
    spend(cursor.budget, 15)
    const offset = readInteger(cursor)
    const gen = readInteger(cursor)
    skipWhite(cursor)
    const type = readRegular(cursor)
    if (offset === undefined || gen === undefined || (type !== 'n' && type !== 'f')) {
      throw new PdfError('damaged', 'A cross-reference table is damaged')
    }
    entries.push(type === 'n' ? { type: 'offset', offset, gen } : { type: 'free' })
    isLoose ||= !isEntry(cursor.bytes, base + i * ENTRY)
  }
  return { first, count, entry: (index) => entries[index] ?? { type: 'free' }, isLoose }
}
