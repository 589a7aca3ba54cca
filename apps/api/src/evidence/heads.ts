import { createHash } from 'node:crypto'
import { canonical } from './event.ts'
import type { SignedHead } from './verify-chain.ts'

/** The newest event of each chain that moved, by the request's id. */
export type Heads = Readonly<Record<string, SignedHead>>

/** What the first signed heads follow. */
export const firstPreviousDigest: Buffer = createHash('sha256').update('countersign evidence heads').digest()

/** What is signed: when, which heads, and the digest of those before, so that none can be taken out unseen. */
export function digestHeads(heads: Heads, takenAt: Date, previousDigest: Uint8Array): Buffer {
  return createHash('sha256')
    .update(previousDigest)
    .update(canonical({ takenAt: takenAt.toISOString(), heads }))
    .digest()
}
