import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPages } from './pages.fixture.ts'

let pages: Awaited<ReturnType<typeof openPages>>
beforeEach(async () => {
  pages = await openPages()
})
afterEach(() => pages.close())

const read = async (path: string) => (await fetch(pages.url + path)).text()
/** Where a form leads to. */
const press = async (path: string, form: Record<string, string>) => {
  const body = new URLSearchParams(form)
  const answer = await fetch(pages.url + path, { method: 'POST', body, redirect: 'manual' })
  return answer.headers.get('location') ?? ''
}
const portal = '/p/session/bps_1'
const invoice = '/i/token-1'
const typed = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }

test('the portal shows what a customer has, and leads back', async () => {
  const html = await read(portal)
  for (const text of [
    'Visa •••• 4242, expires 12/2030',
    'Gold: renews on 1 May 2026',
    'Anna Muster',
    'A-0001',
  ])
    expect(html).toContain(text)
  expect(html).toContain('<a href="http://127.0.0.1:1/billing">Return to Countersign</a>')
})

test('a card is added in the portal, made the default one and removed', async () => {
  const wrong = await press(`${portal}?view=card`, { act: 'card', ...typed, number: '4242 4242 4242 4241' })
  expect(await read(wrong)).toContain('Your card number is invalid.')
  const declined = await press(`${portal}?view=card`, { act: 'card', ...typed, number: '4000000000000002' })
  expect(declined).toContain('view=card')
  expect(await read(declined)).toContain('Your card was declined.')
  expect(await press(`${portal}?view=card`, { act: 'card', ...typed, number: '5555555555554444' })).toBe(
    portal,
  )
  const isDefault = async (last4: string) =>
    new RegExp(`${last4}, expires 12/2030</span>\\s*<strong>Default`).test(await read(portal))
  expect(await isDefault('4444')).toBe(true)
  await press(portal, { act: 'default', id: 'pm_1' })
  expect(await isDefault('4242')).toBe(true)
  await press(portal, { act: 'remove-card', id: 'pm_2' })
  expect(await read(portal)).not.toContain('4444')
})

test('billing information and tax IDs are changed in the portal', async () => {
  await press(`${portal}?view=details`, { act: 'details', name: 'Muster & Co', city: 'Basel', country: 'CH' })
  const wrong = await press(`${portal}?view=tax-id`, { act: 'tax-id', type: 'eu_vat', value: '1' })
  expect(await read(wrong)).toContain('Invalid value for the tax ID.')
  await press(`${portal}?view=tax-id`, { act: 'tax-id', type: 'eu_vat', value: 'DE123456789' })
  const html = await read(portal)
  for (const text of ['Muster &amp; Co', 'Basel', 'DE123456789 (EU VAT)']) expect(html).toContain(text)
  await press(portal, { act: 'remove-tax-id', id: 'txi_1' })
  expect(await read(portal)).not.toContain('DE123456789')
})

test('a subscription is canceled at the end of its period, and renewed', async () => {
  expect(await read(`${portal}?view=cancel&about=sub_1`)).toContain(
    'until the end of your billing period on 1 May 2026',
  )
  await press(portal, { act: 'cancel', id: 'sub_1' })
  expect(await read(portal)).toContain('cancels on 1 May 2026')
  await press(portal, { act: 'renew', id: 'sub_1' })
  expect(await read(portal)).toContain('renews on 1 May 2026')
})

test('a session that is over shows nothing and changes nothing', async () => {
  const answer = await fetch(`${pages.url}/p/session/bps_2`)
  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain('Your session has expired')
  expect(await press('/p/session/bps_2', { act: 'remove-card', id: 'pm_1' })).toBe('')
  expect(await read(portal)).toContain('4242')
})

test('an invoice is paid on its page with the saved card', async () => {
  expect(await read(invoice)).toContain('Pay CHF 30.00')
  expect(await press(invoice, { card: 'own' })).toBe(invoice)
  expect(await read(invoice)).toContain('Invoice paid')
  expect(await read(invoice)).not.toContain('Pay CHF')
  expect((await fetch(`${pages.url}/i/token-2`)).status).toBe(404)
})

test('an invoice is paid with another card once the bank has confirmed it', async () => {
  const card = { card: 'new', ...typed }
  const declined = await press(invoice, { ...card, number: '4000000000000002' })
  expect(await read(declined)).toContain('Your card was declined.')
  const bank = await press(invoice, { ...card, number: '4000002500003155' })
  expect(await read(bank)).toContain('3D Secure 2 test page')
  expect(await read(await press(bank, { outcome: 'fail' }))).toContain('unable to authenticate')
  const again = await press(invoice, { ...card, number: '4000002500003155' })
  expect(await read(await press(again, { outcome: 'complete' }))).toContain('Invoice paid')
})

test('an invoice is downloaded as a PDF', async () => {
  const file = await fetch(`${pages.url}${invoice}/pdf`)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  const text = Buffer.from(await file.arrayBuffer()).toString('latin1')
  expect(text.startsWith('%PDF-1.4')).toBe(true)
  expect(text).toContain('(Amount due: CHF 30.00) Tj')
})

test('the customer answers the bank and returns to the address of the intent', async () => {
  const intent = pages.createIntent('seti_1', 'setup', 'http://127.0.0.1:1/done?order=7')
  pages.confirmWithCard(intent, { number: '4000002500003155' }, intent.returnUrl ?? undefined)
  const page = await fetch(`${pages.url}/three-d-secure/seti_1?token=token`)
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:1")
  expect(await press('/three-d-secure/seti_1?token=token', { outcome: 'fail' })).toBe(
    'http://127.0.0.1:1/done?order=7&setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_abc&redirect_status=failed',
  )
  expect((await fetch(`${pages.url}/three-d-secure/seti_1?token=another`)).status).toBe(404)
})

test('a frame answers for an intent only with its secret', async () => {
  const intent = pages.createIntent('seti_1', 'setup')
  pages.confirmWithCard(intent, { number: '4000002500003155' })
  const answer = (secret: string) =>
    fetch(`${pages.url}/elements/authentication`, {
      method: 'POST',
      body: new URLSearchParams({ client_secret: secret, outcome: 'complete' }),
    })
  expect((await answer('seti_1_secret_guess')).status).toBe(404)
  expect(pages.find('seti_1')?.status).toBe('requires_action')
  expect(await (await answer(intent.clientSecret)).json()).toEqual({ status: 'succeeded' })
})

test('browsers of any origin may call the API and show its frames', async () => {
  const preflight = await fetch(`${pages.url}/v1/setup_intents/seti_1`, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  const frame = await fetch(`${pages.url}/elements/payment`)
  expect(frame.headers.get('x-frame-options')).toBeNull()
  expect(frame.headers.get('content-security-policy')).not.toContain('frame-ancestors')
})

test('the script is one classic script', async () => {
  const answer = await fetch(`${pages.url}/v3/stripe.js`)
  expect(answer.headers.get('content-type')).toContain('text/javascript')
  const script = await answer.text()
  expect(script).not.toMatch(/^(import|export) /m)
  const window: { Stripe?: { version: string; (key: string): object } } = {}
  const document = { currentScript: { src: `${pages.url}/v3/stripe.js` } }
  runInNewContext(script, { window, document, URL })
  expect(window.Stripe?.version).toBe('endive')
  expect(() => window.Stripe?.('sk_test_secret')).toThrow('a publishable key')
})
