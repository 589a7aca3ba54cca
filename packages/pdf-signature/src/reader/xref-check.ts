import { spend } from './budget.ts'
import type { PdfDocument } from './document.ts'
import { readInteger, readKeyword } from './lexer.ts'
import { asBuffer, cursorAt, sliceSource } from './source.ts'
import type { XrefEntry } from './xref-section.ts'

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
export function isReadAlike({ source, xref }: PdfDocument): boolean {
  return (
    textAt(source, 0, 5) === '%PDF-' &&
    properEnd.test(textAt(source, Math.max(0, source.length - 1024), source.length)) &&
    !xref.sections.some(({ ranges }) => ranges.some(({ isLoose }) => isLoose))
  )
}

/** ISO 32000-2 §7.5.5; what a server has added after it is no concern, unless it begins another end. */
const properEnd = /[>\0\t\n\f\r ]startxref[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+%%EOF(?![^]*startxref)/

const textAt = (source: PdfDocument['source'], start: number, end: number): string =>
  asBuffer(sliceSource(source, start, Math.min(end, source.length))).toString('latin1')
