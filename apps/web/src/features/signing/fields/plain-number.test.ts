import { expect, test } from 'vitest'
import { plainNumber } from './plain-number.ts'

test.each([
  ['1’234,50', '1234.50'],
  ['1 234.50', '1234.50'],
  ['1,234.50', '1234.50'],
  ['1.234,50', '1234.50'],
  ['-12,5', '-12.5'],
  ['42', '42'],
])('a number typed as %s is kept as %s', (typed, kept) => {
  expect(plainNumber(typed)).toBe(kept)
})

test.each(['twelve', '1,2,3', '12.', '', '1.2.3'])('%s is no number and stays as it was typed', (typed) => {
  expect(plainNumber(typed)).toBe(typed)
})
