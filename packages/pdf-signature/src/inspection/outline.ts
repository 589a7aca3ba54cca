import { spend } from '../reader/budget.ts'
import { dictEntry, resolve } from '../reader/document.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isDict, isRef } from '../reader/objects.ts'
import type { PdfDict, PdfObject } from '../reader/objects.ts'

/** The bookmarks of a document (ISO 32000-2 §12.3.3), each once, in any order. */
export function* outlineItems(document: PdfDocument, catalog: PdfDict): Generator<PdfDict> {
  const seen = new Set<number>()
  const waiting: (PdfObject | undefined)[] = [dictEntry(document, catalog, 'Outlines')?.entries.get('First')]
  while (waiting.length > 0) {
    spend(document.budget, 3)
    const node = waiting.pop()
    // Only a reference can lead in a circle, and each is followed once.
    if (!isRef(node) || seen.has(node.num)) continue
    seen.add(node.num)
    const item = resolve(document, node)
    if (!isDict(item)) continue
    yield item
    waiting.push(item.entries.get('First'), item.entries.get('Next'))
  }
}
