import type { PrefixHash } from '@countersign/pdf-signature/prefix-hash.ts'

// A hash state lives in the thread that made it. A signature is mostly finished in the thread that prepared it, and a
// long document is hashed once then; in another thread it is hashed again.

const kept = new Map<string, PrefixHash>()
/** Signatures that this thread prepared and that someone is still being asked about. */
const keptAtMost = 32

const keyOf = (digest: Uint8Array): string => Buffer.from(digest).toString('hex')

/** Keeps the state of a document's hash under the digest of the signature that was prepared on it. */
export function keepHash(digest: Uint8Array, state: PrefixHash): void {
  kept.set(keyOf(digest), state)
  const [oldest] = kept.keys()
  if (kept.size > keptAtMost && oldest !== undefined) kept.delete(oldest)
}

export function takeHash(digest: Uint8Array): PrefixHash | undefined {
  const state = kept.get(keyOf(digest))
  kept.delete(keyOf(digest))
  return state
}
