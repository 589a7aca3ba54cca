import { spend } from '../reader/budget.ts'
import type { PdfDocument } from '../reader/document.ts'
import { isRef } from '../reader/objects.ts'
import type { PdfObject } from '../reader/objects.ts'

/** How often reachable objects of the document refer to each of the object numbers, whether these exist or not. */
export function countReferences(document: PdfDocument, numbers: ReadonlySet<number>): Map<number, number> {
  const counts = new Map<number, number>()
  const seen = new Set<number>()
  const { entries } = document.xref.trailer
  const stack: PdfObject[] = [entries.get('Root') ?? null, entries.get('Info') ?? null]
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (isRef(value)) {
      if (numbers.has(value.num)) counts.set(value.num, (counts.get(value.num) ?? 0) + 1)
      if (seen.has(value.num)) continue
      seen.add(value.num)
      spend(document.budget, 1)
      pushChildren(stack, document.load(value.num))
    } else pushChildren(stack, value)
  }
  return counts
}

function pushChildren(stack: PdfObject[], value: PdfObject): void {
  if (typeof value !== 'object' || value === null) return
  const children = Array.isArray(value) ? value : childrenOf(value)
  for (const child of children) if (typeof child === 'object' && child !== null) stack.push(child)
}

function childrenOf(value: Exclude<PdfObject, null | boolean | number | PdfObject[]>): Iterable<PdfObject> {
  if (value.kind === 'dict') return value.entries.values()
  if (value.kind === 'stream') return value.dict.entries.values()
  return value.kind === 'ref' ? [value] : []
}

/** Whether two objects say the same: references by their numbers, streams by their data as stored. */
export function sameObject(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => sameObject(item, b[i]))
    )
  }
  if (a.kind === 'name') return b.kind === 'name' && a.name === b.name
  if (a.kind === 'ref') return b.kind === 'ref' && a.num === b.num && a.gen === b.gen
  if (a.kind === 'string') return b.kind === 'string' && Buffer.compare(a.bytes, b.bytes) === 0
  if (a.kind === 'dict') return b.kind === 'dict' && sameEntries(a.entries, b.entries)
  if (a.kind === 'stream') {
    return (
      b.kind === 'stream' &&
      Buffer.compare(a.data, b.data) === 0 &&
      sameEntries(a.dict.entries, b.dict.entries)
    )
  }
  return false
}

function sameEntries(a: ReadonlyMap<string, PdfObject>, b: ReadonlyMap<string, PdfObject>): boolean {
  return differingKeys(a, b).length === 0
}

export function differingKeys(
  a: ReadonlyMap<string, PdfObject>,
  b: ReadonlyMap<string, PdfObject>,
): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((key) => !sameObject(a.get(key), b.get(key)))
}
