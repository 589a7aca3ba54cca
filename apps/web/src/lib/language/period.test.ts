import { expect, test } from 'vitest'
import { daysOf, isUpsideDown, readPeriod, writePeriod, type Period } from './period.ts'

const days = (period: Period, today = '2026-03-05') => daysOf({ period, from: '', to: '' }, today)

test('a period is the days it means today', () => {
  expect(days('last-7')).toEqual({ from: '2026-02-27', to: '2026-03-05' })
  expect(days('last-30')).toEqual({ from: '2026-02-04', to: '2026-03-05' })
  expect(days('this-month')).toEqual({ from: '2026-03-01', to: '2026-03-05' })
  expect(days('last-month')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(days('last-month', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(days('last-month', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(days('this-year')).toEqual({ from: '2026-01-01', to: '2026-03-05' })
  expect(days('all')).toEqual({ from: '', to: '' })
})

test('an address gives back what was written into it', () => {
  const own = { period: 'own', from: '2026-02-01', to: '' } as const
  for (const choice of [
    own,
    { period: 'last-7', from: '', to: '' },
    { period: 'all', from: '', to: '' },
  ] as const)
    expect(readPeriod(new URLSearchParams(writePeriod(choice, 'all')), 'all')).toEqual(choice)
  expect(writePeriod({ period: 'all', from: '', to: '' }, 'all')).toEqual({})
})

test('what an address says that is no day and no period is left out', () => {
  const read = (search: string) => readPeriod(new URLSearchParams(search), 'last-30')
  expect(read('period=ever&from=2026-02-30&to=x')).toEqual({ period: 'last-30', from: '', to: '' })
  expect(read('from=2026-02-01')).toEqual({ period: 'own', from: '2026-02-01', to: '' })
  expect(isUpsideDown({ from: '2026-02-02', to: '2026-02-01' })).toBe(true)
  expect(isUpsideDown({ from: '2026-02-02', to: '' })).toBe(false)
})

test('a day that is still being typed, or the end of all time, is not asked for', () => {
  const own = (from: string, to: string) => daysOf({ period: 'own', from, to }, '2026-03-05')
  expect(own('0202-02-01', '9999-12-31')).toEqual({ from: '', to: '' })
  expect(own('2026-02-01', '2026-02-02')).toEqual({ from: '2026-02-01', to: '2026-02-02' })
})
