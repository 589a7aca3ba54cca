import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readable, words } from './finding-words.ts'

// The web app knows of the engine only what the contract says; that its list of codes is whole is looked up here.
const list = fileURLToPath(
  new URL('../../../../../packages/pdf-signature/src/validation/finding-codes.ts', import.meta.url),
)

it('the page has words for everything that a validation can find, and for nothing else', () => {
  const codes = [...readFileSync(list, 'utf8').matchAll(/^ {2}'(\w+)',/gm)].map(([, code = '']) => code)
  expect(codes.length).toBeGreaterThan(40)
  expect(Object.keys(words).toSorted()).toEqual(codes.toSorted())
})

it('a day that a finding names is in the reader’s language, and in none of them a row of figures', () => {
  const expiry = '2026-04-03T12:00:00Z'
  expect(readable(expiry, 'en')).toBe('3 Apr 2026')
  expect(readable(expiry, 'de')).toMatch(/^3\. Apr/)
  expect(readable('CN=Anna Keller', 'en')).toBe('CN=Anna Keller')
})
