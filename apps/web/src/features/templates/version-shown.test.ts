import { expect, test } from 'vitest'
import { versionShown } from './version-shown.ts'

const [read, newer] = [{ updated_at: '2026-11-29T08:00:00Z' }, { updated_at: '2026-11-29T08:05:00Z' }]

test('a form with changes keeps the version that they were made of, and shows the newest one otherwise', () => {
  expect(versionShown(read, newer, true)).toBe(read)
  expect(versionShown(read, newer, false)).toBe(newer)
})
