import { expect, test } from 'vitest'
import { monthOf } from './month-of.ts'

test.each([
  ['2026-01-15T10:00:00Z', '2026-01-20T00:00:00Z', '2026-01-15T10:00:00Z'],
  ['2026-01-15T10:00:00Z', '2026-03-15T09:59:59Z', '2026-02-15T10:00:00Z'],
  ['2026-01-15T10:00:00Z', '2026-03-15T10:00:00Z', '2026-03-15T10:00:00Z'],
  // The anchor's day comes back after a shorter month.
  ['2026-01-31T10:00:00Z', '2026-03-01T00:00:00Z', '2026-02-28T10:00:00Z'],
  ['2026-01-31T10:00:00Z', '2026-03-31T12:00:00Z', '2026-03-31T10:00:00Z'],
  ['2026-08-31T10:00:00Z', '2027-01-02T00:00:00Z', '2026-12-31T10:00:00Z'],
  ['2026-05-10T10:00:00Z', '2026-05-10T09:59:00Z', '2026-05-10T10:00:00Z'],
])('of a period from %s, at %s the month began at %s', (start, now, expected) => {
  expect(monthOf(new Date(start), new Date(now))).toEqual(new Date(expected))
})
