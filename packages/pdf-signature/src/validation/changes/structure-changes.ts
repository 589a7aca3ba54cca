import { spend } from '../../reader/budget.ts'
import { catalogOf, entryOf, resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { isDict, isName, isRef } from '../../reader/objects.ts'
import type { PdfDict, PdfObject } from '../../reader/objects.ts'
import { isNew, isOwn } from './comparison.ts'
import type { Comparison } from './comparison.ts'
import { structure } from '../objects/owner.ts'
import { differingKeys, sameObject } from './references.ts'

/** What an element for a new field may say; any text of its own would be read out instead of the page. */
const elementKeys = new Set(['Type', 'S', 'P', 'Pg', 'K', 'NS', 'ID'])

/**
 * The structure of a tagged file may gain an element for each new signature field, at the end of a list, with its entry
 * in the parent tree (ISO 32000-2 §14.7.5.3). Whatever else changes in it stays unexplained.
 */
export function explainStructure(comparison: Comparison): void {
  const { before, changed, explained, newFields } = comparison
  const root = catalogOf(before).dict.entries.get('StructTreeRoot')
  if (newFields.size === 0 || !isRef(root)) return
  const grown = [...changed].filter((num) => !explained.has(num) && !isNew(comparison, num))
  const added = new Set<number>()
  const explainable = grown.filter((num) => hasOnlyGrown(comparison, num, num === root.num, added))
  if (![...added].every((num) => isFieldElement(comparison, num))) return
  for (const num of [...explainable, ...added]) explained.add(num)
}

/** Whether an object of the structure has only gained elements; those that it gained are noted. */
function hasOnlyGrown(comparison: Comparison, num: number, isRoot: boolean, added: Set<number>): boolean {
  const [old, now] = [comparison.before.load(num), comparison.after.load(num)]
  if (!isOwn(comparison, num, structure)) return false
  if (Array.isArray(old)) return listHasGrown(comparison, old, now, added)
  if (!isDict(old) || !isDict(now)) return false
  const isElement = isRoot || isStructureElement(old)
  const isTree = !isElement && (old.entries.has('Nums') || old.entries.has('Kids'))
  const permitted = isRoot ? ['K', 'ParentTreeNextKey', 'ParentTree'] : isElement ? ['K'] : ['Nums', 'Limits']
  if (!isElement && !isTree) return false
  return differingKeys(old.entries, now.entries).every((key) => {
    if (!permitted.includes(key)) return false
    if (key === 'ParentTreeNextKey' || key === 'Limits') return true
    if (key === 'ParentTree')
      return treeHasGrown(
        comparison,
        entryOf(comparison.before, old, key),
        entryOf(comparison.after, now, key),
        added,
      )
    return listHasGrown(comparison, old.entries.get(key), now.entries.get(key), added)
  })
}

function treeHasGrown(comparison: Comparison, old: PdfObject, now: PdfObject, added: Set<number>): boolean {
  if (!isDict(old) || !isDict(now)) return false
  return differingKeys(old.entries, now.entries).every(
    (key) => key === 'Nums' && listHasGrown(comparison, old.entries.get(key), now.entries.get(key), added),
  )
}

function listHasGrown(
  { before, after }: Comparison,
  old: PdfObject | undefined,
  now: PdfObject | undefined,
  added: Set<number>,
): boolean {
  const [kept, all] = [listOf(before, old), listOf(after, now)]
  spend(after.budget, 5 * all.length)
  if (!kept.every((item, index) => sameObject(item, all[index]))) return false
  return all.slice(kept.length).every((item) => {
    if (isRef(item)) added.add(item.num)
    return isRef(item) || typeof item === 'number' // the keys of a number tree
  })
}

/** What an entry lists; one object alone may stand for a list of one (ISO 32000-2 Table 355). */
function listOf(document: PdfDocument, value: PdfObject | undefined): PdfObject[] {
  const target = resolve(document, value)
  if (Array.isArray(target)) return target
  return value === undefined || value === null ? [] : [value]
}

function isStructureElement({ entries }: PdfDict): boolean {
  const type = entries.get('Type')
  return (isName(type) && type.name === 'StructElem') || (entries.has('S') && entries.has('P'))
}

/** A new element that refers to the widget of a new signature field and says nothing on its own. */
function isFieldElement(comparison: Comparison, num: number): boolean {
  const value = comparison.after.load(num)
  if (!isNew(comparison, num) || !isDict(value)) return false
  const kids = listOf(comparison.after, value.entries.get('K'))
  spend(comparison.after.budget, 10 * kids.length) // many elements may share one long list
  return (
    [...value.entries.keys()].every((key) => elementKeys.has(key)) &&
    kids.every((kid) => {
      const reference = resolve(comparison.after, kid)
      const target = isDict(reference) ? reference.entries.get('Obj') : undefined
      return isRef(target) && comparison.newFields.has(target.num)
    })
  )
}
