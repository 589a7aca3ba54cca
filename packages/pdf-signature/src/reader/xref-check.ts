import { spend } from './budget.ts'
import type { PdfDocument } from './document.ts'
import { readInteger } from './lexer.ts'
import { cursorAt } from './source.ts'
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
  return entry.offset < source.length && readInteger(cursorAt(source, entry.offset, budget)) === num
}
