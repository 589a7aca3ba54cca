import { deleteBusiness } from '@countersign/contract/businesses.ts'
import { confirmDirectUpgrade, createDirectSetupIntent } from '@countersign/contract/direct-upgrades.ts'
import * as calls from '@countersign/contract/subscriptions.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openMetrics } from '#api/app/metrics/open-metrics.ts'
import { readSamples } from '#api/app/metrics/promql.fixture.ts'
import { deleteDueBusinesses } from '#api/business/businesses/end-business.ts'
import type { Context } from '#api/providers/context.ts'
import { openPaymentProviders, paymentProvidersOf } from '#api/providers/payment/providers.ts'
import { enterCard } from '#api/testing/billing/payer-page.ts'
import { buyWith, signTimes } from '#api/testing/sequences/billing/actions.ts'
import { aPayer, customerOf, enterOwnCard } from '#api/testing/sequences/billing/payer.ts'
import { seeded } from '#api/testing/sequences/random.ts'
import { openStage, type Stage } from '#api/testing/sequences/billing/stage.ts'
import { listOverdue } from '#api/billing/subscriptions/commands/list-overdue.ts'
import { reportUsage } from '#api/billing/usage/report-usage.ts'
import { sweepBilling } from './sweep-billing.ts'
import { endBilling } from './sync-billing.ts'
import { syncCustomer } from './sync-customer.ts'

let stage: Stage
let asSetUp: Pick<Context, 'log' | 'payment'>
const logged: { msg: string; level: number; provider?: string }[] = []
beforeAll(async () => {
  stage = await openStage('stripe')
  const { log, payment } = stage.api.context
  asSetUp = { log, payment }
  const write = (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number])
  Object.assign(stage.api.context, { log: pino({}, { write }) })
})
afterEach(() => {
  Object.assign(stage.api.context, { payment: asSetUp.payment })
  logged.length = 0
})
afterAll(() => stage?.stop())

const month = 31 * 86_400_000
const minute = 60_000

/** As after a start with the variables of another provider. */
function configureChargebeeAlone(): void {
  const { forNew } = asSetUp.payment
  if (!forNew) throw new Error('no payment provider is set up')
  Object.assign(stage.api.context, { payment: paymentProvidersOf([{ ...forNew, name: 'CHARGEBEE' }]) })
}
const configureStripe = () => Object.assign(stage.api.context, { payment: asSetUp.payment })

const messages = () => logged.map(({ msg }) => msg)
const waiting = async () =>
  (await stage.owner.query<{ id: string }>('SELECT id FROM billing_events WHERE processed_at IS NULL')).rows

async function aWebhook(customerId: string): Promise<void> {
  await stage.owner.query(
    `INSERT INTO billing_events (provider, id, type, customer_id, received_at) VALUES ('STRIPE', $1, 'invoice.paid', $2, $3)`,
    [crypto.randomUUID(), customerId, stage.api.context.now()],
  )
}

test('what is at a provider that is no longer configured waits, is logged once an hour, and is processed once it is configured again', async () => {
  const { context } = stage.api
  const payer = await aPayer(stage)
  await buyWith(stage, payer, seeded(1), 'accepted')
  const customerId = await customerOf(stage, payer)
  await stage.owner.query('UPDATE billing_events SET processed_at = now()')
  await aWebhook(customerId)
  await stage.advance(2 * 60 * minute)
  configureChargebeeAlone()
  // The webhook's job ends: nothing is tried again before the sweep may.
  await syncCustomer(context, { provider: 'STRIPE', customerId })
  for (let run = 0; run < 3; run += 1) await sweepBilling(context)
  expect(messages().filter((message) => message.startsWith('billing waits'))).toHaveLength(1)
  expect(messages()).not.toContain('billing could not be synced')
  expect(await waiting()).toHaveLength(1)
  await stage.advance(61 * minute)
  await sweepBilling(context)
  expect(messages().filter((message) => message.startsWith('billing waits'))).toHaveLength(2)

  configureStripe()
  await sweepBilling(context)
  expect(await waiting()).toEqual([])
})

test('usage at a provider that is no longer configured waits, untried, and is charged at once when it is configured again', async () => {
  const { context } = stage.api
  const payer = await aPayer(stage)
  await buyWith(stage, payer, seeded(1), 'accepted')
  await signTimes(stage, payer, 2)
  const customerId = await customerOf(stage, payer)
  const usage = async () =>
    (
      await stage.owner.query<{ report_after: Date | null; reported_at: Date | null }>(
        'SELECT report_after, reported_at FROM signature_usage WHERE business_id = $1',
        [payer.id],
      )
    ).rows
  const problems = async () =>
    (await stage.owner.query('SELECT kind FROM billing_problems WHERE business_id = $1', [payer.id])).rows
  const value = async (metric: string) =>
    readSamples(await openMetrics(context, { withDefaults: false }).text()).find(
      ({ name }) => name === metric,
    )?.value
  configureChargebeeAlone()
  await stage.advance(2 * 60 * minute)
  for (let run = 0; run < 3; run += 1) {
    expect(await reportUsage(context)).toBe(0)
    await sweepBilling(context)
  }
  const waits = { report_after: null, reported_at: null }
  expect(await usage()).toEqual([waits, waits])
  expect(await problems()).toEqual([])
  expect(logged.filter(({ msg }) => msg.startsWith('billing waits'))).toMatchObject([
    { provider: 'STRIPE', usage: 2 },
  ])
  // The figures are computed again after eight seconds.
  await expect.poll(() => value('countersign_payment_usage_waiting')).toBe(2)

  configureStripe()
  expect(await reportUsage(context)).toBe(2)
  expect(await stage.charged(customerId)).toHaveLength(2)
  expect((await usage()).every(({ reported_at }) => reported_at !== null)).toBe(true)
})

test.each([
  [
    'at a provider that is no longer configured',
    'UPDATE business_billing SET customer_id = customer_id WHERE business_id = $1',
  ],
  ['that is no longer a customer', 'UPDATE business_billing SET customer_id = NULL WHERE business_id = $1'],
])('usage of a deleted business %s, and without a plan, waits no longer', async (_, change) => {
  const { context } = stage.api
  const payer = await aPayer(stage)
  await buyWith(stage, payer, seeded(1), 'accepted')
  await signTimes(stage, payer, 1)
  await stage.owner.query('UPDATE subscriptions SET live = false WHERE business_id = $1', [payer.id])
  await reportUsage(context)
  await stage.owner.query('UPDATE businesses SET deleted_at = now() WHERE id = $1', [payer.id])
  await stage.owner.query(change, [payer.id])
  configureChargebeeAlone()
  await stage.advance(2 * 60 * minute)
  const listed = async () => (await listOverdue(context)).filter((line) => line.includes(payer.id))
  expect(await listed()).not.toEqual([])
  expect(await reportUsage(context)).toBe(0)
  expect(await listed()).toEqual([])
  expect(messages()).toContain('usage of a deleted business is never charged')
})

test('the plan of a deleted business at a provider that is no longer configured is ended once it is configured again', async () => {
  const { context } = stage.api
  const payer = await aPayer(stage)
  await buyWith(stage, payer, seeded(2), 'accepted')
  const customerId = await customerOf(stage, payer)
  const params = { id: payer.id }
  await stage.api.call(deleteBusiness, { params, body: { name: 'Lindenhof AG' } }, payer.as)
  await stage.advance(month)
  expect(await deleteDueBusinesses(context)).toBe(1)
  configureChargebeeAlone()
  await endBilling(context, payer.id)
  await sweepBilling(context)
  configureStripe()
  const states = async () =>
    (await asSetUp.payment.forNew?.fetchState(customerId))?.subscriptions.map(({ status }) => status)
  expect(await states()).toEqual(['active'])
  await sweepBilling(context)
  expect(await states()).toEqual(['canceled'])
})

const choice = { plan: 'team', cycle: 'month', amountSeats: 3, currency: 'CHF' } as const
const team = { ...choice, billing: { country: 'CH' } }

test('a business that had a card at a provider that is no longer configured, and no plan, buys at the one that is', async () => {
  const payer = await aPayer(stage)
  await enterOwnCard(stage, payer, 'accepted')
  configureChargebeeAlone()
  const params = { id: payer.id }
  const setup = await stage.api.call(calls.createSetupIntent, { params, body: { country: 'CH' } }, payer.as)
  expect(setup.provider).toBe('CHARGEBEE')
  await stage.api.call(calls.previewUpgrade, { params, body: { ...choice, country: 'CH' } }, payer.as)
  const setupReference = await enterCard(stage.api, setup)
  const bought = await stage.api.call(
    calls.upgradeBusiness,
    { params, body: { ...team, setupReference } },
    payer.as,
  )
  expect(bought.business?.billing).toMatchObject({ paymentMethod: 'CHARGEBEE' })
})

test('a business whose plan is at a provider that is no longer configured buys none at another', async () => {
  const payer = await aPayer(stage)
  await buyWith(stage, payer, seeded(3), 'accepted')
  configureChargebeeAlone()
  const params = { id: payer.id }
  const refused = await stage.api.ask(calls.createSetupIntent, { params, body: { country: 'CH' } }, payer.as)
  expect(refused).toMatchObject({ status: 503, error: { key: 'billing.provider_misconfigured' } })
})

test('a business about which a webhook waits from a provider that is no longer configured buys at no other', async () => {
  const payer = await aPayer(stage)
  await enterOwnCard(stage, payer, 'accepted')
  await aWebhook(await customerOf(stage, payer))
  configureChargebeeAlone()
  const params = { id: payer.id }
  const refused = await stage.api.ask(calls.createSetupIntent, { params, body: { country: 'CH' } }, payer.as)
  expect(refused).toMatchObject({ status: 503, error: { key: 'billing.provider_misconfigured' } })
})

test('who entered a card for a business of their own at a provider that is no longer configured founds it with a plan at the one that is', async () => {
  const anna = await stage.api.person({ firstName: 'Anna' })
  const body = { country: 'CH' }
  await stage.api.call(createDirectSetupIntent, { body }, anna.as)
  configureChargebeeAlone()
  const setup = await stage.api.call(createDirectSetupIntent, { body }, anna.as)
  const setupReference = await enterCard(stage.api, setup)
  const founding = { ...team, name: 'Anna AG', phone: null, gtc: true, dpa: true, setupReference }
  const { business } = await stage.api.call(confirmDirectUpgrade, { body: founding }, anna.as)
  expect(business?.billing).toMatchObject({ paymentMethod: 'CHARGEBEE' })
})

test('a provider that refuses the key is a fault of the settings: for the customer, in the log and in the metrics', async () => {
  const { context } = stage.api
  const payer = await aPayer(stage)
  const params = { id: payer.id }
  const { stripe } = context.config.payment
  if (!stripe) throw new Error('Stripe is not set up')
  const wrongKey = { stripe: { ...stripe, secretKey: 'sk_test_of_another_account' } }
  Object.assign(context, { payment: await openPaymentProviders(wrongKey, context.now) })
  const refused = await stage.api.ask(calls.createSetupIntent, { params, body: { country: 'CH' } }, payer.as)
  expect(refused).toMatchObject({
    status: 503,
    error: { key: 'billing.provider_misconfigured', message: expect.stringContaining('Nothing was charged') },
  })
  expect(logged.find(({ level }) => level >= 50)).toMatchObject({
    provider: 'STRIPE',
    msg: expect.stringContaining('refuses this installation'),
  })
  expect(JSON.stringify(logged)).not.toContain('sk_test_of_another_account')
  const samples = readSamples(await openMetrics(context, { withDefaults: false }).text())
  const counted = samples.find(
    ({ name, labels }) =>
      name === 'countersign_payment_failures_total' && labels['failure'] === 'misconfigured',
  )
  expect(counted?.value).toBeGreaterThan(0)
})

test('an order that a refused key keeps from being done is kept, and done once the key is right', async () => {
  const { context } = stage.api
  const payer = await aPayer(stage)
  const setupReference = await enterOwnCard(stage, payer, 'accepted')
  const { stripe } = context.config.payment
  if (!stripe) throw new Error('Stripe is not set up')
  const { forNew } = asSetUp.payment
  if (!forNew) throw new Error('no payment provider is set up')
  const wrongKey = { stripe: { ...stripe, secretKey: 'sk_test_of_another_account' } }
  const wrong = (await openPaymentProviders(wrongKey, context.now)).forNew
  if (!wrong) throw new Error('no payment provider is set up')
  // The customer's record is saved; then the key is revoked.
  const revoked = {
    ...forNew,
    fetchState: wrong.fetchState.bind(wrong),
    subscribe: wrong.subscribe.bind(wrong),
  }
  Object.assign(context, { payment: paymentProvidersOf([revoked]) })
  const body = { ...team, setupReference }
  const kept = await stage.api.ask(calls.upgradeBusiness, { params: { id: payer.id }, body }, payer.as)
  expect(kept).toMatchObject({ status: 503, error: { key: 'billing.order_kept' } })
  configureStripe()
  await stage.advance(2 * minute)
  await sweepBilling(context)
  const { rows } = await stage.owner.query<{ state: string }>(
    'SELECT state FROM billing_orders WHERE business_id = $1',
    [payer.id],
  )
  expect(rows).toEqual([{ state: 'DONE' }])
})
