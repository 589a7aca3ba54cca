import type { DraftField, DraftSigner } from './draft.ts'

// Fifty documents and a hundred signers have thousands of fields, and each page and signer looks up its own at every
// change: they are grouped once for each list.

const fieldCounts = new WeakMap<readonly DraftField[], ReadonlyMap<string, number>>()
const signerIndexes = new WeakMap<readonly DraftSigner[], ReadonlyMap<string, number>>()

/** On how many documents someone has a place. */
export function placesOf(fields: readonly DraftField[], signerKey: string): number {
  const found = fieldCounts.get(fields)
  if (found) return found.get(signerKey) ?? 0
  const counts = new Map<string, number>()
  for (const field of fields) counts.set(field.signerKey, (counts.get(field.signerKey) ?? 0) + 1)
  fieldCounts.set(fields, counts)
  return counts.get(signerKey) ?? 0
}

export function indexOfSigner(signers: readonly DraftSigner[], key: string): number {
  const found = signerIndexes.get(signers)
  const index = found ?? new Map(signers.map((signer, at) => [signer.key, at]))
  if (!found) signerIndexes.set(signers, index)
  return index.get(key) ?? -1
}
