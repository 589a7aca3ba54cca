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

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

interface Walk {
  readonly document: PdfDocument
  /** Inner nodes that were visited, and their lists of kids. */
  readonly seen: Set<number | PdfObject[]>
  readonly wanted: number | undefined
  index: number
  /** Every reader finds the same pages: no circle, no gap, no page listed twice, each /Count true. */
  sound: boolean
  readonly visit: (page: Page, index: number) => boolean
}

/** All pages in order. Throws `damaged` for a page tree that is none, `too_complex` past the limit of pages. */
export function listPages(document: PdfDocument): Page[] {
  return examinePages(document).pages
}

/**
 * All pages in order, and whether other readers find the same ones: a circle is left where it closes, and a page that
 * is listed several times is several pages.
 */
export function examinePages(document: PdfDocument): { readonly pages: Page[]; readonly sound: boolean } {
  const pages: Page[] = []
  const refs = new Set<number>()
  const { sound } = walkTree(document, undefined, (page) => {
    pages.push(page)
    refs.add(page.ref.num)
    if (pages.length > limits.pages) throw new PdfError('too_complex', 'The file has too many pages')
    return false
  })
  return { pages, sound: sound && refs.size === pages.length }
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

/** The page with that reference, its inherited attributes found upwards; undefined where there is none. */
export function pageAt(document: PdfDocument, ref: PdfRef): Page | undefined {
  const dict = resolve(document, ref)
  if (!isDict(dict)) return undefined
  const inherited = new Map<string, PdfObject>()
  let node: PdfDict | undefined = dict
  for (let depth = 0; node && depth < limits.depth; depth++) {
    for (const key of inheritable) {
      const value = node.entries.get(key) ?? null
      if (!inherited.has(key) && resolve(document, value) !== null) inherited.set(key, value)
    }
    node = dictEntry(document, node, 'Parent')
  }
  return { ref, dict, inherited }
}

function walkTree(document: PdfDocument, wanted: number | undefined, visit: Walk['visit']): Walk {
  const { dict } = catalogOf(document)
  const root = dict.entries.get('Pages')
  if (!isDict(resolve(document, root))) throw new PdfError('damaged', 'The file has no page tree')
  const walk: Walk = { document, seen: new Set(), wanted, index: 0, sound: true, visit }
  walkNode(walk, root ?? null, new Map(), 0)
  return walk
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
  const dict = resolve(document, node)
  // ISO 32000-2 Table 30: kids are references
  if (!isRef(node) || !isDict(dict)) return leave(walk)
  const attributes = inherit(document, dict, inherited)
  const kids = entryOf(document, dict, 'Kids')
  if (!Array.isArray(kids)) {
    if (depth === 0) walk.sound = false // a page alone is no tree
    return walk.visit({ ref: node, dict, inherited: attributes }, walk.index++)
  }
  if (walk.seen.has(node.num) || walk.seen.has(kids)) return leave(walk)
  walk.seen.add(node.num).add(kids)
  if (walk.wanted !== undefined && depth > 0 && skip(walk, dict)) return false
  const before = walk.index
  const start = firstUsefulKid(walk, dict, kids)
  walk.index += start
  for (let i = start; i < kids.length; i++) {
    if (walkNode(walk, kids[i] ?? null, attributes, depth + 1)) return true
  }
  checkCount(walk, dict, kids, walk.index - before)
  return false
}

/** What cannot be walked is left out. */
function leave(walk: Walk): false {
  walk.sound = false
  return false
}

/** A node of as many kids as pages is taken to have pages only (`firstUsefulKid`). */
function checkCount(walk: Walk, dict: PdfDict, kids: readonly PdfObject[], found: number): void {
  if (entryOf(walk.document, dict, 'Count') !== found) walk.sound = false
  if (found !== kids.length || found === 1) return
  const inner = kids.filter((kid) => {
    const value = resolve(walk.document, kid)
    return isDict(value) && value.entries.has('Kids')
  })
  if (inner.length > 0 && inner.length < kids.length) walk.sound = false
}

function inherit(document: PdfDocument, dict: PdfDict, inherited: ReadonlyMap<string, PdfObject>) {
  if (!inheritable.some((key) => dict.entries.has(key))) return inherited
  const attributes = new Map(inherited)
  for (const key of inheritable) {
    const value = dict.entries.get(key) ?? null
    if (resolve(document, value) !== null) attributes.set(key, value)
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
