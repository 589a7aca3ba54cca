import type { OfferedPlan, PlanFeature } from '@countersign/contract/billing-shapes.ts'
import type { Business } from '@countersign/contract/businesses.ts'
import { expect, it } from 'vitest'
import { noticeOf } from '#web/lib/business/billing-notice.ts'
import { daysLeft } from '#web/lib/language/days-left.ts'
import { outcomeOf, planWithMore, seatRange, withinRange, yearlySaving } from './choice.ts'
import { formatMoney } from '../money.ts'
import { checkForm, type OpenOrder, type OrderForm } from './order-form.ts'
import { readReturn } from '../payments/payment-return.ts'
import { usageColumns } from '../usage/usage-columns.ts'

const limits = {
  uploads: true,
  apiUsers: 2,
  seals: 0,
  retention: true,
  branding: false,
  part11: false,
  bulkSend: true,
  api: true,
}
const team: OfferedPlan = {
  name: 'team',
  seats: { min: 2, max: 10 },
  included: { ses: 50, aes: 10, qes: 0, seal: 0 },
  chargesExtra: true,
  limits,
  prices: [
    { cycle: 'month', currency: 'CHF', amount: 1500 },
    { cycle: 'year', currency: 'CHF', amount: 14_400 },
  ],
}
const form: OrderForm = {
  choice: {
    plan: 'team',
    cycle: 'year',
    seats: 3,
    country: 'CH',
    vat: '',
    promoCode: null,
    referralCode: null,
  },
  address: {
    contactName: 'Mara Lindt',
    contactEmail: 'mara@example.org',
    address1: 'Seeweg 1',
    address2: '',
    postalCode: '8000',
    city: 'Zürich',
  },
  founding: { name: '', phone: '', gtc: false, dpa: false },
}
const order: OpenOrder = {
  form,
  step: 'setup',
  prorationDate: null,
  dueToday: null,
  idempotencyKey: 'k',
  businessId: null,
}

const billing = {
  paymentMethod: 'STRIPE',
  paymentIssue: false,
  cycle: 'year',
  seats: 3,
  nextSeats: null,
  trialEndsAt: null,
} as const
const base = { type: 'TEAM', startAt: '2026-11-01T00:00:00Z', endAt: null } as const
function aBusiness(change: { billing?: object; next?: object | null; error?: string | null } = {}): Business {
  return {
    billing: { ...billing, ...change.billing },
    pricePlan: { name: 'team', current: { base }, next: { base: change.next ?? null } },
    stripe: { subscriptionErrorCode: change.error ?? null },
  } as unknown as Business
}

it('the yearly price is compared with twelve monthly ones', () => {
  expect(yearlySaving([team], 'CHF')).toBe(20)
  expect(yearlySaving([team], 'EUR')).toBe(0)
})

it('a plan is offered with a seat for each person, or not at all', () => {
  expect(seatRange(team, 1)).toEqual({ min: 2, max: 10 })
  expect(seatRange(team, 7)).toEqual({ min: 7, max: 10 })
  expect(seatRange(team, 11)).toBeNull()
  expect(withinRange(40, { min: 2, max: 10 })).toBe(10)
  expect(withinRange(Number.NaN, { min: 2, max: 10 })).toBe(2)
})

it('amounts have the code of their currency, in the way of the reader', () => {
  expect(formatMoney(1250, 'CHF', 'en').replaceAll('\u00A0', ' ')).toBe('CHF 12.50')
  expect(formatMoney(1250, 'EUR', 'fr').replaceAll('\u00A0', ' ')).toBe('12.50 EUR')
})

it('an order is done once exactly what was ordered is paid for', () => {
  const ordered = { plan: 'team', cycle: 'year', seats: 3 } as const
  expect(outcomeOf(aBusiness(), ordered)).toBe('done')
  expect(outcomeOf(aBusiness({ billing: { seats: 5, nextSeats: 3 } }), ordered)).toBe('done')
  expect(outcomeOf(aBusiness({ billing: { cycle: 'month' } }), ordered)).toBe('waiting')
  expect(outcomeOf(aBusiness({ billing: { paymentMethod: 'TRIALING' } }), ordered)).toBe('waiting')
  expect(outcomeOf(aBusiness({ billing: { paymentIssue: true }, error: 'card_declined' }), ordered)).toBe(
    'failed',
  )
})

it('what the provider returns with decides where the order continues, and never that it is paid', () => {
  expect(readReturn('', order)).toEqual({ at: 'form', problem: null })
  expect(readReturn('?payment=return&setup_intent=seti_1&redirect_status=succeeded', order)).toMatchObject({
    at: 'resume',
    reference: 'seti_1',
  })
  expect(readReturn('?payment=return&id=page_1&state=cancelled', order)).toEqual({
    at: 'form',
    problem: 'cancelled',
  })
  expect(readReturn('?setup_intent=seti_1&redirect_status=failed', order)).toEqual({
    at: 'form',
    problem: 'card',
  })
  expect(readReturn('?payment=return', { ...order, step: 'payment' })).toMatchObject({ at: 'check' })
  expect(readReturn('?payment=return', null)).toEqual({ at: 'form', problem: null })
})

it('founding a business takes its name and both agreements', () => {
  expect(checkForm(form, false)).toEqual({})
  expect(checkForm(form, true)).toEqual({ name: 'required', gtc: 'accept', dpa: 'accept' })
  const unreachable = { ...form, address: { ...form.address, contactEmail: 'mara@', city: ' ' } }
  expect(checkForm(unreachable, false)).toEqual({ contactEmail: 'email', city: 'required' })
})

it('admins are told what is most urgent about their plan, and members nothing', () => {
  const ending = { type: 'CANCELED', startAt: '2026-12-01T00:00:00Z', endAt: null }
  const late = aBusiness({ billing: { paymentIssue: true }, next: ending })
  expect(noticeOf(late, 'admin')).toEqual({ kind: 'payment-failed' })
  expect(noticeOf(aBusiness({ next: ending }), 'admin')).toEqual({ kind: 'cancelled', on: ending.startAt })
  const trial = aBusiness({ billing: { paymentMethod: 'TRIALING', trialEndsAt: ending.startAt } })
  expect(noticeOf(trial, 'admin')).toEqual({ kind: 'trial', until: ending.startAt })
  expect(noticeOf(trial, 'member')).toBeNull()
  expect(noticeOf(aBusiness(), 'admin')).toBeNull()
})

it('the last day of a trial is one day, and none is left after it', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  expect(daysLeft('2026-11-24T11:00:00Z', now)).toBe(1)
  expect(daysLeft('2026-11-22T11:00:00Z', now)).toBe(0)
})

it('a plan with more is a larger one, also where what one has of it is used up', () => {
  const pro: OfferedPlan = { ...team, name: 'pro', limits: { ...limits, apiUsers: 10, part11: true } }
  const enterprise: OfferedPlan = { ...pro, name: 'enterprise', limits: { ...pro.limits, apiUsers: null } }
  const plans = [team, pro, enterprise]
  const named = (feature: PlanFeature, own: OfferedPlan | null) =>
    planWithMore(plans, feature, own?.limits ?? null)?.name
  expect([named('apiUsers', null), named('part11', null)]).toEqual(['team', 'pro'])
  expect([named('apiUsers', team), named('apiUsers', pro)]).toEqual(['pro', 'enterprise'])
  expect([named('apiUsers', enterprise), named('branding', pro)]).toEqual([undefined, undefined])
})

it('the parts of a column are on top of each other and end at its total', () => {
  const month = { month: '2026-11', ses: 6, aes: 2, qes: 2, seal: 0 }
  const { columns } = usageColumns([month], { width: 100, height: 200 })
  const [column] = columns
  expect(column?.parts.map(({ quality, height }) => [quality, Math.round(height)])).toEqual([
    ['qes', 40],
    ['aes', 40],
    ['ses', 120],
  ])
})
