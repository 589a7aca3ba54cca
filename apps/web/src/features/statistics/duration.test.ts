import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

test('a time is told in one unit that fits it', () => {
  expect(formatDuration(12.6, 'en')).toBe('13 seconds')
  expect(formatDuration(95, 'en')).toBe('1.6 minutes')
  expect(formatDuration(4 * 3600, 'en')).toBe('4 hours')
  expect(formatDuration(36 * 3600, 'en')).toBe('1.5 days')
  expect(formatDuration(30 * 86_400, 'de')).toBe('30 Tage')
  expect(formatDuration(0, 'en')).toBe('0 seconds')
})
