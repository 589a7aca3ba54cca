import { expect, test } from 'vitest'
import { type DatedBackup, listExpired } from './retention.ts'

const now = new Date('2026-11-27T12:00:00Z')
const daysAgo = (days: number, hour = 1) => new Date(Date.UTC(2026, 10, 27 - days, hour))

function aBackup(days: number, state: DatedBackup['state'] = 'complete', hour = 1): DatedBackup {
  const takenAt = daysAgo(days, hour)
  return { id: `${state} ${days}d ${hour}h`, takenAt, state }
}
const keptOf = (backups: readonly DatedBackup[], keep = { days: 3, weeks: 2, months: 2 }, at = now) => {
  const expired = listExpired(backups, keep, at)
  return backups.map(({ id }) => id).filter((id) => !expired.includes(id))
}

test('the last backup of each day, week and month is kept, for as many of them as set', () => {
  const daily = Array.from({ length: 60 }, (_, days) => aBackup(days))
  // 27 November 2026 is a Friday: the week before ends on the 22nd, five days ago; October ends 27 days ago.
  expect(keptOf(daily)).toEqual([0, 1, 2, 5, 27].map((days) => `complete ${days}d 1h`))
})

test('of several on one day the newest is kept', () => {
  const keep = { days: 2, weeks: 0, months: 0 }
  expect(
    keptOf([aBackup(0, 'complete', 3), aBackup(0), aBackup(1, 'complete', 5), aBackup(1)], keep),
  ).toEqual(['complete 0d 3h', 'complete 1d 5h'])
})

test('days without a backup don’t count: nothing expires because none was made for long', () => {
  expect(keptOf([aBackup(400), aBackup(401), aBackup(500)], { days: 2, weeks: 0, months: 0 })).toEqual([
    'complete 400d 1h',
    'complete 401d 1h',
  ])
})

test('the newest complete backup stays, however many incomplete ones follow it', () => {
  const incomplete = Array.from({ length: 30 }, (_, days) => aBackup(days, 'incomplete'))
  expect(keptOf([...incomplete, aBackup(40)], { days: 1, weeks: 0, months: 0 })).toEqual([
    'incomplete 0d 1h',
    'complete 40d 1h',
  ])
  const sameDay = [aBackup(0, 'incomplete', 5), aBackup(0, 'complete', 3)]
  expect(keptOf(sameDay, { days: 1, weeks: 0, months: 0 })).toEqual(['complete 0d 3h'])
})

test('three copies before upgrades stay, an unfinished backup a day, an unreadable one always', () => {
  const upgrades = [100, 200, 300, 400].map((days) => aBackup(days, 'before_upgrade'))
  const others = [aBackup(0, 'unfinished', 11), aBackup(3, 'unfinished'), aBackup(900, 'unreadable')]
  expect(keptOf([...upgrades, ...others])).toEqual([
    ...[100, 200, 300].map((days) => `before_upgrade ${days}d 1h`),
    'unfinished 0d 11h',
    'unreadable 900d 1h',
  ])
})

test('attempts at one upgrade don’t push out the copy that the older release can restore', () => {
  const copy = (days: number, hour: number, schema: string): DatedBackup => ({
    ...aBackup(days, 'before_upgrade', hour),
    schema,
  })
  const copies = [
    ...[9, 8, 7, 6].map((hour) => copy(1, hour, 'half-way')),
    copy(1, 5, 'before'),
    copy(1, 4, 'before'),
    copy(90, 1, 'release before'),
    copy(180, 1, 'long ago'),
  ]
  expect(keptOf(copies)).toEqual([
    ...['1d 9h', '1d 8h', '1d 7h', '1d 5h', '1d 4h', '90d 1h'].map((age) => `before_upgrade ${age}`),
  ])
})

test('of the attempts at one upgrade the newest three stay for a week, and the newest after that', () => {
  const copies = [3, 5, 6, 6.5, 8, 9].map((days): DatedBackup => ({
    ...aBackup(days, 'before_upgrade'),
    schema: 'before',
  }))
  expect(keptOf(copies)).toHaveLength(3)
  const later = copies.map((copy) => ({
    ...copy,
    takenAt: new Date(copy.takenAt.getTime() - 10 * 86_400_000),
  }))
  expect(keptOf(later)).toHaveLength(1)
})

test('nothing expires where there is nothing', () => {
  expect(listExpired([], { days: 1, weeks: 1, months: 1 }, now)).toEqual([])
})
