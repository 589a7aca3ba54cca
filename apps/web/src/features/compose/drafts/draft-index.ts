import type { DraftField, DraftSigner, PlacedField } from './draft.ts'
import { isPlaced } from './draft.ts'

// Fifty documents and a hundred people have thousands of places, and each page and person asks for its own at every
// change: they are sorted once for each list of them.

interface FieldIndex {
  readonly pages: ReadonlyMap<string, readonly PlacedField[]>
  readonly counts: ReadonlyMap<string, number>
}

const fieldIndexes = new WeakMap<readonly DraftField[], FieldIndex>()
const signerIndexes = new WeakMap<readonly DraftSigner[], ReadonlyMap<string, number>>()
const none: readonly PlacedField[] = []

function fieldIndex(fields: readonly DraftField[]): FieldIndex {
  const found = fieldIndexes.get(fields)
  if (found) return found
  const pages = new Map<string, PlacedField[]>()
  const counts = new Map<string, number>()
  for (const field of fields) {
    counts.set(field.signerKey, (counts.get(field.signerKey) ?? 0) + 1)
    if (!isPlaced(field)) continue
    const page = `${field.documentId} ${field.page}`
    const there = pages.get(page)
    if (there) there.push(field)
    else pages.set(page, [field])
  }
  const index = { pages, counts }
  fieldIndexes.set(fields, index)
  return index
}

export function fieldsOnPage(
  fields: readonly DraftField[],
  documentId: string,
  page: number,
): readonly PlacedField[] {
  return fieldIndex(fields).pages.get(`${documentId} ${page}`) ?? none
}

export function pagesOfFields(fields: readonly DraftField[]): (readonly PlacedField[])[] {
  return [...fieldIndex(fields).pages.values()]
}

/** On how many documents someone has a place. */
export function placesOf(fields: readonly DraftField[], signerKey: string): number {
  return fieldIndex(fields).counts.get(signerKey) ?? 0
}

export function indexOfSigner(signers: readonly DraftSigner[], key: string): number {
  const found = signerIndexes.get(signers)
  const index = found ?? new Map(signers.map((signer, at) => [signer.key, at]))
  if (!found) signerIndexes.set(signers, index)
  return index.get(key) ?? -1
}
