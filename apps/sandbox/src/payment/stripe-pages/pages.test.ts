import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPages } from './pages.fixture.ts'

let pages: Awaited<ReturnType<typeof openPages>>
beforeEach(async () => {
  pages = await openPages()
})
afterEach(() => pages.close())

const read = async (url: string) => (await fetch(url)).text()
/** Where a form leads to. */
const press = async (url: string, form: Record<string, string>) => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? 'http://nowhere/', url).href
}
const typed = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }
/** Newest first. */
const cards = async () => {
  const { data } = await pages.client.customers.listPaymentMethods(pages.customer)
  return data.map((one) => one.card?.last4)
}

test('the portal shows what a customer has, and leads back', async () => {
  await pages.subscribe()
  const html = await read(await pages.openPortal())
  for (const text of [
    'Visa •••• 4242',
    '<strong>Default',
    'gold: renews on 1 May 2026',
    'Anna',
    'CHF 40.00, paid',
  ])
    expect(html).toContain(text)
  expect(html).toContain('<a href="http://127.0.0.1:1/billing">Return to Countersign</a>')
})

test('a card is added in the portal, made the default one and removed', async () => {
  const portal = await pages.openPortal()
  const add = (number: string) => press(`${portal}?view=card`, { act: 'card', ...typed, number })
  expect(await read(await add('4242 4242 4242 4241'))).toContain('Your card number is invalid.')
  const expired = { act: 'card', ...typed, expiry: '03/26' }
  expect(await read(await press(`${portal}?view=card`, expired))).toContain('expiration date is in the past.')
  const declined = await add('4000000000000002')
  expect(declined).toContain('view=card')
  expect(await read(declined)).toContain('Your card was declined.')
  expect(await add('5555555555554444')).toBe(portal)
  expect(await cards()).toEqual(['4444', '4242'])
  const defaultCard = async () => {
    const customer = await pages.client.customers.retrieve(pages.customer, {
      expand: ['invoice_settings.default_payment_method'],
    })
    if (customer.deleted) throw new Error('The customer was deleted')
    const method = customer.invoice_settings.default_payment_method
    return typeof method === 'object' ? method : undefined
  }
  expect((await defaultCard())?.card?.last4).toBe('4444')
  const [, visa = ''] =
    /name="id" value="(pm_\w+)" \/>\s*<button[^>]*value="default"/.exec(await read(portal)) ?? []
  const added = (await defaultCard())?.id ?? ''
  await press(portal, { act: 'default', id: visa })
  expect((await defaultCard())?.card?.last4).toBe('4242')
  await press(portal, { act: 'remove-card', id: added })
  expect(await cards()).toEqual(['4242'])
})

test('billing information and tax IDs are changed in the portal', async () => {
  const portal = await pages.openPortal()
  await press(`${portal}?view=details`, { act: 'details', name: 'Muster & Co', city: 'Basel', country: 'CH' })
  expect(await pages.client.customers.retrieve(pages.customer)).toMatchObject({
    name: 'Muster & Co',
    address: { city: 'Basel', country: 'CH' },
  })
  const wrong = await press(`${portal}?view=tax-id`, { act: 'tax-id', type: 'eu_vat', value: '1' })
  expect(await read(wrong)).toContain('role="alert"')
  await press(`${portal}?view=tax-id`, { act: 'tax-id', type: 'eu_vat', value: 'DE123456789' })
  const html = await read(portal)
  for (const text of ['Muster &amp; Co', 'Basel', 'DE123456789 (EU VAT)']) expect(html).toContain(text)
  const { data } = await pages.client.customers.listTaxIds(pages.customer)
  await press(portal, { act: 'remove-tax-id', id: data[0]?.id ?? '' })
  expect((await pages.client.customers.listTaxIds(pages.customer)).data).toEqual([])
})

test('a subscription is canceled at the end of its period, and renewed', async () => {
  const portal = await pages.openPortal()
  const { id } = await pages.subscribe()
  // In flexible billing mode the portal sets the time, and not cancel_at_period_end.
  const isEnding = async () => (await pages.client.subscriptions.retrieve(id)).cancel_at !== null
  expect(await read(`${portal}?view=cancel&about=${id}`)).toContain('your billing period on 1 May 2026')
  await press(portal, { act: 'cancel', id })
  expect(await isEnding()).toBe(true)
  expect(await read(portal)).toContain('cancels on 1 May 2026')
  await press(portal, { act: 'renew', id })
  expect(await isEnding()).toBe(false)
  expect(await read(portal)).toContain('renews on 1 May 2026')
})

test('a session shows and changes nothing after a day', async () => {
  const portal = await pages.openPortal()
  expect((await fetch(`${portal}x`)).status).toBe(403)
  await pages.moveTo(pages.now() + 25 * 3600)
  const answer = await fetch(portal)
  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain('Your session has expired')
  await press(portal, { act: 'card', ...typed, number: '5555555555554444' })
  expect(await cards()).toEqual(['4242'])
})

test('an invoice is paid on its page with the saved card', async () => {
  const { id, invoice } = await pages.subscribeUnpaid()
  expect(await read(invoice.address)).toContain('Pay CHF 40.00')
  expect(await press(invoice.address, { card: 'own' })).toBe(invoice.address)
  expect(await read(invoice.address)).toContain('Invoice paid')
  expect(await read(invoice.address)).not.toContain('Pay CHF')
  expect((await pages.client.subscriptions.retrieve(id)).status).toBe('active')
  expect((await fetch(`${invoice.address}x`)).status).toBe(404)
})

test('an invoice is paid with another card once the bank has confirmed it', async () => {
  const { invoice } = await pages.subscribeUnpaid()
  const pay = (number: string) => press(invoice.address, { card: 'new', ...typed, number })
  expect(await read(await pay('4000000000000002'))).toContain('Your card was declined.')
  const bank = await pay('4000002760003184')
  expect(await read(bank)).toContain('3D Secure 2 test page')
  expect(await read(await press(bank, { outcome: 'fail' }))).toContain('unable to authenticate')
  const again = await pay('4000002760003184')
  expect(await read(await press(again, { outcome: 'complete' }))).toContain('Invoice paid')
  expect((await pages.client.invoices.retrieve(invoice.id)).status).toBe('paid')
})

test('an invoice is downloaded as a PDF', async () => {
  const { invoice } = await pages.subscribeUnpaid()
  const file = await fetch(invoice.pdf)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  const text = Buffer.from(await file.arrayBuffer()).toString('latin1')
  expect(text.startsWith('%PDF-1.4')).toBe(true)
  expect(text).toContain('(Amount due: CHF 40.00) Tj')
})

test('the customer answers the bank and returns to the address of the intent', async () => {
  const { id, clientSecret } = await pages.createSetup()
  const confirmed = await pages.client.setupIntents.confirm(id, {
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    return_url: 'http://127.0.0.1:1/done?order=7',
  })
  const bank = confirmed.next_action?.redirect_to_url?.url ?? ''
  const page = await fetch(bank)
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:1")
  expect((await fetch(`${bank}x`)).status).toBe(404)
  expect(await press(bank, { outcome: 'fail' })).toBe(
    `http://127.0.0.1:1/done?order=7&setup_intent=${id}&setup_intent_client_secret=${clientSecret}&redirect_status=failed`,
  )
  expect(await read(bank)).toContain('Authentication finished')
})

test('a frame answers for an intent only with its secret', async () => {
  const { id, clientSecret } = await pages.createSetup()
  await pages.client.setupIntents.confirm(id, { payment_method: 'pm_card_authenticationRequiredOnSetup' })
  const answer = (secret: string) =>
    fetch(`${pages.url}/elements/authentication`, {
      method: 'POST',
      body: new URLSearchParams({ client_secret: secret, outcome: 'complete' }),
    })
  expect((await answer(`${id}_secret_guess`)).status).toBe(404)
  expect((await pages.client.setupIntents.retrieve(id)).status).toBe('requires_action')
  expect(await (await answer(clientSecret)).json()).toEqual({ status: 'succeeded' })
})

test('browsers of any origin may call the API and show its frames', async () => {
  const { id } = await pages.createSetup()
  const preflight = await fetch(`${pages.url}/v1/setup_intents/${id}`, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  const frame = await fetch(`${pages.url}/elements/payment`)
  expect(frame.headers.get('x-frame-options')).toBeNull()
  expect(frame.headers.get('content-security-policy')).not.toContain('frame-ancestors')
})

test('the script is one classic script', async () => {
  const answer = await fetch(pages.settings.scriptUrl)
  expect(answer.headers.get('content-type')).toContain('text/javascript')
  const script = await answer.text()
  expect(script).not.toMatch(/^(import|export) /m)
  const window: { Stripe?: { version: string; (key: string): object } } = {}
  const document = { currentScript: { src: pages.settings.scriptUrl } }
  runInNewContext(script, { window, document, URL })
  expect(window.Stripe?.version).toBe('endive')
  expect(() => window.Stripe?.('sk_test_secret')).toThrow('a publishable key')
})
