import { expect, test } from 'vitest'
import { isFormattedText } from './formatted-text.ts'

test.each([
  ['1’234.50', '1234.5'],
  ['CHF 1.234,50', '1234.5'],
  ['1,234', '1234'],
  ['12.35', '12.345'],
  ['-1 000.00', '-1000'],
  ['(100.00)', '-100'],
  ['27.11.2026', '2026-11-27'],
  ['2026/11/27', '2026-11-27'],
])('%s may be what a script made of %s', (shown, value) => {
  expect(isFormattedText(shown, value)).toBe(true)
})

test.each([
  ['-100.00', '100'],
  ['(100.00)', '100'],
  ['100.00', '-100'],
  ['1234', '1235'],
  ['100 of 900', '100'],
  ['12.36', '12.345'],
  ['100', 'a hundred'],
  ['11.27.2026', '2026-11-27'],
  ['27.11.2026 at noon', '2026-11-27'],
])('%s is not what a script made of %s', (shown, value) => {
  expect(isFormattedText(shown, value)).toBe(false)
})
