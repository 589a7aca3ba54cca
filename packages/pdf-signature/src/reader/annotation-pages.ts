import { arrayEntry } from './document.ts'
import type { PdfDocument } from './document.ts'
import { isRef } from './objects.ts'
import type { PdfObject } from './objects.ts'
import type { Page } from './page-tree.ts'

/** The last page that lists an annotation, by its number. A list that pages share is read once, for the last of them. */
export function pagesOfAnnotations(document: PdfDocument, pages: readonly Page[]): Map<number, number> {
  const found = new Map<number, number>()
  const seen = new Set<PdfObject[]>()
  for (let index = pages.length - 1; index >= 0; index--) {
    const page = pages[index]
    const annotations = page && arrayEntry(document, page.dict, 'Annots')
    if (!annotations || seen.has(annotations)) continue
    seen.add(annotations)
    for (const item of annotations) if (isRef(item) && !found.has(item.num)) found.set(item.num, index)
  }
  return found
}
