import { expect, test } from 'vitest'
import { generateKeyPairSync } from 'node:crypto'
import { digestStrength, keyStrength, weakestAt } from './algorithm-strength.ts'

const [weak, legacy] = ['2014-01-01', '2031-01-01'].map((day) => new Date(`${day}T00:00:00Z`))

test.each([
  ['P-192', 'prime192v1', weak],
  ['P-224', 'secp224r1', legacy],
  ['P-256', 'prime256v1', undefined],
  ['P-384', 'secp384r1', undefined],
  ['brainpoolP224r1', 'brainpoolP224r1', legacy],
  ['brainpoolP256r1', 'brainpoolP256r1', undefined],
])('a key on the curve %s is as reliable as its size', (name, namedCurve, reliableUntil) => {
  expect(keyStrength(generateKeyPairSync('ec', { namedCurve }).publicKey)).toEqual({
    name: `ECDSA ${name}`,
    ...(reliableUntil ? { reliableUntil } : {}),
  })
})

test('of two algorithms that are weak by then, the one that ended first is named', () => {
  const short = { name: 'RSA 2048', ...(legacy ? { reliableUntil: legacy } : {}) }
  const at = new Date('2040-01-01T00:00:00Z')
  expect(weakestAt([short, digestStrength('sha1'), digestStrength('sha256')], at)?.name).toBe('SHA-1')
  expect(weakestAt([short], legacy ?? at)).toEqual(short)
  expect(weakestAt([short, digestStrength('sha256')], new Date('2030-12-31T23:59:59Z'))).toBeUndefined()
})
