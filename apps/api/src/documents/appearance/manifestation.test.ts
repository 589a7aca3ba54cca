import { expect, test } from 'vitest'
import { isTimeZone } from '#api/platform/values/time-zone.ts'
import { localTime } from './manifestation.ts'

test('the time is the signer’s own, with its offset from UTC', () => {
  const at = new Date('2026-11-22T23:03:12Z')
  expect(localTime(at, 'Europe/Zurich')).toBe('2026-11-23 00:03:12 +01:00')
  expect(localTime(new Date('2026-07-01T12:00:00Z'), 'Europe/Zurich')).toBe('2026-07-01 14:00:00 +02:00')
  expect(localTime(at, 'America/St_Johns')).toBe('2026-11-22 19:33:12 -03:30')
  expect(localTime(at, 'UTC')).toBe('2026-11-22 23:03:12 +00:00')
  expect(localTime(at, null)).toBe('2026-11-22 23:03:12 +00:00')
  expect([isTimeZone('Europe/Zurich'), isTimeZone('Mars/Olympus')]).toEqual([true, false])
})
