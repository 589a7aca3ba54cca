import { PdfError } from '../pdf-error.ts'
import { spend } from './budget.ts'
import type { PdfDocument } from './document.ts'
import { parseIndirectObject } from './indirect-object.ts'
import { readInteger, readKeyword, skipWhite } from './lexer.ts'
import { isDict } from './objects.ts'
import { asBuffer, cursorAt, sliceSource } from './source.ts'
import type { Source } from './source.ts'
import { hasWrittenReals } from './written-numbers.ts'
import type { Xref, XrefSection } from './xref-chain.ts'
import { listsTwice } from './xref-section.ts'
import type { XrefEntry, XrefRange } from './xref-section.ts'

/**
 * Whether every entry of the cross-reference leads to the object it names: other readers rebuild one that does not,
 * and then may show something else.
 */
export function leadsToObjects(document: PdfDocument): boolean {
  const seen = new Set<number>()
  for (const { ranges } of document.xref.sections) {
    for (const { first, count, entry } of ranges) {
      for (let index = 0; index < count; index++) {
        spend(document.budget, 5)
        if (seen.has(first + index)) continue
        seen.add(first + index)
        if (!leadsTo(document, first + index, entry(index))) return false
      }
    }
  }
  return true
}

/** Some producers write offset 0 for an object that there is not. */
function leadsTo({ source, budget }: PdfDocument, num: number, entry: XrefEntry): boolean {
  if (entry.type !== 'offset' || entry.offset === 0) return true
  if (entry.offset >= source.length) return false
  const cursor = cursorAt(source, entry.offset, budget)
  return readInteger(cursor) === num && readInteger(cursor) === entry.gen && readKeyword(cursor, 'obj')
}

/**
 * Whether all readers begin with the same cross-reference, and read it alike: some count offsets from the header, wherever
 * that is; some take another `startxref`, or look for it in the last kilobyte alone; some rebuild a table whose entries
 * don't have 20 bytes. An object that is there twice may then be one for one reader and the other for the next, or another
 * once there is a signature.
 */
export function isReadAlike(document: PdfDocument): boolean {
  const { source, xref, recovered } = document
  return (
    !recovered &&
    textAt(source, 0, 5) === '%PDF-' &&
    hasProperEnd(source) &&
    xref.sections.every(isPlain) &&
    countsAll(xref) &&
    beginsAtItsEnd(document)
  )
}

const hasProperEnd = (source: Source): boolean =>
  properEnd.test(textAt(source, Math.max(0, source.length - 1024), source.length))

/** ISO 32000-2 §7.5.5; what a server has added after it is no concern, unless it begins another end. */
const properEnd = /[>\0\t\n\f\r ]startxref[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+%%EOF(?![^]*startxref)/

/** One that states what it must (ISO 32000-2 Tables 15 and 17), by numbers that are integers to all readers. */
function isPlain({ ranges, trailer, kind, isMalformed }: XrefSection): boolean {
  const { entries, ambiguous } = trailer
  const isFrom = (key: string, least: number): boolean => {
    const value = entries.get(key)
    return typeof value === 'number' && value >= least
  }
  return (
    !isMalformed &&
    !ambiguous &&
    !hasWrittenReals(entries) &&
    ![...entries.values()].some((held) => Array.isArray(held) && hasWrittenReals(held)) &&
    isFrom('Size', 0) &&
    (!entries.has('Prev') || isFrom('Prev', 0)) &&
    (!entries.has('XRefStm') || isFrom('XRefStm', 1)) &&
    !listsTwice(ranges) &&
    !ranges.some((range) => range.isLoose || (kind === 'table' && isShifted(range)))
  )
}

/** Objects beyond the size are missing to some readers, as ISO 32000-2 Table 15 says. */
function countsAll({ trailer, size }: Xref): boolean {
  const stated = trailer.entries.get('Size')
  return typeof stated === 'number' && stated >= size
}

/** Some producers begin a table with object 1 that should begin with 0: some readers count the entries from there, too. */
const isShifted = ({ first, count, entry }: XrefRange): boolean =>
  first === 1 && count > 1 && entry(0).type === 'free'

/**
 * Whether a linearised file begins with the cross-reference that its end names. Readers take the one behind its first object,
 * as long as the file is as long as that says (ISO 32000-2 Table F.1), which may come true when something is appended.
 */
function beginsAtItsEnd({ source, xref, budget }: PdfDocument): boolean {
  try {
    const cursor = cursorAt(source, 0, budget)
    const { value } = parseIndirectObject(cursor, () => undefined)
    if (!isDict(value) || !value.entries.has('Linearized')) return true
    if (value.entries.get('L') !== source.length) return true
    if (!readKeyword(cursor, 'endobj')) return false
    skipWhite(cursor)
    return cursor.pos === xref.startXref
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_complex') return true
    throw error
  }
}

const textAt = (source: Source, start: number, end: number): string =>
  asBuffer(sliceSource(source, start, Math.min(end, source.length))).toString('latin1')
