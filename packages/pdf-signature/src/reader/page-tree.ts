import { PdfError } from '../pdf-error.ts'
import { limits, spend } from './budget.ts'
import { catalogOf, dictEntry, entryOf, resolve } from './document.ts'
import type { PdfDocument } from './document.ts'
import { isDict, isRef } from './objects.ts'
import type { PdfDict, PdfObject, PdfRef } from './objects.ts'

/** A page with the attributes it inherits (ISO 32000-2 §7.7.3.4). */
export interface Page {
  readonly ref: PdfRef
  readonly dict: PdfDict
  readonly inherited: ReadonlyMap<string, PdfObject>
}

const inheritable = ['MediaBox', 'CropBox', 'Rotate']

interface Walk {
  readonly document: PdfDocument
  readonly seen: Set<number>
  readonly wanted: number | undefined
  index: number
  readonly visit: (page: Page, index: number) => boolean
}

/** All pages in order. Throws `damaged` for a page tree that is none, `too_complex` past the limit of pages. */
export function listPages(document: PdfDocument): Page[] {
  const pages: Page[] = []
  walkTree(document, undefined, (page) => {
    pages.push(page)
    if (pages.length > limits.pages) throw new PdfError('too_complex', 'The file has too many pages')
    return false
  })
  return pages
}

/** The page with that index, from 0; subtrees before it are skipped by their /Count. Throws `page_not_found`. */
export function findPage(document: PdfDocument, index: number): Page {
  let found: Page | undefined
  if (Number.isInteger(index) && index >= 0) {
    walkTree(document, index, (page, at) => {
      if (at === index) found = page
      return at >= index
    })
  }
  if (!found) throw new PdfError('page_not_found', `There is no page ${index}`)
  return found
}

/** The page with that reference, its inherited attributes found upwards. Throws `page_not_found`. */
export function pageAt(document: PdfDocument, ref: PdfRef): Page {
  const dict = resolve(document, ref)
  if (!isDict(dict)) throw new PdfError('page_not_found', 'The page of the field is missing')
  const inherited = new Map<string, PdfObject>()
  let node: PdfDict | undefined = dict
  for (let depth = 0; node && depth < limits.depth; depth++) {
    for (const key of inheritable) {
      const value = entryOf(document, node, key)
      if (value !== null && !inherited.has(key)) inherited.set(key, value)
    }
    node = dictEntry(document, node, 'Parent')
  }
  return { ref, dict, inherited }
}

function walkTree(document: PdfDocument, wanted: number | undefined, visit: Walk['visit']): void {
  const { dict } = catalogOf(document)
  const root = dict.entries.get('Pages')
  if (!isDict(resolve(document, root))) throw new PdfError('damaged', 'The file has no page tree')
  walkNode({ document, seen: new Set(), wanted, index: 0, visit }, root ?? null, new Map(), 0)
}

/** Visits a node; true when the walk is over. */
function walkNode(
  walk: Walk,
  node: PdfObject,
  inherited: ReadonlyMap<string, PdfObject>,
  depth: number,
): boolean {
  const { document } = walk
  if (depth > limits.depth) throw new PdfError('too_complex', 'The page tree is too deep')
  spend(document.budget, 2)
  if (!isRef(node)) return false // ISO 32000-2 Table 30: kids are references
  const dict = resolve(document, node)
  if (!isDict(dict)) return false
  if (walk.seen.has(node.num)) throw new PdfError('damaged', 'The page tree runs in a circle')
  walk.seen.add(node.num)
  const attributes = inherit(document, dict, inherited)
  const kids = entryOf(document, dict, 'Kids')
  if (!Array.isArray(kids)) return walk.visit({ ref: node, dict, inherited: attributes }, walk.index++)
  if (walk.wanted !== undefined && depth > 0 && skip(walk, dict)) return false
  const start = firstUsefulKid(walk, dict, kids)
  walk.index += start
  for (let i = start; i < kids.length; i++) {
    if (walkNode(walk, kids[i] ?? null, attributes, depth + 1)) return true
  }
  return false
}

function inherit(document: PdfDocument, dict: PdfDict, inherited: ReadonlyMap<string, PdfObject>) {
  if (!inheritable.some((key) => dict.entries.has(key))) return inherited
  const attributes = new Map(inherited)
  for (const key of inheritable) {
    const value = entryOf(document, dict, key)
    if (value !== null) attributes.set(key, value)
  }
  return attributes
}

function skip(walk: Walk, dict: PdfDict): boolean {
  const count = entryOf(walk.document, dict, 'Count')
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) return false
  if (walk.index + count > (walk.wanted ?? 0)) return false
  walk.index += count
  return true
}

/** Where a node has as many kids as pages, all are pages, and those before the wanted one need not be read. */
function firstUsefulKid(walk: Walk, dict: PdfDict, kids: readonly PdfObject[]): number {
  if (walk.wanted === undefined || entryOf(walk.document, dict, 'Count') !== kids.length) return 0
  const start = walk.wanted - walk.index
  const kid = resolve(walk.document, kids[start])
  const isLeaf = isDict(kid) && !kid.entries.has('Kids')
  return isLeaf ? start : 0
}

/** Whether every /Count agrees with the pages beneath it; a file where not shows other pages to other readers. */
export function hasTrueCounts(document: PdfDocument, pageCount: number): boolean {
  const pages = dictEntry(document, catalogOf(document).dict, 'Pages')
  return (
    pages !== undefined && (entryOf(document, pages, 'Count') === pageCount || !pages.entries.has('Kids'))
  )
}
