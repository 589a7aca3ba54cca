import { spend } from '../reader/budget.ts'
import { entryOf, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isDict, isName, isRef } from '../reader/objects.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'

/**
 * An action and all that follow it by /Next (ISO 32000-2 §12.6.2), in any order, without those that `known` has, which
 * the object numbers are added to. There is no bound but the budget of the document: a script at the end of a long list
 * runs like any other, so a file with more actions than can be looked at is refused as too complex.
 */
export function* actionChain(
  document: PdfDocument,
  first: PdfObject,
  known: Pick<Set<number>, 'has' | 'add'> = new Set(),
): Generator<PdfDict> {
  const waiting: PdfObject[] = [first]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    spend(document.budget, 2)
    // Only a reference can lead in a circle, and each is followed once.
    if (isRef(node)) {
      if (known.has(node.num)) continue
      known.add(node.num)
    }
    const value = resolve(document, node)
    if (Array.isArray(value)) for (const item of value) waiting.push(item)
    if (!isDict(value)) continue
    yield value
    waiting.push(value.entries.get('Next') ?? null)
  }
}

/** The kind of an action, /S; empty where it has none. */
export function actionKind(document: PdfDocument, action: PdfDict): string {
  const kind = entryOf(document, action, 'S')
  return isName(kind) ? kind.name : ''
}

/** A JavaScript action, or one of a rendition that has a script of its own (ISO 32000-2 Table 218). */
export function runsScript(document: PdfDocument, action: PdfDict): boolean {
  const kind = actionKind(document, action)
  return kind === 'JavaScript' || (kind === 'Rendition' && entryOf(document, action, 'JS') !== null)
}
