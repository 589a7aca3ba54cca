import { expect, test } from 'vitest'
import { columnsOf, quantile, splitRange, stepOf } from './statistics.ts'

test('columns begin with the range, then with each Monday, month or day', () => {
  expect(columnsOf({ from: '2026-02-27', to: '2026-03-02' }, 'day')).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(columnsOf({ from: '2026-11-18', to: '2026-12-01' }, 'week')).toEqual([
    '2026-11-18',
    '2026-11-23',
    '2026-11-30',
  ])
  // From a Sunday on.
  expect(columnsOf({ from: '2026-11-22', to: '2026-11-30' }, 'week')).toEqual([
    '2026-11-22',
    '2026-11-23',
    '2026-11-30',
  ])
  expect(columnsOf({ from: '2025-12-31', to: '2026-02-01' }, 'month')).toEqual([
    '2025-12-31',
    '2026-01-01',
    '2026-02-01',
  ])
  expect([
    stepOf({ from: '2026-01-01', to: '2026-03-03' }),
    stepOf({ from: '2026-01-01', to: '2027-01-02' }),
  ]).toEqual(['day', 'month'])
})

test.each([
  ['2026-01-15', '2026-01-20', null, ['2026-01-15…2026-01-20']],
  ['2026-01-15', '2026-02-14', null, ['2026-01-15…2026-02-14']],
  ['2026-01-01', '2026-01-31', '2026-01-01…2026-01-31', []],
  ['2026-01-15', '2026-03-14', '2026-02-01…2026-02-28', ['2026-01-15…2026-01-31', '2026-03-01…2026-03-14']],
  ['2025-11-30', '2026-02-28', '2025-12-01…2026-02-28', ['2025-11-30…2025-11-30']],
])(
  'from %s to %s each day is counted once: by months and by the days around them',
  (from, to, months, days) => {
    const shown = (one: { from: string; to: string }) => `${one.from}…${one.to}`
    const split = splitRange({ from, to })
    expect([split.months && shown(split.months), split.days.map(shown)]).toEqual([months, days])
  },
)

test('a median is right to within a fortieth', () => {
  const bucketOf = (seconds: number) => Math.floor(Math.log(seconds) / Math.log(1.05))
  const took = [1, 60, 3600, 86_400, 1_000_000]
  const buckets = took.map((seconds) => ({ bucket: bucketOf(seconds), amount: 1 }))
  expect(quantile(buckets, 0.5) ?? 0).toBeGreaterThan(3600 * 0.974)
  expect(quantile(buckets, 0.5) ?? 0).toBeLessThan(3600 * 1.026)
  expect(quantile(buckets, 0.9) ?? 0).toBeGreaterThan(970_000)
  expect(quantile([], 0.5)).toBeNull()
})
