import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalog, createCustomer, day, openAccount, start } from './stripe.fixture.ts'
import type { TestAccount } from './stripe.fixture.ts'

let data: string

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'stripe-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

async function subscribe(account: TestAccount) {
  const ids = await createCatalog(account)
  const customer = await createCustomer(account)
  const items = [{ price: ids['gold-month'] ?? '' }, { price: ids['signature'] ?? '' }]
  const { id } = await account.client.subscriptions.create({ customer, items })
  return { customer, id }
}

test('keys and state outlive a restart', async () => {
  const before = await openAccount({ data })
  const { id } = await subscribe(before)
  await before.close()
  const after = await openAccount({ data })
  const { secretKey, publishableKey, webhookSecret } = before.settings
  expect(after.settings).toMatchObject({ secretKey, publishableKey, webhookSecret })
  expect(await after.client.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  await after.close()
})

test('a webhook that was not delivered before a restart is sent after it', async () => {
  const before = await openAccount({ data })
  before.answers.push(500)
  const { id } = await before.client.customers.create({})
  await before.settle()
  await before.close()
  const after = await openAccount({ data })
  await after.settle()
  expect(after.received.map(({ event }) => event.data.object)).toMatchObject([{ id }])
  await after.close()
})

test('each folder has keys of its own, and a damaged state is an empty account', async () => {
  writeFileSync(join(data, 'stripe.json'), '{"customers":')
  const [kept, other] = [await openAccount({ data }), await openAccount()]
  expect(kept.settings.secretKey).not.toBe(other.settings.secretKey)
  expect((await kept.client.customers.list()).data).toEqual([])
  await Promise.all([kept.close(), other.close()])
})

test('a test reads the state of a customer and moves the clock', async () => {
  const account = await openAccount()
  const { customer } = await subscribe(account)
  await account.client.customers.create({ name: 'Another' })
  const payload = { stripe_customer_id: customer, value: '3' }
  await account.client.billing.meterEvents.create({ event_name: 'signature', payload, timestamp: start })
  const read = async () => (await (await account.test(`/state?customer=${customer}`)).json()) as object
  expect(await read()).toMatchObject({
    customers: [{ id: customer }],
    subscriptions: [{ customer }],
    invoices: [{ amount_paid: 2000 }],
    meterEvents: [{ event_name: 'signature' }],
    usage: [{ event_name: 'signature', total: 3 }],
  })
  expect(JSON.stringify(await read())).not.toContain('"hidden"')
  const moved = await account.test('/clock', 'POST', { days: 31 })
  expect(await moved.json()).toEqual({ now: '2026-05-02T00:00:00.000Z' })
  expect(await read()).toMatchObject({ invoices: [{}, { amount_paid: 2750 }] })
  expect((await account.test('/clock', 'POST', { to: '2020-01-01' })).status).toBe(400)
  await account.close()
})

test('what falls due while nobody moves the clock happens before the next call', async () => {
  let now = start
  const account = await openAccount({ wall: () => now * 1000 })
  const { customer } = await subscribe(account)
  now = start + 95 * day
  const { data: invoices } = await account.client.invoices.list({ customer })
  const starts = invoices.map(({ lines }) => lines.data.find(({ amount }) => amount > 0)?.period.start)
  expect(starts.reverse()).toEqual([start, start + 30 * day, start + 61 * day, start + 91 * day])
  await account.close()
})

test('the portal and the invoice have pages, and what a customer does there holds', async () => {
  const account = await openAccount()
  const { customer, id } = await subscribe(account)
  const session = await account.client.billingPortal.sessions.create({ customer })
  const act = (fields: Record<string, string>) =>
    fetch(session.url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  expect((await fetch(session.url)).status).toBe(200)
  await act({ act: 'cancel', id })
  const changed = await account.client.subscriptions.retrieve(id)
  expect(changed).toMatchObject({ cancel_at: start + 30 * day, cancel_at_period_end: false })
  const [invoice] = (await account.client.invoices.list({ customer })).data
  expect((await fetch(invoice?.hosted_invoice_url ?? '')).status).toBe(200)
  const pdf = await fetch(invoice?.invoice_pdf ?? '')
  expect((await pdf.text()).startsWith('%PDF-')).toBe(true)
  expect((await fetch(account.settings.scriptUrl)).headers.get('content-type')).toMatch(/javascript/)
  await account.close()
})
