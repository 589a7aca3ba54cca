import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog, day, openSite, start, subscribe } from './chargebee.fixture.ts'
import type { TestSite } from './chargebee.fixture.ts'

let site: TestSite

beforeEach(async () => {
  site = await openSite()
  await createCatalog(site)
})
afterEach(() => site.close())

const types = () => site.received.map(({ event }) => event.event_type)
const create = async (id: string) => {
  await site.settle()
  site.received.length = 0
  await site.client.customer.create({ id })
  await site.settle()
}

test('what happens is told with credentials, and kept as an event', async () => {
  const { subscription } = await subscribe(site)
  await site.settle()
  expect(new Set(types())).toEqual(
    new Set([
      'item_family_created',
      'item_created',
      'item_price_created',
      'customer_created',
      'payment_source_added',
      'invoice_generated',
      'subscription_created',
      'payment_succeeded',
    ]),
  )
  const { webhookUser, webhookPassword } = site.settings
  const expected = `Basic ${Buffer.from(`${webhookUser}:${webhookPassword}`).toString('base64')}`
  expect(new Set(site.received.map(({ authorization }) => authorization))).toEqual(new Set([expected]))
  const told = site.received.find(({ event }) => event.event_type === 'subscription_created')?.event
  expect(told?.content['subscription']).toMatchObject({ id: subscription.id, status: 'active' })
  const { event } = await site.client.event.retrieve(told?.id ?? '')
  expect(event).toMatchObject({
    occurred_at: start,
    webhook_status: 'succeeded',
    source: 'api',
    api_version: 'v2',
  })
})

test('events are listed by time and type, newest first', async () => {
  await subscribe(site)
  await site.moveTo(start + 30 * day)
  const { list } = await site.client.event.list({ occurred_at: { after: start } })
  expect(list.map((one) => one.event.event_type)).toEqual([
    'payment_succeeded',
    'subscription_renewed',
    'invoice_generated',
  ])
  expect(list.every((one) => one.event.source === 'scheduled_job')).toBe(true)
  const renewed = await site.client.event.list({ event_type: { is: 'subscription_renewed' } })
  expect(renewed.list).toHaveLength(1)
})

test('a webhook that is not taken comes again with the same id', async () => {
  await site.settle()
  site.answers.push(500)
  await create('c1')
  const { list } = await site.client.event.list({ event_type: { is: 'customer_created' } })
  expect(list[0]?.event.webhook_status).toBe('re_scheduled')
  await expect.poll(() => site.received.length).toBe(2)
  expect(new Set(site.received.map(({ event }) => event.id)).size).toBe(1)
  await expect
    .poll(async () => (await site.client.event.retrieve(list[0]?.event.id ?? '')).event.webhook_status)
    .toBe('succeeded')
})

test('a webhook can be lost, come twice, or with the credentials of another site', async () => {
  site.fail('webhook_lost')
  await create('c1')
  expect(types()).toEqual([])
  site.fail('webhook_duplicated')
  await create('c2')
  expect(types()).toEqual(['customer_created', 'customer_created'])
  site.fail('webhook_wrong_credentials')
  await create('c3')
  const password = Buffer.from(site.received[0]?.authorization?.slice(6) ?? '', 'base64').toString()
  expect(password).toBe('chargebee:the password of another site')
})

test('a webhook can arrive after the one that follows it', async () => {
  await create('c0')
  site.received.length = 0
  site.fail('webhook_out_of_order')
  await site.client.customer.create({ id: 'c1' })
  await site.client.customer.create({ id: 'c2' })
  await site.settle()
  expect(site.received.map(({ event }) => event.content['customer']?.id)).toEqual(['c2', 'c1'])
})

test('webhooks are held, and released in the order that a test chooses', async () => {
  await create('c0')
  site.received.length = 0
  await site.test('/webhooks/hold', 'POST')
  await site.client.customer.create({ id: 'c1' })
  await site.client.customer.create({ id: 'c2' })
  await site.settle()
  expect(site.received).toEqual([])
  const state = (await (await site.test('')).json()) as { webhooks: { held: string[] } }
  const [first = '', second = ''] = state.webhooks.held
  await site.test('/webhooks/release', 'POST', { ids: [second, first] })
  expect(site.received.map(({ event }) => event.id)).toEqual([second, first])
  expect(await (await site.test(`/events/${first}/resend`, 'POST')).json()).toEqual({ taken: true })
  expect(site.received.at(-1)?.event.id).toBe(first)
})
