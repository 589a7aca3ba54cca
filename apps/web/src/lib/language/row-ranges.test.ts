import { expect, test } from 'vitest'
import { rangesOf } from './row-ranges.ts'

test('row numbers are written as ranges, and of very many the first', () => {
  expect(rangesOf([2, 3, 4, 7, 9, 10])).toBe('2–4, 7, 9–10')
  expect(rangesOf([5])).toBe('5')
  const everyOther = Array.from({ length: 30 }, (_, index) => 2 + index * 2)
  expect(rangesOf(everyOther)).toBe('2, 4, 6, 8, 10, 12, 14, 16, 18, 20, …')
})
