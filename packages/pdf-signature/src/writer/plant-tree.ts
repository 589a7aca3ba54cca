import { arrayEntry, catalogOf } from '../reader/document.ts'
import { copyDict, dict, isRef, name, ref } from '../reader/objects.ts'
import type { PdfObject } from '../reader/objects.ts'
import { spend } from '../reader/budget.ts'
import type { Page } from '../reader/page-tree.ts'
import type { Copy } from './copy.ts'

const attributes = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

/** A page tree of one level, each page with what it had inherited; one that was listed twice becomes two. */
export function plantTree(copy: Copy, pages: readonly Page[]): void {
  const root = ref(copy.next++)
  const planted = new Set<number>()
  const shared = new Map<PdfObject, PdfObject>()
  const kids = pages.map((page) => {
    const own = planted.has(page.ref.num) ? ref(copy.next++) : page.ref
    planted.add(own.num)
    spend(copy.document.budget, 60 + 15 * page.dict.entries.size) // as much as reading it
    const updated = copyDict(page.dict)
    for (const key of attributes) {
      const value = page.inherited.get(key)
      if (value !== undefined) updated.entries.set(key, sharedValue(copy, shared, value))
    }
    const annotations = arrayEntry(copy.document, page.dict, 'Annots')
    if (own !== page.ref && annotations) updated.entries.set('Annots', [...annotations]) // a list of its own
    for (const key of ['Kids', 'Count']) updated.entries.delete(key) // what only an inner node has
    updated.entries.set('Type', name('Page'))
    updated.entries.set('Parent', root)
    copy.replaced.set(own.num, updated)
    return own
  })
  copy.replaced.set(root.num, dict({ Type: name('Pages'), Count: pages.length, Kids: kids }))
  const catalog = catalogOf(copy.document)
  const updated = copyDict(catalog.dict)
  updated.entries.set('Pages', root)
  copy.replaced.set(catalog.ref.num, updated)
}

/** What was written once above many pages becomes an object of its own, and not as many copies. */
function sharedValue(copy: Copy, shared: Map<PdfObject, PdfObject>, value: PdfObject): PdfObject {
  if (typeof value !== 'object' || value === null || isRef(value)) return value
  const known = shared.get(value)
  if (known !== undefined) return known
  const own = ref(copy.next++)
  copy.replaced.set(own.num, value)
  shared.set(value, own)
  return own
}
