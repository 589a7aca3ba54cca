import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createCatalog,
  createCustomer,
  day,
  openSite,
  refusalOf,
  start,
  subscribe,
} from '../chargebee.fixture.ts'
import type { TestSite } from '../chargebee.fixture.ts'

let site: TestSite

beforeEach(async () => {
  site = await openSite()
  await createCatalog(site)
})
afterEach(() => site.close())

const back = 'http://127.0.0.1:1/back'
const press = async (url: string, form: Record<string, string>) => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '', url).href
}
const heading = async (url: string) => /<h1>([^<]*)</.exec(await (await fetch(url)).text())?.[1]
const checkout = (more: object = {}) =>
  site.client.hostedPage.checkoutNewForItems({
    subscription_items: [{ item_price_id: 'gold-month', quantity: 2 }],
    customer: { id: 'business-1', email: 'anna@example.com' },
    redirect_url: back,
    cancel_url: `${back}?cancelled`,
    ...more,
  })

test('a checkout makes customer, card and subscription, and leads back', async () => {
  const { hosted_page: page } = await checkout()
  const { id = '', url = '' } = page
  expect(page).toMatchObject({ state: 'created', type: 'checkout_new', expires_at: start + 3 * 3600 })
  const shown = await fetch(url)
  expect(shown.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:1")
  expect(await shown.text()).toContain('Due today: CHF 60.00')
  expect(await press(url, { act: 'continue', card: '4111111111111111' })).toBe(
    `${back}?id=${id}&state=succeeded`,
  )
  const { hosted_page: done } = await site.client.hostedPage.retrieve(id)
  expect(done).toMatchObject({
    state: 'succeeded',
    content: { customer: { id: 'business-1' }, subscription: { status: 'active' }, invoice: { total: 6000 } },
  })
  expect(await heading(url)).toBe('This page has expired')
  expect((await site.client.hostedPage.acknowledge(id)).hosted_page.state).toBe('acknowledged')
})

test('a card that needs it is confirmed by the bank, and one that is declined can be replaced', async () => {
  const { hosted_page: page } = await checkout()
  const { url = '' } = page
  const declined = await press(url, { act: 'continue', card: '4000000000000002' })
  expect(await (await fetch(declined)).text()).toContain('Your card was declined')
  const bank = await press(url, { act: 'continue', card: '4000002760003184' })
  expect(await heading(bank)).toBe('Confirm it’s you')
  const refused = await press(bank, { act: 'refuse' })
  expect(await (await fetch(refused)).text()).toContain('The bank did not confirm that it is you')
  const again = await press(url, { act: 'continue', card: '4000002760003184' })
  expect(await press(again, { act: 'approve' })).toContain('state=succeeded')
  expect((await site.client.customer.list({})).list).toHaveLength(1)
  await site.moveTo(start + 30 * day)
  const { list } = await site.client.invoice.list({ limit: 1 })
  expect(list[0]?.invoice).toMatchObject({ status: 'payment_due', dunning_status: 'in_progress' })
})

test('a checkout that is cancelled or too old makes nothing', async () => {
  const first = (await checkout()).hosted_page
  expect(await press(first.url ?? '', { act: 'cancel' })).toBe(
    `${back}?cancelled=&id=${first.id}&state=cancelled`,
  )
  const second = (await checkout()).hosted_page
  await site.moveTo(start + 3 * 3600)
  expect(await press(second.url ?? '', { act: 'continue', card: '4111111111111111' })).toBe(second.url)
  expect((await site.client.customer.list({})).list).toEqual([])
  expect(await refusalOf(checkout({ coupon_ids: ['NOBODY'] }))).toMatchObject({ http_status_code: 404 })
})

test('a card is replaced and what is due is paid on pages of their own', async () => {
  const { customer } = await subscribe(site)
  site.fail('card_declined')
  await site.moveTo(start + 30 * day)
  const asked = { customer: { id: customer.id }, redirect_url: back }
  const manage = (await site.client.hostedPage.managePaymentSources(asked)).hosted_page
  await press(manage.url ?? '', { act: 'continue', card: '4242424242424242' })
  const { list } = await site.client.paymentSource.list({ customer_id: { is: customer.id } })
  expect(list.map((one) => one.payment_source.card?.last4)).toEqual(['4242'])
  const collect = (await site.client.hostedPage.collectNow(asked)).hosted_page
  expect(await (await fetch(collect.url ?? '')).text()).toContain('Invoice 2: CHF 30.00')
  await press(collect.url ?? '', { act: 'continue', card: '4111111111111111' })
  const { invoice } = await site.client.invoice.retrieve('2')
  expect(invoice).toMatchObject({ status: 'paid', dunning_status: 'success' })
})

test('a payment intent is authorised by the customer before it becomes a card', async () => {
  const { customer } = await site.client.customer.create({})
  const { payment_intent: intent } = await site.client.paymentIntent.create({
    amount: 0,
    currency_code: 'CHF',
    customer_id: customer.id,
  })
  const use = () =>
    site.client.paymentSource.createUsingPaymentIntent({
      customer_id: customer.id,
      payment_intent: { id: intent.id },
    })
  expect(await refusalOf(use())).toMatchObject({ type: 'payment', api_error_code: 'payment_intent_invalid' })
  const url = `${site.url}/payment/chargebee/payment-intents/${intent.id}`
  const bank = await press(url, { act: 'continue', card: '4000002500003155' })
  await press(bank, { act: 'approve' })
  expect((await use()).payment_source).toMatchObject({ status: 'valid', type: 'card' })
  expect((await site.client.paymentIntent.retrieve(intent.id)).payment_intent.status).toBe('consumed')
})

test('the portal shows card and invoices, and ends a subscription at the end of its term', async () => {
  const { customer, subscription } = await subscribe(site)
  const { portal_session: session } = await site.client.portalSession.create({
    customer: { id: customer.id },
    redirect_url: back,
  })
  const html = await (await fetch(session.access_url)).text()
  expect(html).toContain('************1111')
  expect(html).toContain(`href="${back}"`)
  const form = { subscription: subscription.id }
  await press(session.access_url, { ...form, act: 'cancel' })
  expect((await site.client.subscription.retrieve(subscription.id)).subscription.status).toBe('non_renewing')
  await press(session.access_url, { ...form, act: 'keep' })
  expect((await site.client.subscription.retrieve(subscription.id)).subscription.status).toBe('active')
  const page = await press(session.access_url, { act: 'card' })
  expect(await heading(page)).toBe('Payment method')
  expect(await press(page, { act: 'continue', card: '4242424242424242' })).toContain(session.id)
  await site.client.portalSession.logout(session.id)
  expect((await fetch(session.access_url)).status).toBe(403)
  expect((await fetch(session.access_url.replace(/token=.*/, 'token=another'))).status).toBe(403)
})

test('the PDF of an invoice can be opened', async () => {
  await createCustomer(site)
  const { invoice } = await subscribe(site)
  const { download } = await site.client.invoice.pdf(invoice?.id ?? '')
  const file = await fetch(download.download_url)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  const text = Buffer.from(await file.arrayBuffer()).toString('latin1')
  expect(text.startsWith('%PDF-1.4')).toBe(true)
  expect(text).toContain('(Total: CHF 30.00) Tj')
})
