import { describe, expect, it } from 'vitest'
import { isSameName, mayBecome, type Status, validUntil, type Evidence } from './identification.ts'
import { nextAsk } from './progress/polling-pauses.ts'
import { isOtherNumber } from './progress/progress.ts'

const states: readonly Status[] = ['initialized', 'inprogress', 'review', 'success', 'failure']

describe('what an update may do', () => {
  it('is to lead on, never back, and to nothing once it is over', () => {
    const table = states.map((from) => [from, states.filter((to) => mayBecome(from, to))])
    expect(Object.fromEntries(table)).toEqual({
      initialized: ['inprogress', 'review', 'success', 'failure'],
      inprogress: ['review', 'success', 'failure'],
      review: ['success', 'failure'],
      success: [],
      failure: [],
    })
  })
})

it.each([
  ['+41791234567', '+41791234567', false],
  ['+410791234567', '+41791234567', false],
  ['+41791234568', '+41791234567', true],
  ['41791234567', '+41791234567', true],
  [null, '+41791234567', false],
  ['+41791234567', null, false],
])('an account whose identification proved %s and whose number is %s has another: %s', (proved, own, is) => {
  expect(isOtherNumber(proved, own)).toBe(is)
})

describe('how long it counts', () => {
  const evidence = (expiresAt: string | null): Evidence => ({
    evidenceId: 'e',
    level: 'QES',
    givenName: 'Anna',
    surname: 'Muster',
    birthDate: null,
    country: 'CH',
    mobile: '+41791234567',
    document: { kind: 'passport', number: 'X1', country: 'CH', expiresAt },
    approvalSerialNumber: null,
    identifiedAt: '2026-03-01T10:00:00.000Z',
  })
  it('is five years', () => {
    expect(validUntil(evidence(null)).toISOString()).toBe('2031-03-01T10:00:00.000Z')
    expect(validUntil(evidence('2035-01-01')).toISOString()).toBe('2031-03-01T10:00:00.000Z')
  })
  it('is until the document ends, its last day included', () => {
    expect(validUntil(evidence('2028-05-31')).toISOString()).toBe('2028-05-31T23:59:59.999Z')
  })
})

describe('a name', () => {
  it.each([
    ['Müller', 'MUELLER'],
    ['Anne-Marie', 'Anne Marie'],
    ['José', 'Jose'],
    ['Groß', 'GROSS'],
    ['Yıldız', 'YILDIZ'],
    ['Sørensen', 'SOERENSEN'],
    ['Åberg', 'AABERG'],
    ['Łukasz', 'LUKASZ'],
    ['Þóra', 'THORA'],
  ])('%s is %s', (one, other) => expect(isSameName(one, other)).toBe(true))
  it.each([
    ['Anna', 'Anne'],
    ['Michael', 'Michal'],
  ])('%s is not %s', (one, other) => expect(isSameName(one, other)).toBe(false))
})

it('an identification is asked for after pauses that grow to an hour', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const pause = (polls: number) => (nextAsk(polls, now).getTime() - now.getTime()) / 1000
  expect([0, 1, 2, 6, 7, 50].map(pause)).toEqual([30, 60, 120, 1920, 3600, 3600])
})
