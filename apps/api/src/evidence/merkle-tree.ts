import { createHash } from 'node:crypto'

// A Merkle tree as RFC 9162 §2.1 has it: one hash stands for many leaves, and a few hashes prove that a leaf is among
// them without telling anything about the others.

/** RFC 9162 §2.1.1: leaves and nodes are hashed apart, so that no node can be passed off as a leaf. */
function hashLeaf(leaf: string): Buffer {
  return createHash('sha256').update(Buffer.of(0)).update(leaf).digest()
}

function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest()
}

/** The tree's root (RFC 9162 §2.1.1). There is at least one leaf. */
export function merkleRoot(leaves: readonly string[]): Buffer {
  return rootOf(leaves.map(hashLeaf), 0, leaves.length)
}

/** The hashes by which the root is computed from one leaf, the lowest first (RFC 9162 §2.1.3.1). */
export function inclusionPath(leaves: readonly string[], index: number): Buffer[] {
  const hashes = leaves.map(hashLeaf)
  const path: Buffer[] = []
  for (let start = 0, end = hashes.length; end - start > 1;) {
    const middle = start + leftSize(end - start)
    const isLeft = index < middle
    path.unshift(isLeft ? rootOf(hashes, middle, end) : rootOf(hashes, start, middle))
    if (isLeft) end = middle
    else start = middle
  }
  return path
}

/** The root that a leaf and its path lead to; null where the path does not fit a tree of this size (RFC 9162 §2.1.3.2). */
export function rootOfPath(
  leaf: string,
  {
    index,
    size,
    path,
  }: { readonly index: number; readonly size: number; readonly path: readonly Uint8Array[] },
): Buffer | null {
  if (index >= size) return null
  let hash = hashLeaf(leaf)
  let node = index
  let last = size - 1
  for (const sibling of path) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      hash = hashNode(sibling, hash)
      // A node without a sibling moves up as it is.
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
    } else hash = hashNode(hash, sibling)
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hash : null
}

function rootOf(hashes: readonly Buffer[], start: number, end: number): Buffer {
  const [only] = hashes.slice(start, start + 1)
  if (!only) throw new RangeError('A tree has at least one leaf')
  if (end - start === 1) return only
  const middle = start + leftSize(end - start)
  return hashNode(rootOf(hashes, start, middle), rootOf(hashes, middle, end))
}

/** The largest power of two that is smaller than `size`. */
function leftSize(size: number): number {
  return 2 ** Math.ceil(Math.log2(size) - 1)
}
