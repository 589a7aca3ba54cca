import { expect, test } from 'vitest'
import { attemptsLeft, covered, judgeResend, judgeTan, resendAt, resendsLeft, type Tan } from './tan.ts'

const made = new Date('2026-11-22T10:00:00Z')
const after = (seconds: number) => new Date(made.getTime() + seconds * 1000)
const open: Tan = {
  status: 'OPEN',
  error: null,
  failures: 0,
  resends: 0,
  madeAt: made,
  sentAt: made,
  expiresAt: after(480),
}

test.each([
  ['the right one', {}, true, 10, 'right'],
  ['the right one at the last moment', {}, true, 479, 'right'],
  ['the right one, too late', {}, true, 480, 'expired'],
  ['a wrong one, too late', { failures: 4 }, false, 480, 'expired'],
  ['a wrong one', {}, false, 10, 'wrong'],
  ['the fourth wrong one', { failures: 3 }, false, 10, 'wrong'],
  ['the fifth wrong one', { failures: 4 }, false, 10, 'locked'],
  ['the right one after four wrong ones', { failures: 4 }, true, 10, 'right'],
  ['the right one, once it is locked', { status: 'FAILED', error: 'tan_locked' }, true, 10, 'locked'],
  [
    'the right one, once it was closed as expired',
    { status: 'FAILED', error: 'tan_expired' },
    true,
    10,
    'expired',
  ],
  [
    'the right one of a signing that was cancelled',
    { status: 'FAILED', error: 'cancelled' },
    true,
    10,
    'over',
  ],
  ['the right one a second time', { status: 'GIVEN' }, true, 10, 'over'],
] as const)('%s', (_, change, isRight, seconds, verdict) => {
  expect(judgeTan({ ...open, ...change }, isRight, after(seconds))).toBe(verdict)
})

test.each([
  ['too soon', {}, 119, 'too_soon'],
  ['after two minutes', {}, 120, 'resend'],
  ['two minutes after the last one', { resends: 1, madeAt: after(200), sentAt: after(210) }, 329, 'too_soon'],
  ['the third time', { resends: 2 }, 120, 'resend'],
  ['the fourth time', { resends: 3 }, 120, 'no_more'],
  ['while it has not gone out yet', { sentAt: null }, 119, 'too_soon'],
  ['once it has expired', {}, 480, 'expired'],
  ['once it is locked', { status: 'FAILED', error: 'tan_locked' }, 120, 'locked'],
  ['once it was given', { status: 'GIVEN' }, 120, 'over'],
] as const)('sending it again: %s', (_, change, seconds, verdict) => {
  expect(judgeResend({ ...open, ...change }, after(seconds))).toBe(verdict)
})

test('what is left is counted down and never below nothing', () => {
  expect([attemptsLeft(open), resendsLeft(open)]).toEqual([5, 3])
  const used = { ...open, failures: 7, resends: 9 }
  expect([attemptsLeft(used), resendsLeft(used)]).toEqual([0, 0])
  expect(resendAt({ ...open, sentAt: after(30) })).toEqual(after(150))
})

test('where it went is told so that its owner knows it, and nobody else learns it', () => {
  expect(covered('sms', '+41791234567')).toBe('+41 ** *** ** 67')
  expect(covered('sms', '+4915123456789')).toMatch(/^\+49 [* ]+ 89$/)
  expect(covered('email', 'anna.keller@example.test')).toBe('a***@example.test')
})
