import { limits } from '../reader/budget.ts'
import { dictEntry, entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { copyDict, isDict, isName } from '../reader/objects.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'

/**
 * A dictionary without anything that runs automatically: actions of triggers (/AA, ISO 32000-2 §12.6.3), the order of
 * calculations (/CO), scripts of the document, and actions that lead to a script or start a program (§12.6.4.6,
 * §12.6.4.17). Links stay.
 */
export function withoutScripts(document: PdfDocument): (dict: PdfDict) => PdfDict {
  return (original) => {
    const dropped = [...original.entries.keys()].filter((key) => actions(document, original, key))
    if (dropped.length === 0) return original
    const plain = copyDict(original)
    for (const key of dropped) plain.entries.delete(key)
    return plain
  }
}

function actions(document: PdfDocument, dict: PdfDict, key: string): boolean {
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
      return leadsToScript(document, dict.entries.get(key) ?? null)
    default:
      return false
  }
}

const refused = ['JavaScript', 'Launch']

/** The action, or one that follows it by /Next. */
function leadsToScript(document: PdfDocument, action: PdfObject): boolean {
  const queue: PdfObject[] = [action]
  for (let at = 0; at < queue.length && at < limits.depth; at++) {
    const value = resolve(document, queue[at])
    if (Array.isArray(value)) queue.push(...value.slice(0, limits.depth))
    if (!isDict(value)) continue
    const type = entryOf(document, value, 'S')
    if (isName(type) && refused.includes(type.name)) return true
    queue.push(value.entries.get('Next') ?? null)
  }
  return false
}
