import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../paths.mjs'

// Playwright starts a product for each object of worker options, also where two are equal.

const journeys = readdirSync(inRoot('e2e'))
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => ({ name, text: readFileSync(inRoot('e2e', name), 'utf8') }))

test('a journey with plans or limits takes its product from those that files share', () => {
  const own = journeys.filter(({ text }) => /test\.use\(\{[^)]*\b(billing|settings)\b/.test(text))
  expect(own.map(({ name }) => name)).toEqual([])
})

test('a journey with plans or limits is in the project of one worker', () => {
  const shared = journeys.filter(({ text }) => /test\.use\(with\w+\)/.test(text))
  expect(shared.length).toBeGreaterThan(0)
  const elsewhere = shared.filter(({ name }) => !/^billing-|^bulk-send-limits\./.test(name))
  expect(elsewhere.map(({ name }) => name)).toEqual([])
})
