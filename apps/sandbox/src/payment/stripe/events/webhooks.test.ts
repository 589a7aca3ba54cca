import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog, createCustomer, openAccount } from '../stripe.fixture.ts'
import type { TestAccount } from '../stripe.fixture.ts'

let account: TestAccount

beforeEach(async () => {
  account = await openAccount({ signedAt: () => Date.now() })
  await account.settle()
  account.received.length = 0
})
afterEach(() => account.close())

const types = () => account.received.map(({ event }) => event.type)
const named = () => account.received.map(({ event }) => (event.data.object as { name?: string }).name)
const create = (name: string) => account.client.customers.create({ name })
const read = ({ rawBody, signature }: { rawBody: string; signature: string }) =>
  account.client.webhooks.constructEvent(rawBody, signature, account.settings.webhookSecret)

test('what happens is told, and the official package takes the signature', async () => {
  const ids = await createCatalog(account)
  const customer = await createCustomer(account)
  const items = [{ price: ids['gold-month'] ?? '' }]
  const { id } = await account.client.subscriptions.create({ customer, items })
  await account.settle()
  expect(types()).toEqual(
    expect.arrayContaining([
      'customer.created',
      'payment_method.attached',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.succeeded',
      'invoice.paid',
      'customer.subscription.updated',
    ]),
  )
  const updated = account.received.find(({ event }) => event.type === 'customer.subscription.updated')
  expect(updated && read(updated)).toMatchObject({
    api_version: '2026-10-28.endive',
    data: { object: { id, status: 'active' }, previous_attributes: { status: 'incomplete' } },
    request: { id: expect.stringMatching(/^req_/) },
  })
})

test('a webhook with the signature of another account is not taken', async () => {
  account.fail('webhook_wrong_signature')
  await create('Anna')
  await account.settle()
  const [first] = account.received
  expect(() => first && read(first)).toThrow(/signature/i)
})

test('a webhook can be lost, and then is found among the events', async () => {
  account.fail('webhook_lost')
  const { id } = await create('Anna')
  await create('Bruno')
  await account.settle()
  expect(named()).toEqual(['Bruno'])
  const lost = await account.client.events.list({ delivery_success: false, types: ['customer.created'] })
  expect(lost.data.map(({ data }) => data.object)).toMatchObject([{ id }])
  const event = lost.data[0]?.id ?? ''
  expect(await (await account.test(`/events/${event}/resend`, 'POST')).json()).toEqual({ taken: true })
})

test('a webhook can come twice, or after the one that follows it', async () => {
  account.fail('webhook_duplicated')
  await create('Anna')
  await account.settle()
  expect(named()).toEqual(['Anna', 'Anna'])
  account.received.length = 0
  account.fail('webhook_out_of_order')
  await create('Bruno')
  await create('Carla')
  await account.settle()
  expect(named()).toEqual(['Carla', 'Bruno'])
})

test('a webhook that is not taken comes again', async () => {
  account.answers.push(500)
  const { id } = await create('Anna')
  await expect.poll(() => account.received.length).toBe(2)
  expect(new Set(account.received.map(({ event }) => event.id)).size).toBe(1)
  const pending = async () =>
    (await account.client.events.list({ type: 'customer.created' })).data.find(
      ({ data }) => (data.object as { id: string }).id === id,
    )?.pending_webhooks
  await expect.poll(pending).toBe(0)
})

test('webhooks are held, and released in the order that a test chooses', async () => {
  await account.test('/webhooks/hold', 'POST')
  await create('Anna')
  await create('Bruno')
  await account.settle()
  expect(account.received).toEqual([])
  const state = (await (await account.test('')).json()) as { webhooks: { held: string[] } }
  const [first = '', second = ''] = state.webhooks.held
  await account.test('/webhooks/release', 'POST', { ids: [second, first] })
  expect(named()).toEqual(['Bruno', 'Anna'])
})
