import { spend } from '../../reader/budget.ts'
import { listPages } from '../../reader/page-tree.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { isDict, isName, isRef, isStream } from '../../reader/objects.ts'
import type { PdfObject } from '../../reader/objects.ts'
import { isMachinery, isNew, note } from './comparison.ts'
import type { Comparison } from './comparison.ts'
import { ownershipOf } from '../objects/ownership.ts'
import type { Change } from '../reports/report.ts'

const shownNumbers = 20

/** The numbers of objects for a change, as many as are shown. */
export const objectsOf = (numbers: Iterable<number>): Pick<Change, 'objects'> => ({
  objects: [...numbers].toSorted((a, b) => a - b).slice(0, shownNumbers),
})

/** Says what became of changed objects that nothing explains: on which pages they are, or that nothing uses them. */
export function explainRest(comparison: Comparison): void {
  const rest = new Set(
    [...comparison.changed].filter((num) => !comparison.explained.has(num) && !isMachinery(comparison, num)),
  )
  if (rest.size === 0) return
  const used = ownershipOf(comparison.after)
  const unused = [...rest].filter((num) => isHarmless(comparison, num) && !used.has(num))
  for (const num of unused) rest.delete(num)
  if (unused.length > 0)
    note(comparison, { kind: 'unused_objects_added', permitted: true, visible: false, ...objectsOf(unused) })
  const tree = [...rest].filter((num) => isOfType(comparison.before.load(num), 'Pages'))
  for (const num of tree) rest.delete(num)
  if (tree.length > 0)
    note(comparison, { kind: 'pages_added_or_removed', permitted: false, visible: true, ...objectsOf(tree) })
  for (const [page, numbers] of byPage(comparison.before, rest)) {
    for (const num of numbers) rest.delete(num)
    note(comparison, {
      kind: 'content_changed',
      permitted: false,
      visible: true,
      page: page + 1,
      ...objectsOf(numbers),
    })
  }
  if (rest.size > 0)
    note(comparison, { kind: 'content_changed', permitted: false, visible: true, ...objectsOf(rest) })
}

/** New, used by nothing, and no part of a page tree that a reader mending the file could take for the document's. */
function isHarmless(comparison: Comparison, num: number): boolean {
  const value = comparison.after.load(num)
  return isNew(comparison, num) && !['Catalog', 'Pages', 'Page'].some((type) => isOfType(value, type))
}

function isOfType(value: PdfObject, wanted: string): boolean {
  const dict = isStream(value) ? value.dict : isDict(value) ? value : undefined
  const type = dict?.entries.get('Type')
  return isName(type) && type.name === wanted
}

function appendTo(lists: Map<number, number[]>, key: number, item: number): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** The first page from which each of the objects is reached, as the signed revision has it. */
function byPage(document: PdfDocument, numbers: ReadonlySet<number>): Map<number, number[]> {
  const found = new Map<number, number[]>()
  const seen = new Set<number>()
  for (const [index, page] of listPages(document).entries()) {
    const stack: PdfObject[] = [page.ref]
    for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
      if (isRef(value)) {
        if (seen.has(value.num)) continue
        seen.add(value.num)
        spend(document.budget, 1)
        if (numbers.has(value.num)) appendTo(found, index, value.num)
        value = document.load(value.num)
      }
      if (Array.isArray(value)) for (const item of value) stack.push(item)
      const dict = isStream(value) ? value.dict : isDict(value) ? value : undefined
      for (const [key, entry] of dict?.entries ?? []) if (key !== 'Parent' && key !== 'P') stack.push(entry)
    }
  }
  return found
}
