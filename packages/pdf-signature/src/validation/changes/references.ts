import type { PdfObject } from '../../reader/objects.ts'

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
  // No lists of all keys: a document has thousands of dictionaries, and hardly any differ.
  const differing: string[] = []
  for (const key of a.keys()) if (!sameObject(a.get(key), b.get(key))) differing.push(key)
  for (const key of b.keys()) if (!a.has(key) && b.get(key) !== undefined) differing.push(key)
  return differing
}
