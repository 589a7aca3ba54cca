import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAccount, type TestAccount } from '../../../../../sandbox/src/payment/stripe/stripe.fixture.ts'
import { aCustomer, priceList } from '../conformance.ts'
import { stripe } from './stripe.ts'

// Stripe Tax that is set up later, or not at the Stripe account.

let account: TestAccount
const start = Date.UTC(2026, 3, 1)
const team = { plan: 'team', cycle: 'month', currency: 'CHF' } as const

beforeEach(async () => {
  account = await openAccount({ wall: () => start, signedAt: () => start })
  await setTax({ registrations: { CH: 8.1 } })
})
afterEach(() => account.close())

const setTax = (tax: object) => account.test('/tax', 'PUT', tax)
const open = (tax: boolean) =>
  stripe({ settings: { ...account.settings, tax }, now: () => new Date(start), pause: async () => {} })

async function paid(customer: string): Promise<number> {
  const response = await account.test(`/state?customer=${customer}`)
  const { invoices } = (await response.json()) as { invoices: { amount_paid: number }[] }
  return invoices.reduce((sum, one) => sum + one.amount_paid, 0)
}

async function aSubscriber(tax: boolean) {
  const provider = open(tax)
  const { id: customerId } = await provider.saveCustomer(aCustomer(), null)
  const setup = await provider.createSetup({ customerId, currency: 'CHF', returnUrl: '', key: randomUUID() })
  const setupReference = setup.clientSecret?.split('_secret_')[0] ?? ''
  const card = { card: '4242424242424242', approve: true }
  await account.test(`/setup-intents/${setupReference}/confirm`, 'POST', card)
  const order = { ...team, seats: 10, customerId, orderId: randomUUID(), setupReference, key: randomUUID() }
  return { customerId, ...(await provider.subscribe(order)) }
}

test('a subscription from before Stripe Tax is taxed from its next change on, as it is shown', async () => {
  await open(false).setUpPrices(priceList)
  const { customerId, id: subscriptionId, periodEnd } = await aSubscriber(false)
  expect(await paid(customerId)).toBe(12_000)
  const more = { ...team, seats: 12, customerId, subscriptionId }
  const shown = await open(true).preview(more)
  expect(shown).toMatchObject({ dueToday: { tax: 194, total: 2594 }, nextPeriod: { total: 15_566 } })
  const { prorationDate } = shown
  await open(true).change({ ...more, prorationDate, setupReference: null, key: randomUUID() })
  expect(await paid(customerId)).toBe(12_000 + 2594)
  await account.moveTo(periodEnd.getTime() / 1000 + 7200)
  expect(await paid(customerId)).toBe(12_000 + 2594 + 15_566)
})

test('prices that do not say whether they contain tax sell nothing until they do', async () => {
  const { client } = account
  const product = (await client.products.create({ name: 'Countersign Team' })).id
  const recurring = { interval: 'month' } as const
  const price = { product, currency: 'chf', unit_amount: 1200, recurring, lookup_key: 'team_month_chf' }
  const { id } = await client.prices.create(price)
  await expect(aSubscriber(true)).rejects.toMatchObject({ code: 'misconfigured' })
  expect(await open(true).setUpPrices(priceList)).not.toContain('team_month_chf')
  expect(await client.prices.retrieve(id)).toMatchObject({ tax_behavior: 'exclusive' })
  const { customerId } = await aSubscriber(true)
  expect(await paid(customerId)).toBe(12_972)
})

test('without Stripe Tax no tax is charged; where it is not active at Stripe, nothing is sold without tax', async () => {
  await open(false).setUpPrices(priceList)
  const buyer = { address: { country: 'CH' }, vat: null }
  const wish = { ...team, seats: 10, customerId: null, subscriptionId: null, buyer }
  expect((await open(false).preview(wish)).dueToday).toMatchObject({ tax: 0, total: 12_000 })
  expect((await open(true).preview(wish)).dueToday).toMatchObject({ tax: 972, total: 12_972 })
  await setTax({ hasHeadOffice: false })
  await expect(open(true).preview(wish)).rejects.toMatchObject({
    code: 'misconfigured',
    reason: 'HTTP status 400 stripe_tax_inactive',
  })
})
