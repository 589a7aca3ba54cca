import { expect, test } from 'vitest'
import { makeTotpSecret, readTotpCode, totpStep, totpUri } from './totp.ts'

// RFC 6238, appendix B: the secret "12345678901234567890" as base32, and the last six digits of its codes.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
  [20_000_000_000, '353130', 666_666_666],
])('at %i seconds the code %s is of its step', (seconds, code, step) => {
  expect(totpStep(secret, code, at(seconds))).toBe(step)
})

test('the step before and the one after count, with their own numbers; those further off do not', () => {
  expect([-60, -30, 0, 30, 60].map((late) => totpStep(secret, '005924', at(1_234_567_890 + late)))).toEqual([
    null,
    41_152_263,
    41_152_263,
    41_152_263,
    null,
  ])
  expect(totpStep(secret, '005925', at(1_234_567_890))).toBeNull()
})

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['ABCD-EFGH-JKMN', null],
])('%j is read as %j', (typed, code) => {
  expect(readTotpCode(typed)).toBe(code)
})

test('the address for the app names the service, the account and all that its codes hang on', () => {
  const uri = new URL(totpUri(secret, 'anna@example.org'))
  expect(decodeURIComponent(uri.pathname)).toBe('/Countersign:anna@example.org')
  expect(uri.host).toBe('totp')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    issuer: 'Countersign',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('secrets are 160 bits and never the same', () => {
  const secrets = new Set(Array.from({ length: 50 }, makeTotpSecret))
  expect(secrets.size).toBe(50)
  for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/)
})
