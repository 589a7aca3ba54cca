import * as calls from '@countersign/contract/subscriptions.ts'
import { getBusiness } from '@countersign/contract/businesses.ts'
import { listAdministration } from '@countersign/contract/administration-log.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepBilling } from '#api/billing/subscriptions/sync/sweep-billing.ts'
import { syncBilling } from '#api/billing/subscriptions/sync/sync-billing.ts'
import type { Card } from '#api/testing/billing/payer-page.ts'
import { aPayer, customerOf, enterOwnCard, type Payer, signIn } from '#api/testing/sequences/billing/payer.ts'
import { openStage, type Stage } from '#api/testing/sequences/billing/stage.ts'

const minute = 60_000
const team = { plan: 'team', cycle: 'month', amountSeats: 3, currency: 'CHF' } as const

const upgrade = (stage: Stage, payer: Payer, order: object = {}) =>
  stage.api.ask(
    calls.upgradeBusiness,
    { params: { id: payer.id }, body: { ...team, billing: { country: 'CH' }, ...order } },
    payer.as,
  )
const endPlan = (stage: Stage, payer: Payer) =>
  stage.api.call(
    calls.changeBase,
    { params: { id: payer.id }, body: { next: { type: 'CANCELED' } } },
    payer.as,
  )
const changeSeats = (stage: Stage, { id, as }: Payer, seats: number, removeUserIds: string[] = []) =>
  stage.api.ask(
    calls.changeSeats,
    { params: { id }, body: { seats, timestamp: stage.api.context.now().toISOString(), removeUserIds } },
    as,
  )
const show = (stage: Stage, { id, as }: Payer) => stage.api.call(getBusiness, { params: { id } }, as)
const eventsOf = async ({ api }: Stage, { id, as }: Payer) =>
  (await api.call(listAdministration, { params: { id }, query: {} }, as)).items.map(({ type }) => type)

/** A business whose admin has bought the team plan. */
async function aTeam(stage: Stage, card: Card = 'accepted'): Promise<Payer> {
  const payer = await aPayer(stage)
  await upgrade(stage, payer, { setupReference: await enterOwnCard(stage, payer, card) })
  return payer
}

async function givesUpSeat({ owner }: Stage, { accountId }: Payer): Promise<boolean | undefined> {
  const { rows } = await owner.query<{ gives_up_seat: boolean }>(
    'SELECT gives_up_seat FROM business_members WHERE account_id = $1',
    [accountId],
  )
  return rows[0]?.gives_up_seat
}

/** The customer approves, at the bank, what waits for it. */
async function answerBank(stage: Stage, payer: Payer): Promise<void> {
  const customer = encodeURIComponent(await customerOf(stage, payer))
  const { paymentIntents } = await stage.askProvider<{
    paymentIntents: { id: string; status: string }[]
  }>(`/state?customer=${customer}`)
  const waiting = paymentIntents.find(({ status }) => status === 'requires_action')
  await stage.atProvider(`payment-intents/${waiting?.id}/confirm`, { approve: true })
}

describe.each(['stripe', 'chargebee'] as const)('%s', (provider) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(provider)
  })
  afterAll(() => stage?.stop())

  test('a plan that was cancelled and is bought again as it was continues', async () => {
    const payer = await aTeam(stage)
    await endPlan(stage, payer)
    const again = await upgrade(stage, payer)
    expect(again).toMatchObject({ ok: true, body: { action: null } })
    expect((await show(stage, payer)).pricePlan?.next.base).toBeNull()
    expect((await eventsOf(stage, payer)).slice(0, 2)).toEqual([
      'plan_cancellation_revoked',
      'plan_cancelled',
    ])
  })

  test('a cancelled plan is changed, and the process dies before it is made to continue: the sweep does that', async () => {
    const payer = await aTeam(stage)
    await endPlan(stage, payer)
    const wish = { amountSeats: 5 }
    // The customer's record, their state, once more for the order; then the change is made.
    stage.provider.arm('dies after', 2)
    expect(await upgrade(stage, payer, wish)).toMatchObject({ ok: false })
    stage.provider.disarm()
    await stage.advance(2 * minute)
    await sweepBilling(stage.api.context)
    const { billing, pricePlan } = await show(stage, payer)
    expect(billing).toMatchObject({ seats: 5 })
    expect(pricePlan?.next.base).toBeNull()
  })
})

describe('stripe, where a payment can wait for the bank', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage('stripe')
  })
  afterAll(() => stage?.stop())

  test('a cancelled plan that is changed continues once the bank has approved', async () => {
    const payer = await aTeam(stage)
    await endPlan(stage, payer)
    const setupReference = await enterOwnCard(stage, payer, 'asks each time')
    const waiting = await upgrade(stage, payer, { amountSeats: 5, setupReference })
    expect(waiting).toMatchObject({ ok: true, body: { action: { clientSecret: expect.any(String) } } })
    await answerBank(stage, payer)
    await syncBilling(stage.api.context, payer.id)
    const { billing, pricePlan } = await show(stage, payer)
    expect(billing).toMatchObject({ seats: 5 })
    expect(pricePlan?.next.base).toBeNull()
  })

  test('a purchase that broke off between the subscription and its payment is paid once by the sweep', async () => {
    const { api } = stage
    const payer = await aPayer(stage)
    const setupReference = await enterOwnCard(stage, payer, 'accepted')
    await api.fault('stripe', 'payment_unavailable', 3)
    const kept = await upgrade(stage, payer, { setupReference })
    expect(kept).toMatchObject({ status: 503, error: { key: 'billing.order_kept' } })
    await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
    await stage.advance(2 * minute)
    await sweepBilling(api.context)
    expect((await show(stage, payer)).billing).toMatchObject({ stripeSubscriptionStatus: 'active' })
    const { invoices } = await api.call(calls.listInvoices, { params: { id: payer.id } }, payer.as)
    expect(invoices).toMatchObject([{ status: 'paid', total: 3600, due: 0 }])
  })

  test('a purchase that broke off unpaid gives way to another choice, and is not paid', async () => {
    const { api } = stage
    const payer = await aPayer(stage)
    const setupReference = await enterOwnCard(stage, payer, 'accepted')
    await api.fault('stripe', 'payment_unavailable', 3)
    await upgrade(stage, payer, { setupReference })
    await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
    await stage.advance(2 * minute)
    expect(await upgrade(stage, payer, { setupReference, amountSeats: 5 })).toMatchObject({ ok: true })
    const { invoices } = await api.call(calls.listInvoices, { params: { id: payer.id } }, payer.as)
    expect(invoices.map(({ status, total }) => [status, total])).toEqual([
      ['paid', 6000],
      ['void', 3600],
    ])
  })

  const failNext = (times: number) => stage.api.fault('stripe', 'subscription_failed', times)
  const clearFaults = () => fetch(`${stage.api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  const sweepLater = async () => {
    await stage.advance(2 * minute)
    await sweepBilling(stage.api.context)
  }
  const invoicesOf = async ({ id, as }: Payer) =>
    (await stage.api.call(calls.listInvoices, { params: { id } }, as)).invoices.map(({ status, total }) => [
      status,
      total,
    ])

  test('a purchase whose call Stripe failed is made under another key by the sweep, and paid once', async () => {
    const payer = await aPayer(stage)
    const setupReference = await enterOwnCard(stage, payer, 'accepted')
    await failNext(1)
    expect(await upgrade(stage, payer, { setupReference })).toMatchObject({
      error: { key: 'billing.order_kept' },
    })
    await sweepLater()
    expect((await show(stage, payer)).billing).toMatchObject({ stripeSubscriptionStatus: 'active' })
    expect(await invoicesOf(payer)).toEqual([['paid', 3600]])
    expect(await changeSeats(stage, payer, 4)).toMatchObject({ ok: true })
  })

  test('more seats whose call Stripe failed again and again are charged once, when it works again', async () => {
    const payer = await aTeam(stage)
    await failNext(3)
    expect(await changeSeats(stage, payer, 5)).toMatchObject({ error: { key: 'billing.order_kept' } })
    // Each sweep learns that the last try is over, and makes another.
    for (let sweep = 0; sweep < 3; sweep++) await sweepLater()
    expect((await show(stage, payer)).billing).toMatchObject({ seats: 5 })
    const charged = (await invoicesOf(payer)).map(([status]) => status)
    expect(charged).toEqual(['paid', 'paid'])
  })

  test('changes at the provider are saved while an order can’t be settled', async () => {
    const payer = await aTeam(stage)
    await failNext(9)
    await changeSeats(stage, payer, 5)
    await clearFaults()
    const customer = await stage.api.context.payment.forNew?.fetchState(await customerOf(stage, payer))
    await stage.api.context.payment.forNew?.cancelAtPeriodEnd(customer?.subscriptions[0]?.id ?? '', 'portal')
    await failNext(9)
    await expect(syncBilling(stage.api.context, payer.id)).rejects.toMatchObject({
      key: 'billing.provider_unavailable',
    })
    expect((await show(stage, payer)).pricePlan?.next.base).not.toBeNull()
    await clearFaults()
    for (let sweep = 0; sweep < 2; sweep++) await sweepLater()
    expect((await show(stage, payer)).billing).toMatchObject({ seats: 5 })
  })

  test('more seats that Stripe charged for, though it said that it failed, are charged once', async () => {
    const payer = await aTeam(stage)
    await stage.api.fault('stripe', 'subscription_failed_after_effect', 1)
    expect(await changeSeats(stage, payer, 5)).toMatchObject({ error: { key: 'billing.order_kept' } })
    await sweepLater()
    expect((await show(stage, payer)).billing).toMatchObject({ seats: 5 })
    expect((await invoicesOf(payer)).map(([status]) => status)).toEqual(['paid', 'paid'])
  })

  test('a purchase that waits for the bank is not tried again meanwhile', async () => {
    const payer = await aPayer(stage)
    const setupReference = await enterOwnCard(stage, payer, 'asks each time')
    await upgrade(stage, payer, { setupReference })
    const attempts = async () => {
      const customer = encodeURIComponent(await customerOf(stage, payer))
      const { invoices } = await stage.askProvider<{ invoices: { attempt_count: number }[] }>(
        `/state?customer=${customer}`,
      )
      return invoices.map((invoice) => invoice.attempt_count)
    }
    await syncBilling(stage.api.context, payer.id)
    await stage.advance(2 * minute)
    await sweepBilling(stage.api.context)
    expect(await attempts()).toEqual([1])
    await answerBank(stage, payer)
    await syncBilling(stage.api.context, payer.id)
    expect((await show(stage, payer)).billing).toMatchObject({ stripeSubscriptionStatus: 'active' })
  })

  /** Ten seats, of which four are left from the next period on, and twelve for which the bank is asked. */
  async function aTeamThatWaitsForTwelve(): Promise<Payer> {
    const payer = await aTeam(stage)
    expect(await changeSeats(stage, payer, 10)).toMatchObject({ ok: true })
    expect(await changeSeats(stage, payer, 4, [payer.accountId])).toMatchObject({ ok: true })
    expect((await show(stage, payer)).billing).toMatchObject({ seats: 10, nextSeats: 4 })
    await stage.api.fault('stripe', 'authentication_required', 1)
    const waiting = await changeSeats(stage, payer, 12)
    expect(waiting).toMatchObject({ ok: true, body: { action: { clientSecret: expect.any(String) } } })
    return payer
  }

  test('fewer seats that were asked for still hold after more were not paid for within a day', async () => {
    const payer = await aTeamThatWaitsForTwelve()
    await stage.advance(24 * 60 * minute)
    await signIn(stage, payer)
    // The state is asked for, then fewer seats are; the answer is lost.
    stage.provider.arm('lost before', 1)
    await syncBilling(stage.api.context, payer.id).catch(() => {})
    stage.provider.disarm()
    expect((await show(stage, payer)).billing).toMatchObject({ seats: 10, nextSeats: null })
    await stage.advance(10 * minute)
    await sweepBilling(stage.api.context)
    expect((await show(stage, payer)).billing).toMatchObject({ seats: 10, nextSeats: 4 })
    const { invoices } = await stage.api.call(calls.listInvoices, { params: { id: payer.id } }, payer.as)
    expect(invoices.filter(({ status }) => status === 'open')).toEqual([])
  })

  test('fewer seats that were asked for still hold where another choice is made in place of more', async () => {
    const payer = await aTeamThatWaitsForTwelve()
    await endPlan(stage, payer)
    const { billing, pricePlan } = await show(stage, payer)
    expect(billing).toMatchObject({ seats: 10, nextSeats: 4 })
    expect(pricePlan?.next.base).not.toBeNull()
    expect(await givesUpSeat(stage, payer)).toBe(true)
  })
})
