import { spend } from '../../reader/budget.ts'
import { resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import { isDict, isRef } from '../../reader/objects.ts'
import type { PdfObject } from '../../reader/objects.ts'

/** The nodes of a tree of /Kids, by object number: each has one parent, or several share it. */
export type ObjectTree = ReadonlyMap<number, 'own' | 'shared'>

/** The pages of a file with the inner nodes of their tree, or its form fields with their widgets. */
export function readTree(document: PdfDocument, roots: PdfObject | undefined): ObjectTree {
  const nodes: number[] = []
  const parents = new Map<number, number>()
  const shared = new Set<number>()
  const stack: { readonly value: PdfObject; readonly parent: number }[] = [
    { value: roots ?? null, parent: 0 },
  ]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, parent } = next
    const target = resolve(document, value)
    if (isRef(value)) {
      spend(document.budget, 1)
      const isList = Array.isArray(target)
      const first = parents.get(value.num)
      if (first === parent || shared.has(value.num)) continue
      if (first !== undefined) shared.add(value.num)
      // A list that two nodes have as theirs is read again, so that what it lists counts as shared too.
      if (first !== undefined && !isList) continue
      parents.set(value.num, parent)
      if (!isList) nodes.push(value.num)
    }
    const own = isRef(value) && !Array.isArray(target) ? value.num : parent
    const kids = isDict(target) ? target.entries.get('Kids') : target
    if (Array.isArray(kids)) {
      for (const item of kids) if (isRef(item) || isDict(item)) stack.push({ value: item, parent: own })
    } else if (isRef(kids)) stack.push({ value: kids, parent: own })
  }
  return new Map(nodes.map((num) => [num, shared.has(num) ? 'shared' : 'own']))
}
