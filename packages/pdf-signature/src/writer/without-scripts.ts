import { actionChain, actionKind, runsScript } from '../inspection/action-chain.ts'
import { dictEntry } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { copyDict } from '../reader/objects.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'

/**
 * A dictionary without anything that runs automatically: actions of triggers (/AA, ISO 32000-2 §12.6.3), the order of
 * calculations (/CO), scripts of the document, and actions that lead to a script or start a program (§12.6.4.6,
 * §12.6.4.17). Links stay.
 */
export function withoutScripts(document: PdfDocument): (dict: PdfDict) => PdfDict {
  const harmless = new Set<number>()
  return (original) => {
    const dropped = [...original.entries.keys()].filter((key) => actions(document, original, key, harmless))
    if (dropped.length === 0) return original
    const plain = copyDict(original)
    for (const key of dropped) plain.entries.delete(key)
    return plain
  }
}

function actions(document: PdfDocument, dict: PdfDict, key: string, harmless: Set<number>): boolean {
  switch (key) {
    case 'AA':
      return true
    case 'CO':
      // Of a form; an annotation may have a contents offset of that name (ISO 32000-2 Table 177).
      return dict.entries.has('Fields')
    case 'JavaScript':
      return dictEntry(document, dict, key) !== undefined
    case 'A':
    case 'OpenAction':
    case 'Next':
      return leadsToScript(document, dict.entries.get(key) ?? null, harmless)
    default:
      return false
  }
}

/**
 * The action, or one that follows it by /Next. An item of an outline has a /Next as well, so what leads nowhere is
 * remembered: otherwise each item would be followed to the end of the outline.
 */
function leadsToScript(document: PdfDocument, first: PdfObject, harmless: Set<number>): boolean {
  const passed: number[] = []
  const known = {
    has: (num: number) => harmless.has(num),
    add: (num: number) => {
      passed.push(num)
      return harmless.add(num)
    },
  }
  for (const action of actionChain(document, first, known))
    if (actionKind(document, action) === 'Launch' || runsScript(document, action)) {
      // What was passed on the way does lead there.
      for (const num of passed) harmless.delete(num)
      return true
    }
  return false
}
