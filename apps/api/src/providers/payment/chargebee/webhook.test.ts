import { expect, test } from 'vitest'
import { WebhookRefused } from '../port.ts'
import { chargebee } from './chargebee.ts'

const provider = chargebee({
  now: () => new Date(),
  settings: { site: 'countersign', apiKey: 'test_1', webhookUser: 'chargebee', webhookPassword: 'pass:word' },
})
const basic = (credentials: string) => ({
  authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
})
const event = (content: object) =>
  Buffer.from(JSON.stringify({ id: 'ev_1', event_type: 'subscription_changed', content }))
const ours = basic('chargebee:pass:word')

test.each([
  [{ customer: { id: 'business-1' } }, 'business-1'],
  [{ subscription: { id: 's', customer_id: 'business-1' } }, 'business-1'],
  [{ invoice: { id: 'i', customer_id: 'business-1' } }, 'business-1'],
  [{ item_price: { id: 'team_month_chf' } }, null],
])('an event tells whom it is about: %o', (content, customerId) => {
  const webhook = { headers: ours, rawBody: event(content) }
  const news = { id: 'ev_1', type: 'subscription_changed', customerId }
  expect(provider.readWebhook(webhook)).toEqual(news)
  expect(provider.readWebhook(webhook)).toEqual(news)
})

const body = event({ customer: { id: 'business-1' } })
test.each([
  ['no credentials', { headers: {}, rawBody: body }],
  ['another password', { headers: basic('chargebee:password'), rawBody: body }],
  ['another user', { headers: basic('somebody:pass:word'), rawBody: body }],
  ['the beginning of the password', { headers: basic('chargebee:pass'), rawBody: body }],
  ['two headers', { headers: { authorization: [ours.authorization, ours.authorization] }, rawBody: body }],
  ['no JSON', { headers: ours, rawBody: Buffer.from('hello') }],
  ['another form', { headers: ours, rawBody: Buffer.from('{"id":"ev_1"}') }],
  ['a huge body', { headers: ours, rawBody: Buffer.concat([body, Buffer.alloc(1024 * 1024, ' ')]) }],
])('a webhook with %s is refused', (_what, webhook) => {
  expect(() => provider.readWebhook(webhook)).toThrow(WebhookRefused)
})
