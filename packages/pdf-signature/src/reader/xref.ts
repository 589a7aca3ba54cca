import { PdfError } from '../pdf-error.ts'
import { limits, newBudget, spendParsed } from './budget.ts'
import type { Budget } from './budget.ts'
import { decodeStream } from './filters.ts'
import { parseIndirectObject } from './indirect-object.ts'
import { isWhite, readInteger, readKeyword } from './lexer.ts'
import type { Cursor } from './lexer.ts'
import { isStream } from './objects.ts'
import type { PdfDict, PdfObject } from './objects.ts'
import { asBuffer, cursorAt, skipWhiteAt, sliceSource } from './source.ts'
import type { Source } from './source.ts'
import { findAsToday } from './xref-readings.ts'
import { rangesOfStream } from './xref-section.ts'
import { parseXrefTable } from './xref-table.ts'
import type { Xref, XrefSection } from './xref-chain.ts'

/** Reads the chain of cross-reference sections, newest first. Throws `damaged` or `too_complex`. */
export function readXref(source: Source, budget: Budget): Xref {
  const sections: XrefSection[] = []
  const seen = new Set<number>()
  let offset: number | undefined = findStartXref(source)
  // Some producers write /Prev 0 in a first section: there is nothing before it.
  while (offset !== undefined && (offset > 0 || sections.length === 0) && !seen.has(offset)) {
    if (sections.length >= limits.xrefSections)
      throw new PdfError('too_complex', 'Too many cross-reference sections')
    seen.add(offset)
    const section = readSection(source, skipWhiteAt(source, offset), budget)
    sections.push(section)
    // A hybrid file's stream belongs to its table and comes after it, before /Prev (ISO 32000-2 §7.5.8.4).
    const hybrid = section.kind === 'table' ? integerOf(section.trailer, 'XRefStm') : undefined
    if (hybrid !== undefined && hybrid > 0 && !seen.has(hybrid)) {
      seen.add(hybrid)
      sections.push({ ...readSection(source, skipWhiteAt(source, hybrid), budget), isHybrid: true })
    }
    offset = integerOf(section.trailer, 'Prev')
  }
  const [newest] = sections
  if (!newest) throw new PdfError('damaged', 'There is no cross-reference section')
  const size = Math.max(...sections.map(sizeOf))
  return {
    trailer: newest.trailer,
    kind: newest.kind,
    startXref: newest.offset,
    size,
    find: findAsToday(sections, budget),
    sections,
  }
}

/** One more than the highest object number: what the trailer says, or the section lists beyond it. */
function sizeOf({ trailer, ranges }: XrefSection): number {
  return ranges.reduce(
    (size, { first, count }) => (count > 0 ? Math.max(size, first + count) : size),
    integerOf(trailer, 'Size') ?? 0,
  )
}

function findStartXref(source: Source): number {
  const tail = asBuffer(sliceSource(source, Math.max(0, source.length - 2048), source.length))
  const at = lastWord(tail, 'startxref')
  if (at < 0) throw new PdfError('damaged', 'There is no startxref at the end of the file')
  const offset = readInteger({ bytes: tail, pos: at + 9, budget: newBudget(0) })
  if (offset === undefined || offset >= source.length) {
    throw new PdfError('damaged', 'startxref points nowhere')
  }
  return offset
}

/** The last place of the word on its own, after white space or a dictionary: other readers don't take it within another. */
function lastWord(bytes: Buffer, word: string): number {
  const isBegun = (at: number) => at === 0 || isWhite(bytes[at - 1]) || bytes[at - 1] === 0x3e
  let at = bytes.lastIndexOf(word, undefined, 'latin1')
  while (at >= 0 && !(isBegun(at) && isWhite(bytes[at + word.length])))
    at = at === 0 ? -1 : bytes.lastIndexOf(word, at - 1, 'latin1')
  return at
}

function readSection(source: Source, offset: number, budget: Budget): XrefSection {
  const cursor = cursorAt(source, offset, budget)
  if (readKeyword(cursor, 'xref')) return readTable(cursor, offset)
  const { value } = parseIndirectObject(cursor, (dict) => integerOf(dict, 'Length'))
  if (!isStream(value))
    throw new PdfError('damaged', 'There is no cross-reference section where one should be')
  const widths = numbersOf(value.dict.entries.get('W'))
  const size = integerOf(value.dict, 'Size') ?? 0
  const index = value.dict.entries.has('Index') ? numbersOf(value.dict.entries.get('Index')) : [0, size]
  const data = decodeStream(value, budget, (object) => object ?? null)
  return {
    ranges: rangesOfStream(data, widths, index),
    trailer: value.dict,
    offset,
    kind: 'stream',
    // One that states a length beyond the end of the file could have more entries once something is appended.
    ...(cursor.isMalformed || (cursor.reach ?? 0) > cursor.bytes.length ? { isMalformed: true } : {}),
  }
}

function readTable(cursor: Cursor, offset: number): XrefSection {
  const start = cursor.pos
  try {
    return { ...parseXrefTable(cursor), offset, kind: 'table' }
  } finally {
    spendParsed(cursor.budget, cursor.pos - start)
  }
}

function integerOf(dict: PdfDict, key: string): number | undefined {
  const value = dict.entries.get(key)
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}

function numbersOf(value: PdfObject | undefined): number[] {
  if (!Array.isArray(value)) throw new PdfError('damaged', 'A cross-reference stream lacks its /W or /Index')
  return value.map((item) => (typeof item === 'number' && Number.isInteger(item) && item >= 0 ? item : 0))
}
