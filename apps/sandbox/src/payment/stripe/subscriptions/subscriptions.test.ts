import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog, createCustomer, day, openAccount, start } from '../stripe.fixture.ts'
import type { TestAccount } from '../stripe.fixture.ts'

let account: TestAccount
let ids: Record<string, string>

beforeEach(async () => {
  account = await openAccount()
  ids = await createCatalog(account)
})
afterEach(() => account.close())

const price = (key: string) => ids[key] ?? ''

test('the first invoice is paid when the subscription is created', async () => {
  const customer = await createCustomer(account)
  const subscription = await account.client.subscriptions.create({
    customer,
    items: [{ price: price('gold-month'), quantity: 3 }, { price: price('signature') }],
    expand: ['latest_invoice.payments', 'customer'],
  })
  expect(subscription).toMatchObject({
    status: 'active',
    currency: 'chf',
    billing_mode: { type: 'flexible' },
    customer: { id: customer, email: 'anna@example.com' },
    latest_invoice: {
      status: 'paid',
      total: 6000,
      amount_paid: 6000,
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: subscription.id } },
      payments: { data: [{ status: 'paid', amount_paid: 6000, payment: { type: 'payment_intent' } }] },
    },
  })
  const [seats, signatures] = subscription.items.data
  expect([seats?.current_period_start, seats?.current_period_end]).toEqual([start, start + 30 * day])
  expect([seats?.quantity, signatures?.quantity]).toEqual([3, undefined])
})

test('a subscription waits for its first payment for 23 hours', async () => {
  const customer = await createCustomer(account)
  const subscription = await account.client.subscriptions.create({
    customer,
    items: [{ price: price('gold-month') }],
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  })
  const invoice = subscription.latest_invoice
  if (!invoice || typeof invoice === 'string') throw new Error('The invoice is not expanded')
  expect(subscription.status).toBe('incomplete')
  expect(invoice.confirmation_secret).toMatchObject({
    type: 'payment_intent',
    client_secret: expect.stringMatching(/^pi_.*_secret_/),
  })
  await account.moveTo(start + 23 * 3600)
  const expired = await account.client.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(expired).toMatchObject({ status: 'incomplete_expired', latest_invoice: { status: 'void' } })
})
