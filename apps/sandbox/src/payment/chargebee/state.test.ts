import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog, day, openSite, start, subscribe } from './chargebee.fixture.ts'

let data: string

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'chargebee-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

test('keys and state outlive a restart', async () => {
  const before = await openSite({ data })
  await createCatalog(before)
  const { subscription } = await subscribe(before)
  await before.close()
  const after = await openSite({ data })
  const { apiKey, webhookPassword } = before.settings
  expect(after.settings).toMatchObject({ apiKey, webhookPassword })
  const { subscription: read } = await after.client.subscription.retrieve(subscription.id)
  expect(read).toMatchObject({ status: 'active', current_term_start: start })
  await after.close()
})

test('a webhook that was not delivered before a restart is sent after it', async () => {
  const before = await openSite({ data })
  before.answers.push(500)
  await before.client.customer.create({ id: 'c1' })
  await before.settle()
  await before.close()
  const after = await openSite({ data })
  await after.settle()
  expect(after.received.map(({ event }) => event.content['customer']?.id)).toEqual(['c1'])
  await after.close()
})

test('each folder has keys of its own, and a damaged state is an empty site', async () => {
  writeFileSync(join(data, 'chargebee.json'), '{"customers":')
  const [kept, other] = [await openSite({ data }), await openSite()]
  expect(kept.settings.apiKey).not.toBe(other.settings.apiKey)
  expect((await kept.client.customer.list({})).list).toEqual([])
  await Promise.all([kept.close(), other.close()])
})

test('a test reads the state of a customer, makes coupons and moves the clock', async () => {
  const site = await openSite()
  await createCatalog(site)
  const { customer } = await subscribe(site)
  await subscribe(site)
  const read = async () => (await (await site.test(`/state?customer=${customer.id}`)).json()) as object
  expect(await read()).toMatchObject({
    customers: [{ id: customer.id }],
    subscriptions: [{ customer_id: customer.id }],
    invoices: [{ total: 3000 }],
    usages: [],
  })
  expect(JSON.stringify(await read())).not.toContain('"hidden"')
  const made = await site.test('/coupons', 'POST', { id: 'TEN', name: 'Ten', discount_percentage: 10 })
  expect(made.status).toBe(201)
  expect((await site.client.coupon.retrieve('TEN')).coupon).toMatchObject({
    discount_percentage: 10,
    status: 'active',
  })
  const wrong = await site.test('/coupons', 'POST', { id: 'NONE', name: 'None', discount_percentage: 0 })
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { field: 'discount_percentage' }])
  await site.test('/dunning', 'PUT', { retryDays: [], finalAction: 'keep' })
  site.fail('card_declined')
  await site.test('/clock', 'POST', { days: 30 })
  expect(await read()).toMatchObject({
    subscriptions: [{ status: 'active' }],
    invoices: [{}, { status: 'not_paid' }],
  })
  await site.close()
})

test('what falls due while nobody moves the clock happens before the next call', async () => {
  let now = start
  const site = await openSite({ wall: () => now * 1000 })
  await createCatalog(site)
  const { subscription } = await subscribe(site)
  now = start + 95 * day
  const { list } = await site.client.invoice.list({ 'sort_by[asc]': 'date' })
  expect(list.map((one) => one.invoice.line_items?.[0]?.date_from)).toEqual([
    start,
    start + 30 * day,
    start + 61 * day,
    start + 91 * day,
  ])
  const { subscription: read } = await site.client.subscription.retrieve(subscription.id)
  expect(read).toMatchObject({ status: 'active', current_term_start: start + 91 * day })
  await site.close()
})
