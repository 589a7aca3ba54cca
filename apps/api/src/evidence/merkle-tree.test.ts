import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inclusionPath, merkleRoot, rootOfPath } from './merkle-tree.ts'

const leaves = (count: number) => Array.from({ length: count }, (_, index) => `leaf ${index}`)
const sha256 = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

test('the root of three leaves is computed as RFC 9162 §2.1.1 says', () => {
  const [a, b, c] = ['leaf 0', 'leaf 1', 'leaf 2'].map((leaf) => sha256(Buffer.of(0), leaf))
  const left = sha256(Buffer.of(1), a!, b!)
  expect(merkleRoot(leaves(3))).toEqual(sha256(Buffer.of(1), left, c!))
})

test('each leaf of trees of every size leads to the root by its path, and by no other', () => {
  for (let size = 1; size <= 33; size += 1) {
    const root = merkleRoot(leaves(size))
    for (let index = 0; index < size; index += 1) {
      const path = inclusionPath(leaves(size), index)
      expect(rootOfPath(`leaf ${index}`, { index, size, path })).toEqual(root)
      expect(rootOfPath('another', { index, size, path })).not.toEqual(root)
      expect(rootOfPath(`leaf ${index}`, { index, size, path: [...path, root] })).toBeNull()
      if (path.length > 0)
        expect(rootOfPath(`leaf ${index}`, { index, size, path: path.slice(1) })).not.toEqual(root)
    }
  }
  expect(rootOfPath('leaf 0', { index: 1, size: 1, path: [] })).toBeNull()
})
