import { hashPrefix } from '@countersign/pdf-signature/prefix-hash.ts'
import { expect, test } from 'vitest'
import { keepHash, takeHash } from './hash-cache.ts'

const digest = (n: number) => Uint8Array.of(n >> 8, n & 255)

test('a hash state is handed out once, to who names its digest', () => {
  const state = hashPrefix(Buffer.from('a document'))
  keepHash(digest(1), state)
  expect(takeHash(digest(2))).toBeUndefined()
  expect(takeHash(digest(1))).toBe(state)
  expect(takeHash(digest(1))).toBeUndefined()
})

test('of those nobody came back for the oldest go', () => {
  for (let n = 0; n < 100; n += 1) keepHash(digest(n), hashPrefix(Uint8Array.of(n)))
  expect(takeHash(digest(0))).toBeUndefined()
  expect(takeHash(digest(99))).toBeDefined()
})
