import { expect, test } from 'vitest'
import { prefersJson } from './content-answer.ts'

test.each([
  [undefined, false],
  ['*/*', false],
  ['application/pdf', false],
  ['application/json', true],
  ['application/json, text/plain, */*', true],
  ['application/pdf, application/json', false],
  ['application/json, application/pdf', true],
  ['application/pdf;q=0.5, application/json', true],
  ['application/json;q=0.5, application/pdf', false],
  ['application/json;q=0', false],
])('with Accept: %s JSON is preferred: %s', (accept, expected) => {
  expect(prefersJson(accept)).toBe(expected)
})
