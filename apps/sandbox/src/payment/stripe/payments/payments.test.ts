import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog, createCustomer, idOf, openAccount, refusalOf, start } from '../stripe.fixture.ts'
import type { TestAccount } from '../stripe.fixture.ts'

let account: TestAccount
let ids: Record<string, string>

beforeEach(async () => {
  account = await openAccount()
  ids = await createCatalog(account)
})
afterEach(() => account.close())

const price = (key: string) => ids[key] ?? ''
const items = () => [{ price: price('silver-month'), quantity: 2 }]
const create = (customer: string, more: object = {}) =>
  account.client.subscriptions.create({
    customer,
    items: items(),
    expand: ['latest_invoice.payments'],
    ...more,
  })

async function payer(card: string): Promise<string> {
  const { client } = account
  const { id: customer } = await client.customers.create({ email: 'anna@example.com' })
  const intent = await client.setupIntents.create({ customer, usage: 'off_session' })
  await account.test(`/setup-intents/${intent.id}/confirm`, 'POST', { card, approve: true })
  const { payment_method: method } = await client.setupIntents.retrieve(intent.id)
  const settings = { default_payment_method: idOf(method) }
  await client.customers.update(customer, { invoice_settings: settings })
  return customer
}

test.each([
  ['4242424242424242', 'succeeded', null],
  ['4000000000000341', 'succeeded', null],
  ['4000002500003155', 'requires_action', null],
  ['4000002760003184', 'requires_action', null],
  ['4000000000000002', 'requires_payment_method', 'generic_decline'],
  ['4000000000009995', 'requires_payment_method', 'insufficient_funds'],
])('card %s: a setup intent is %s', async (card, status, decline) => {
  const { id: customer } = await account.client.customers.create({})
  const { id } = await account.client.setupIntents.create({ customer })
  const answer = await account.test(`/setup-intents/${id}/confirm`, 'POST', { card })
  expect(answer.status).toBe(decline ? 402 : 200)
  const intent = await account.client.setupIntents.retrieve(id, { expand: ['payment_method'] })
  expect(intent).toMatchObject({ status, last_setup_error: decline && { decline_code: decline } })
  if (status === 'succeeded') expect(intent.payment_method).toMatchObject({ customer })
  if (status === 'requires_action') expect(intent.next_action?.type).toBe('use_stripe_sdk')
})

test('a browser sees and confirms one intent, with its secret and the publishable key', async () => {
  const { settings, client } = account
  const intent = await client.setupIntents.create({ usage: 'off_session' })
  const confirm = async (secret: string, key = settings.publishableKey) => {
    const body = new URLSearchParams({
      client_secret: secret,
      return_url: 'https://product.test/back',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4000002500003155',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
    })
    const headers = { authorization: `Bearer ${key}` }
    const url = `${settings.apiUrl}/v1/setup_intents/${intent.id}/confirm`
    const answer = await fetch(url, { method: 'POST', body, headers })
    return { status: answer.status, body: (await answer.json()) as object }
  }
  expect(await confirm('another')).toMatchObject({ status: 400 })
  expect(await confirm(intent.client_secret ?? '', 'pk_test_other')).toMatchObject({ status: 401 })
  const { body } = await confirm(intent.client_secret ?? '')
  const url = expect.stringContaining(`${settings.apiUrl}/`)
  expect(body).toMatchObject({
    status: 'requires_action',
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: { url, return_url: 'https://product.test/back' },
    },
  })
  const customers = await fetch(`${settings.apiUrl}/v1/customers?key=${settings.publishableKey}`)
  expect([customers.status, await customers.json()]).toMatchObject([
    401,
    { error: { code: 'secret_key_required' } },
  ])
})

test.each([
  ['default_incomplete', '4242424242424242', 'incomplete'],
  ['allow_incomplete', '4242424242424242', 'active'],
  ['allow_incomplete', '4000000000000341', 'incomplete'],
  ['allow_incomplete', '4000002760003184', 'incomplete'],
  ['allow_incomplete', '4000002500003155', 'active'],
])('%s with card %s: the subscription is %s', async (behavior, card, status) => {
  const customer = await payer(card)
  expect(await create(customer, { payment_behavior: behavior })).toMatchObject({ status })
})

test.each([
  ['4000000000000341', 'card_declined'],
  ['4000002760003184', 'subscription_payment_intent_requires_action'],
])('with error_if_incomplete card %s buys nothing: %s', async (card, code) => {
  const customer = await payer(card)
  const coupon = await account.client.coupons.create({ percent_off: 50, max_redemptions: 1 })
  await account.settle()
  account.received.length = 0
  const refusal = await refusalOf(
    create(customer, { payment_behavior: 'error_if_incomplete', discounts: [{ coupon: coupon.id }] }),
  )
  expect(refusal).toMatchObject({ statusCode: 402, rawType: 'card_error', code })
  expect(refusal.payment_intent).toMatchObject({ amount: 1000 })
  expect((await account.client.subscriptions.list({ customer, status: 'all' })).data).toEqual([])
  expect((await account.client.invoices.list({ customer })).data).toEqual([])
  expect(await account.client.coupons.retrieve(coupon.id)).toMatchObject({ times_redeemed: 0, valid: true })
  await account.settle()
  expect(account.received).toEqual([])
})

test('the customer approves the first payment, or not', async () => {
  const subscription = await create(await payer('4000002760003184'))
  const invoice = subscription.latest_invoice
  if (!invoice || typeof invoice === 'string') throw new Error('The invoice is not expanded')
  const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent)
  const answer = (approve: boolean) =>
    account.test(`/payment-intents/${intent}/confirm`, 'POST', { card: '4000002760003184', approve })
  await answer(false)
  expect(await account.client.paymentIntents.retrieve(intent)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
  await answer(true)
  expect(await account.client.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' })
})

async function pending(fault: 'card_declined' | 'authentication_required') {
  const subscription = await create(await createCustomer(account))
  account.fail(fault)
  const item = subscription.items.data[0]?.id ?? ''
  const updated = await account.client.subscriptions.update(subscription.id, {
    items: [{ id: item, quantity: 5 }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
    expand: ['latest_invoice'],
  })
  const read = () => account.client.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  return { updated, item, read }
}

test('a change that is not paid for waits 23 hours for it', async () => {
  const { updated, item, read } = await pending('card_declined')
  expect(updated).toMatchObject({
    status: 'active',
    items: { data: [{ quantity: 2 }] },
    pending_update: { expires_at: start + 23 * 3600, subscription_items: [{ id: item, quantity: 5 }] },
    latest_invoice: { status: 'open', amount_due: 3000 },
  })
  await account.moveTo(start + 23 * 3600)
  const expired = {
    pending_update: null,
    items: { data: [{ quantity: 2 }] },
    latest_invoice: { status: 'void' },
  }
  expect(await read()).toMatchObject(expired)
  const events = await account.client.events.list({ type: 'customer.subscription.pending_update_expired' })
  expect(events.data).toHaveLength(1)
})

test('a change that waits is made when its invoice is paid', async () => {
  const { updated, read } = await pending('authentication_required')
  const invoice = updated.latest_invoice
  await account.client.invoices.pay(idOf(invoice))
  expect(await read()).toMatchObject({ pending_update: null, items: { data: [{ quantity: 5 }] } })
  const wrong = { payment_behavior: 'pending_if_incomplete', description: 'Gold' } as const
  const refusal = await refusalOf(account.client.subscriptions.update(updated.id, wrong))
  expect(refusal).toMatchObject({ statusCode: 400, param: 'description' })
})

test('a change that waits goes with its invoice when that is voided', async () => {
  const { updated, read } = await pending('card_declined')
  await account.client.invoices.voidInvoice(idOf(updated.latest_invoice))
  expect(await read()).toMatchObject({ pending_update: null, items: { data: [{ quantity: 2 }] } })
})

test('with error_if_incomplete a change that is declined leaves all as it was', async () => {
  const customer = await createCustomer(account)
  const subscription = await create(customer)
  const read = () => account.client.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  const before = JSON.stringify(await read())
  account.fail('card_declined')
  const change = account.client.subscriptions.update(subscription.id, {
    items: [{ id: subscription.items.data[0]?.id ?? '', quantity: 5 }],
    payment_behavior: 'error_if_incomplete',
    proration_behavior: 'always_invoice',
  })
  expect(await refusalOf(change)).toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect(JSON.stringify(await read())).toBe(before)
  expect((await account.client.invoices.list({ customer })).data).toHaveLength(1)
})
