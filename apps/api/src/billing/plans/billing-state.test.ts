import { describe, expect, test } from 'vitest'
import { billingStateOf, hasPaymentIssue } from './billing-state.ts'

const now = new Date('2026-11-23T12:00:00Z')
const [before, after] = [new Date('2026-11-22T12:00:00Z'), new Date('2026-11-24T12:00:00Z')]
const nothing = {
  trialPlan: 'pro',
  provider: null,
  manual: null,
  blockedAt: null,
  trialEndsAt: before,
  trialCancelledAt: null,
} as const
const bought = { status: 'active', plan: 'team', seats: 3 } as const
const byInvoice = { plan: 'enterprise', name: 'enterprise-acme', seats: 80, until: null } as const

describe('the payment method of a business', () => {
  test.each([
    ['a trial that runs', { ...nothing, trialEndsAt: after }, null, 'TRIALING'],
    ['a trial that is over', nothing, null, 'NEEDS_PAYMENT_METHOD'],
    ['a trial that ends at this instant', { ...nothing, trialEndsAt: now }, null, 'NEEDS_PAYMENT_METHOD'],
    [
      'a trial that was cancelled',
      { ...nothing, trialEndsAt: after, trialCancelledAt: before },
      null,
      'NEEDS_PAYMENT_METHOD',
    ],
    ['a subscription', { ...nothing, provider: 'STRIPE' }, { provider: 'STRIPE' }, 'STRIPE'],
    [
      'a subscription bought during the trial',
      { ...nothing, trialEndsAt: after },
      { provider: 'CHARGEBEE' },
      'CHARGEBEE',
    ],
    ['an invoice', { ...nothing, provider: 'MANUAL', manual: byInvoice }, null, 'MANUAL'],
    [
      'an invoice whose time is over',
      { ...nothing, provider: 'MANUAL', manual: { ...byInvoice, until: before } },
      null,
      'NEEDS_PAYMENT_METHOD',
    ],
    [
      'an invoice whose time ends at this instant',
      { ...nothing, provider: 'MANUAL', manual: { ...byInvoice, until: now } },
      null,
      'NEEDS_PAYMENT_METHOD',
    ],
    ['a lock, whatever is paid', { ...nothing, blockedAt: before }, { provider: 'STRIPE' }, 'BLOCKED'],
  ] as const)('%s', (_, billing, live, expected) => {
    expect(billingStateOf(billing, live && { ...bought, ...live }, now).paymentMethod).toBe(expected)
  })
})

test.each([
  ['active', false, false],
  ['trialing', false, false],
  ['past_due', false, true],
  ['unpaid', false, true],
  ['canceled', false, true],
  ['incomplete', false, true],
  ['incomplete_expired', false, false],
  ['past_due', true, false],
  [null, false, false],
] as const)(
  'a subscription that is %s, of a business that is locked %s: payment issue %s',
  (status, isLocked, issue) => {
    expect(hasPaymentIssue(status, isLocked)).toBe(issue)
  },
)
