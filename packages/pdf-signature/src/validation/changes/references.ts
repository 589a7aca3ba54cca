import type { PdfObject, PdfString } from '../../reader/objects.ts'
import { isWrittenAsReal } from '../../reader/written-numbers.ts'

/**
 * Whether an object says to all readers what it said before: references by their numbers, streams by their data as stored.
 * It may be written more plainly than it was, as an integer that was a real, but not less.
 */
export function sameObject(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => sameObject(item, b[i]) && (!isWrittenAsReal(b, i) || isWrittenAsReal(a, i)))
    )
  }
  if (a.kind === 'name') return b.kind === 'name' && a.name === b.name
  if (a.kind === 'ref') return b.kind === 'ref' && a.num === b.num && a.gen === b.gen
  if (a.kind === 'string') return b.kind === 'string' && sameString(a, b)
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

const sameString = (a: PdfString, b: PdfString): boolean =>
  Buffer.compare(a.bytes, b.bytes) === 0 &&
  (!b.written || (a.written !== undefined && Buffer.compare(a.written, b.written) === 0))

function sameEntries(a: Entries, b: Entries): boolean {
  return differingKeys(a, b).length === 0
}

type Entries = ReadonlyMap<string, PdfObject>

export function differingKeys(a: Entries, b: Entries): string[] {
  // No lists of all keys: a document has thousands of dictionaries, and hardly any differ.
  const differing: string[] = []
  for (const key of a.keys()) if (!sameEntry(a, b, key)) differing.push(key)
  for (const key of b.keys()) if (!a.has(key) && b.get(key) !== undefined) differing.push(key)
  return differing
}

function sameEntry(a: Entries, b: Entries, key: string): boolean {
  const [old, now] = [a.get(key), b.get(key)]
  if (Array.isArray(old) && Array.isArray(now) && hasCoordinates.test(key) && sameNumbers(old, now))
    return true
  return sameObject(old, now) && (!isWrittenAsReal(b, key) || isWrittenAsReal(a, key))
}

/** Where readers expect reals, and producers write `0` for `0.0`. */
const hasCoordinates = /^(?:Rect|BBox|Matrix|(?:Media|Crop|Bleed|Trim|Art)Box)$/

const sameNumbers = (a: readonly PdfObject[], b: readonly PdfObject[]): boolean =>
  a.length === b.length && a.every((item, index) => typeof item === 'number' && item === b[index])
