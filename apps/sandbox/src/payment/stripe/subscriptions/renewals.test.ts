import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog, createCustomer, day, idOf, openAccount, start } from '../stripe.fixture.ts'
import type { TestAccount } from '../stripe.fixture.ts'

let account: TestAccount
let ids: Record<string, string>
const hour = 3600
const month = 30 * day

beforeEach(async () => {
  account = await openAccount()
  ids = await createCatalog(account)
})
afterEach(() => account.close())

const price = (key: string) => ids[key] ?? ''

async function subscribe(keys: string[] = ['gold-month'], more: object = {}, card = 'pm_card_visa') {
  const customer = await createCustomer(account, card)
  const items = keys.map((key) => ({ price: price(key) }))
  const { id } = await account.client.subscriptions.create({ customer, items, ...more })
  return { customer, id }
}
const invoices = async (customer: string) => (await account.client.invoices.list({ customer })).data
const statusOf = async (id: string) => (await account.client.subscriptions.retrieve(id)).status

test('a renewal is a draft for an hour, then it is charged', async () => {
  const { customer, id } = await subscribe()
  await account.moveTo(start + month)
  const subscription = await account.client.subscriptions.retrieve(id)
  expect(subscription).toMatchObject({ status: 'active' })
  expect(subscription.items.data[0]?.current_period_end).toBe(start + 61 * day)
  expect((await invoices(customer))[0]).toMatchObject({ status: 'draft', amount_paid: 0 })
  await account.moveTo(start + month + hour)
  expect((await invoices(customer))[0]).toMatchObject({
    status: 'paid',
    amount_paid: 2000,
    billing_reason: 'subscription_cycle',
    period_start: start,
    period_end: start + month,
  })
})

test('a renewal that is declined is tried again, and the subscription is canceled in the end', async () => {
  const { customer, id } = await subscribe()
  account.fail('card_declined', 4)
  await account.moveTo(start + month + hour)
  expect(await statusOf(id)).toBe('past_due')
  const [open] = await invoices(customer)
  expect(open).toMatchObject({
    status: 'open',
    attempt_count: 1,
    next_payment_attempt: start + month + hour + 3 * day,
  })
  expect(await account.client.customers.retrieve(customer)).toMatchObject({ delinquent: true })
  await account.moveTo(start + month + hour + 15 * day)
  expect((await invoices(customer))[0]).toMatchObject({ attempt_count: 4, next_payment_attempt: null })
  const ended = await account.client.subscriptions.retrieve(id)
  expect(ended).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
    ended_at: start + month + hour + 15 * day,
  })
})

test('paying what is open ends the dunning; what happens in the end can be set', async () => {
  await account.test('/dunning', 'PUT', { retryDays: [1], finalAction: 'unpaid' })
  const { customer, id } = await subscribe()
  account.fail('card_declined', 2)
  await account.moveTo(start + month + hour + day)
  expect(await statusOf(id)).toBe('unpaid')
  const [open] = await invoices(customer)
  await account.client.invoices.pay(open?.id ?? '')
  expect(await statusOf(id)).toBe('active')
  expect(await account.client.customers.retrieve(customer)).toMatchObject({ delinquent: false })
})

test('a bank that wants to ask the customer is not tried again', async () => {
  const { customer, id } = await subscribe()
  account.fail('authentication_required')
  await account.moveTo(start + month + hour + 4 * day)
  const open = (await account.client.invoices.list({ customer, expand: ['data.payments'] })).data[0]
  expect([await statusOf(id), open?.attempt_count]).toEqual(['past_due', 1])
  const intent = idOf(open?.payments?.data[0]?.payment.payment_intent)
  expect(await account.client.paymentIntents.retrieve(intent)).toMatchObject({ status: 'requires_action' })
  await account.client.paymentIntents.confirm(intent)
  expect(await statusOf(id)).toBe('active')
})

test('a trial is free, is announced, and begins the first period when it ends', async () => {
  const { customer, id } = await subscribe(['gold-month'], { trial_period_days: 14 })
  expect(await statusOf(id)).toBe('trialing')
  expect((await invoices(customer))[0]).toMatchObject({ total: 0, status: 'paid' })
  await account.moveTo(start + 12 * day)
  const events = await account.client.events.list({ type: 'customer.subscription.trial_will_end' })
  expect(events.data).toHaveLength(1)
  await account.moveTo(start + 14 * day + hour)
  expect((await invoices(customer))[0]).toMatchObject({ total: 2000, status: 'paid' })
  const { items, status } = await account.client.subscriptions.retrieve(id)
  expect([status, items.data[0]?.current_period_start]).toEqual(['active', start + 14 * day])
})

test('a trial without a card asks for one', async () => {
  const customer = (await account.client.customers.create({ email: 'b@example.com' })).id
  const subscription = await account.client.subscriptions.create({
    customer,
    items: [{ price: price('gold-month') }],
    trial_end: start + 7 * day,
    expand: ['pending_setup_intent'],
  })
  expect(subscription.pending_setup_intent).toMatchObject({ status: 'requires_payment_method', customer })
  await account.moveTo(start + 7 * day + hour)
  expect(await statusOf(subscription.id)).toBe('past_due')
})

test('a subscription ends with its period: with the earliest, where its items have several', async () => {
  const plain = await subscribe()
  const mixed = await subscribe(['gold-year', 'signature'])
  const asked = { cancel_at_period_end: true }
  await account.client.subscriptions.update(plain.id, asked)
  const changed = await account.client.subscriptions.update(mixed.id, asked)
  expect(changed).toMatchObject({ cancel_at: start + month, cancel_at_period_end: true, canceled_at: start })
  const latest = await account.client.subscriptions.update(mixed.id, { cancel_at: 'max_period_end' })
  expect(latest).toMatchObject({ cancel_at: start + 365 * day, cancel_at_period_end: false })
  await account.moveTo(start + month)
  expect([await statusOf(plain.id), await statusOf(mixed.id)]).toEqual(['canceled', 'active'])
  const revoked = await account.client.subscriptions.update(mixed.id, { cancel_at: '' })
  expect(revoked).toMatchObject({ cancel_at: null, canceled_at: null })
})

test('signatures are billed each month, though the plan is paid by the year', async () => {
  const { customer } = await subscribe(['gold-year', 'signature'])
  const use = (identifier: string, timestamp: number) =>
    account.client.billing.meterEvents.create({
      event_name: 'signature',
      identifier,
      timestamp,
      payload: { stripe_customer_id: customer, value: '1' },
    })
  await use('one', start)
  await account.moveTo(start + month)
  expect((await invoices(customer))[0]).toMatchObject({ total: 250, status: 'draft' })
  // Told while the invoice is a draft, of the period that it is for.
  await use('two', start + month - 1)
  await account.moveTo(start + month + hour)
  expect((await invoices(customer))[0]).toMatchObject({ total: 500, status: 'paid' })
  await account.moveTo(start + 61 * day + hour)
  const [empty] = await invoices(customer)
  expect(empty).toMatchObject({ total: 0, status: 'paid' })
  expect(empty?.lines.data.map(({ quantity }) => quantity)).toEqual([0])
  await account.moveTo(start + 365 * day + hour)
  expect((await invoices(customer))[0]).toMatchObject({ total: 20_000 })
})
