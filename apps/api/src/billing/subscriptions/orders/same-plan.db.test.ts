import * as calls from '@countersign/contract/subscriptions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPayer, customerOf, enterOwnCard, type Payer } from '#api/testing/sequences/billing/payer.ts'
import { sweepBilling } from '#api/billing/subscriptions/sync/sweep-billing.ts'
import { openStage, type Stage } from '#api/testing/sequences/billing/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('stripe')
})
afterAll(() => stage?.stop())

const team = { plan: 'team', cycle: 'month', amountSeats: 10, currency: 'CHF' } as const

const upgrade = (payer: Payer, more: object) =>
  stage.api.ask(
    calls.upgradeBusiness,
    { params: { id: payer.id }, body: { ...team, billing: { country: 'CH' }, ...more } },
    payer.as,
  )

async function aTeam(): Promise<Payer> {
  const payer = await aPayer(stage)
  const setupReference = await enterOwnCard(stage, payer, 'accepted')
  expect(await upgrade(payer, { setupReference })).toMatchObject({ ok: true })
  return payer
}

/** What the subscription is paid with at Stripe. */
async function cardOf(payer: Payer): Promise<string | undefined> {
  const customer = encodeURIComponent(await customerOf(stage, payer))
  const { subscriptions } = await stage.askProvider<{ subscriptions: { default_payment_method: string }[] }>(
    `/state?customer=${customer}`,
  )
  return subscriptions[0]?.default_payment_method
}

describe('a plan that stays as it is', () => {
  test('a card that is entered with it pays from then on', async () => {
    const payer = await aTeam()
    const before = await cardOf(payer)
    const setupReference = await enterOwnCard(stage, payer, 'asks each time')
    expect(await upgrade(payer, { setupReference })).toMatchObject({ ok: true, body: { action: null } })
    const after = await cardOf(payer)
    expect(after).toMatch(/^pm_/)
    expect(after).not.toBe(before)
  })

  test('a card whose order broke off pays once the sweep has finished it', async () => {
    const payer = await aTeam()
    const before = await cardOf(payer)
    const setupReference = await enterOwnCard(stage, payer, 'asks each time')
    // The customer's record and their state; then the change is asked for.
    stage.provider.arm('lost before', 2)
    expect(await upgrade(payer, { setupReference })).toMatchObject({ error: { key: 'billing.order_kept' } })
    expect(await cardOf(payer)).toBe(before)
    await stage.advance(120_000)
    await sweepBilling(stage.api.context)
    expect(await cardOf(payer)).not.toBe(before)
  })

  test('a card that was never entered is refused, and the one on file still pays', async () => {
    const payer = await aTeam()
    const before = await cardOf(payer)
    const params = { id: payer.id }
    const setup = await stage.api.call(calls.createSetupIntent, { params, body: { country: 'CH' } }, payer.as)
    const setupReference = setup.clientSecret?.split('_secret_')[0]
    expect(await upgrade(payer, { setupReference })).toMatchObject({
      error: { key: 'billing.payment_declined' },
    })
    expect(await cardOf(payer)).toBe(before)
  })

  test.each([10, 8])(
    'a promotion code with %i of its 10 seats is refused, as nothing is charged that it could lower',
    async (amountSeats) => {
      const payer = await aTeam()
      const body = { ...team, amountSeats, promoCode: 'WELCOME20' } as const
      const refusal = { status: 400, error: { key: 'billing.promo_not_for_plan' } }
      const params = { id: payer.id }
      expect(await stage.api.ask(calls.previewUpgrade, { params, body }, payer.as)).toMatchObject(refusal)
      expect(await upgrade(payer, body)).toMatchObject(refusal)
    },
  )
})
