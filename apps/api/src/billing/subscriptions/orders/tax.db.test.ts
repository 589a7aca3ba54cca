import * as calls from '@countersign/contract/subscriptions.ts'
import { getBusiness } from '@countersign/contract/businesses.ts'
import { previewDirectUpgrade } from '@countersign/contract/direct-upgrades.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { type BillingProvider } from '#api/testing/billing/billing.ts'
import { enterCard } from '#api/testing/billing/payer-page.ts'

const team = { plan: 'team', cycle: 'month', amountSeats: 3 } as const
const swiss = { ...team, currency: 'CHF', country: 'CH' } as const
const german = { ...team, currency: 'EUR', country: 'DE' } as const
const providers: readonly BillingProvider[] = ['stripe', 'chargebee']
let apis: Record<BillingProvider, TestApi>

beforeAll(async () => {
  const [stripe, chargebee] = await Promise.all(providers.map((billing) => startTestApi({ billing })))
  if (!stripe || !chargebee) throw new Error('no API')
  apis = { stripe, chargebee }
  for (const name of providers) await register(name, { CH: 8.1, DE: 19 })
})
afterAll(() => Promise.all(providers.map((name) => apis?.[name].stop())))

async function register(name: BillingProvider, registrations: Record<string, number>) {
  const response = await fetch(`${apis[name].sandboxUrl}/api/payment/${name}/tax`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ registrations }),
  })
  expect(response.ok).toBe(true)
}

/** A business in Switzerland, known to the provider, whose admin is about to buy. */
async function aBuyer(name: BillingProvider) {
  const api = apis[name]
  const admin = await api.person({ firstName: 'Dora' })
  const id = await aBusiness(api, { admins: [admin] })
  const params = { id }
  await api.call(calls.updateBilling, { params, body: { country: 'CH' } }, admin.as)
  const setup = { params, body: { country: 'CH' } }
  const setupReference = await enterCard(api, await api.call(calls.createSetupIntent, setup, admin.as))
  return { api, params, as: admin.as, setupReference }
}

test.each(providers)('%s: tax is that of the country and VAT number in the form', async (name) => {
  const { api, params, as } = await aBuyer(name)
  const due = async (body: typeof swiss | (typeof german & { vat?: string | null })) =>
    (await api.call(calls.previewUpgrade, { params, body }, as)).dueToday
  expect(await due(swiss)).toMatchObject({ subtotal: 3600, tax: 292, total: 3892 })
  const { subtotal, tax, total } = await due(german)
  expect([tax, total]).toEqual([Math.round(subtotal * 0.19), subtotal + tax])
  expect(await due({ ...german, vat: 'DE123456789' })).toMatchObject({ subtotal, tax: 0, total: subtotal })
  const newcomer = await api.person({ firstName: 'Emil' })
  const shown = await api.call(previewDirectUpgrade, { body: swiss }, newcomer.as)
  expect(shown.dueToday).toMatchObject({ tax: 292, total: 3892 })
})

test.each(providers)('%s: another country in the form is saved by the order alone', async (name) => {
  const { api, params, as, setupReference } = await aBuyer(name)
  const country = async () => (await api.call(getBusiness, { params }, as)).billing?.country
  await api.call(calls.createSetupIntent, { params, body: { country: 'DE' } }, as)
  expect(await country()).toBe('CH')
  const shown = await api.call(calls.previewUpgrade, { params, body: german }, as)
  const body = { ...german, setupReference, dueToday: shown.dueToday.total, billing: { country: 'DE' } }
  await api.call(calls.upgradeBusiness, { params, body }, as)
  expect(await country()).toBe('DE')
  const { invoices } = await api.call(calls.listInvoices, { params }, as)
  expect(invoices.map((invoice) => invoice.total)).toEqual([shown.dueToday.total])
})

test.each(providers)('%s: a price that is no longer the one that was shown is not charged', async (name) => {
  const { api, params, as, setupReference } = await aBuyer(name)
  const shown = await api.call(calls.previewUpgrade, { params, body: swiss }, as)
  const order = { ...swiss, setupReference, dueToday: shown.dueToday.total, billing: { country: 'CH' } }
  await register(name, { CH: 10, DE: 19 })
  try {
    const stale = await api.ask(calls.upgradeBusiness, { params, body: order }, as)
    expect(stale).toMatchObject({ status: 409, error: { key: 'billing.stale' } })
    expect((await api.call(calls.listInvoices, { params }, as)).invoices).toEqual([])
    const { dueToday } = await api.call(calls.previewUpgrade, { params, body: swiss }, as)
    const body = { ...order, dueToday: dueToday.total }
    await api.call(calls.upgradeBusiness, { params, body }, as)
    const { invoices } = await api.call(calls.listInvoices, { params }, as)
    expect(invoices.map((invoice) => invoice.total)).toEqual([3960])
  } finally {
    await register(name, { CH: 8.1, DE: 19 })
  }
})
