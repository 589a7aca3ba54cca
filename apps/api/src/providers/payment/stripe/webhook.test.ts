import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { WebhookRefused } from '../port.ts'
import { stripe } from './stripe.ts'

const secret = 'whsec_of_ours'
const now = new Date('2026-11-23T12:00:00Z')
const provider = stripe({
  now: () => now,
  settings: { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: secret },
})

const event = (object: object) => JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object } })
function delivery(payload: string, change: { secret?: string; age?: number; body?: string } = {}) {
  const timestamp = Math.floor(now.getTime() / 1000) - (change.age ?? 0)
  const header = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: change.secret ?? secret,
    timestamp,
  })
  return { headers: { 'stripe-signature': header }, rawBody: Buffer.from(change.body ?? payload) }
}

test.each([
  [{ object: 'invoice', id: 'in_1', customer: 'cus_1' }, 'cus_1'],
  [{ object: 'invoice', id: 'in_1', customer: { id: 'cus_1', name: 'Anna' } }, 'cus_1'],
  [{ object: 'customer', id: 'cus_1' }, 'cus_1'],
  [{ object: 'price', id: 'price_1' }, null],
])('an event tells whom it is about: %o', (object, customerId) => {
  expect(provider.readWebhook(delivery(event(object)))).toEqual({
    id: 'evt_1',
    type: 'invoice.paid',
    customerId,
  })
})

test('a delivery that comes again tells the same: its id is what it is known by', () => {
  const one = delivery(event({ object: 'customer', id: 'cus_1' }))
  expect(provider.readWebhook(one)).toEqual(provider.readWebhook(one))
})

const payload = event({ object: 'customer', id: 'cus_1' })
test.each([
  ['another’s signature', delivery(payload, { secret: 'whsec_of_another' })],
  ['another body', delivery(payload, { body: payload.replace('cus_1', 'cus_2') })],
  ['an old one', delivery(payload, { age: 301 })],
  ['none', { headers: {}, rawBody: Buffer.from(payload) }],
  [
    'two signatures',
    { headers: { 'stripe-signature': ['t=1,v1=a', 't=1,v1=a'] }, rawBody: Buffer.from(payload) },
  ],
  ['no JSON', delivery('hello')],
  ['another form', delivery('{"id":"evt_1"}')],
  ['a huge one', delivery(`${payload}${' '.repeat(1024 * 1024)}`)],
])('%s is refused, and says nothing of the body', (_what, webhook) => {
  const thrown = (() => {
    try {
      return provider.readWebhook(webhook)
    } catch (error) {
      return error
    }
  })()
  expect(thrown).toBeInstanceOf(WebhookRefused)
  expect((thrown as Error).cause).toBeUndefined()
})

test('five minutes are not too old', () => {
  expect(provider.readWebhook(delivery(payload, { age: 299 })).id).toBe('evt_1')
})
