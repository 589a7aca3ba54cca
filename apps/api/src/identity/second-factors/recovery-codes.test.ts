import { expect, test } from 'vitest'
import { type HashKeys, hashPurposes } from '#api/platform/secrets/hash-keys.ts'
import { hashRecoveryCode, makeRecoveryCodes, readRecoveryCode } from './recovery-codes.ts'

test('ten different codes of 60 bits, in groups', () => {
  const codes = Array.from({ length: 20 }, makeRecoveryCodes)
  expect(codes.map((ten) => ten.length)).toEqual(Array.from({ length: 20 }, () => 10))
  expect(new Set(codes.flat()).size).toBe(200)
  for (const code of codes.flat()) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
})

test.each([
  ['0123-ABCD-XYZ1', '0123ABCDXYZ1'],
  [' o123 abcd xyzi ', '0123ABCDXYZ1'],
  ['O123ABCDXYZL', '0123ABCDXYZ1'],
  ['0123-ABCD-XYZ', null],
  ['0123-ABCD-XYZ12', null],
  ['0123-ABCD-XYZU', null],
  ['123456', null],
  ['', null],
])('%j is read as %j', (typed, code) => {
  expect(readRecoveryCode(typed)).toBe(code)
})

test('what is kept of a code depends on its key and the account, not on how it was typed', () => {
  const keys = (byte: number) =>
    Object.fromEntries(
      hashPurposes.map((purpose) => [purpose, Buffer.alloc(32, byte)]),
    ) as unknown as HashKeys
  const [key, otherKey] = [keys(1), keys(2)]
  const kept = hashRecoveryCode(key, 'anna', '0123-ABCD-XYZ1')
  expect(hashRecoveryCode(key, 'anna', 'o123abcdxyzi')).toEqual(kept)
  expect(hashRecoveryCode(key, 'ben', '0123-ABCD-XYZ1')).not.toEqual(kept)
  expect(hashRecoveryCode(otherKey, 'anna', '0123-ABCD-XYZ1')).not.toEqual(kept)
})
