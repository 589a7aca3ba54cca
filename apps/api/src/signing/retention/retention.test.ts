import { expect, test } from 'vitest'
import { dueNotice, isDeletionDue } from './retention.ts'

const deleteAt = new Date('2027-03-20T10:00:00Z')
const before = (hours: number) => new Date(deleteAt.getTime() - hours * 3_600_000)
const told = (week: Date | null, day: Date | null) => ({ deleteAt, weekNoticeAt: week, dayNoticeAt: day })

test('a week ahead once, on the day once; who hears of it late is told of the day alone', () => {
  expect(dueNotice(told(null, null), before(169))).toBeNull()
  expect(dueNotice(told(null, null), before(168))).toBe('week')
  expect(dueNotice(told(before(168), null), before(100))).toBeNull()
  expect(dueNotice(told(before(168), null), before(24))).toBe('day')
  expect(dueNotice(told(null, null), before(20))).toBe('day')
  expect(dueNotice(told(null, null), before(-300))).toBe('day')
  expect(dueNotice(told(null, before(24)), before(-1))).toBeNull()
})

test('nothing is deleted early, untold, or within hours of being told', () => {
  expect(isDeletionDue(told(before(168), before(24)), before(1))).toBe(false)
  expect(isDeletionDue(told(before(168), before(24)), before(0))).toBe(true)
  expect(isDeletionDue(told(null, null), before(-1))).toBe(false)
  expect(isDeletionDue(told(null, before(-1)), before(-5))).toBe(false)
  expect(isDeletionDue(told(null, before(-1)), before(-21))).toBe(true)
})
