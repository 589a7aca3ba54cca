import { createHash } from 'node:crypto'
import { canonical } from './canonical-json.ts'
import { inclusionPath, merkleRoot } from './merkle-tree.ts'
import type { SignedHead } from './verify-chain.ts'

/** The newest event of each chain that moved, by the request's id. */
export type Heads = Readonly<Record<string, SignedHead>>

/** What was signed: the list of heads itself (1), or the root of a tree over them (2), so that each can be shown alone. */
export type HeadsForm = 1 | 2

/** What the first signed heads follow. */
export const firstPreviousDigest: Buffer = createHash('sha256').update('countersign evidence heads').digest()

/** What is signed: when, which heads, and the digest of those before, so that none can be taken out unseen. */
export function digestHeads(
  { form, heads, takenAt }: { readonly form: HeadsForm; readonly heads: Heads; readonly takenAt: Date },
  previousDigest: Uint8Array,
): Buffer {
  if (form === 1) return digestOf({ takenAt: takenAt.toISOString(), heads }, previousDigest)
  const leaves = leavesOf(heads)
  return digestRoot({ root: merkleRoot(leaves), size: leaves.length, takenAt }, previousDigest)
}

/** The same from the root of the tree over the heads and how many they are. */
export function digestRoot(
  { root, size, takenAt }: { readonly root: Uint8Array; readonly size: number; readonly takenAt: Date },
  previousDigest: Uint8Array,
): Buffer {
  const covered = { root: Buffer.from(root).toString('hex'), size, takenAt: takenAt.toISOString() }
  return digestOf(covered, previousDigest)
}

function digestOf(covered: object, previousDigest: Uint8Array): Buffer {
  return createHash('sha256').update(previousDigest).update(canonical(covered)).digest()
}

/** A chain's head as a leaf of the tree. */
export function leafOf(chain: string, { seq, hash }: SignedHead): string {
  return canonical({ chain, seq, hash })
}

function leavesOf(heads: Heads): string[] {
  return chainsOf(heads).map((chain) => leafOf(chain, heads[chain] ?? { seq: 0, hash: '' }))
}

function chainsOf(heads: Heads): string[] {
  return Object.keys(heads).toSorted()
}

export interface Inclusion {
  readonly index: number
  /** How many heads the tree has. */
  readonly size: number
  /** Hashes, the lowest first. */
  readonly path: readonly Buffer[]
}

/** What shows that a chain's head is among these, and tells nothing of the others; null where it is not. */
export function inclusionOf(heads: Heads, chain: string): Inclusion | null {
  const leaves = leavesOf(heads)
  const index = chainsOf(heads).indexOf(chain)
  return index < 0 ? null : { index, size: leaves.length, path: inclusionPath(leaves, index) }
}
