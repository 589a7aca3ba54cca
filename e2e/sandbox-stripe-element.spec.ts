import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect } from '@playwright/test'
import type { FrameLocator, Page } from '@playwright/test'
import type { loadStripe } from '@stripe/stripe-js'
import { openPages } from '../apps/sandbox/src/payment/stripe-pages/pages.fixture.ts'
import { checkScreen, checkWidth } from './support/screen.ts'

type Stripe = NonNullable<Awaited<ReturnType<typeof loadStripe>>>
type Pages = Awaited<ReturnType<typeof openPages>>

/** A shop's page, on an origin of its own, with a content security policy as a product's. */
const test = base.extend<{ pages: Pages; shop: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  pages: async ({}, use) => {
    const pages = await openPages()
    await use(pages)
    await pages.close()
  },
  shop: async ({ pages }, use) => {
    const html = `<!doctype html><html lang="en"><title>Shop</title><meta name="viewport" content="width=device-width">
      <main><h1>Shop</h1><div id="card"></div></main><script src="${pages.url}/v3/stripe.js"></script>`
    const policy = `default-src 'none'; script-src ${pages.url}; frame-src ${pages.url}; connect-src ${pages.url}`
    const headers = { 'content-type': 'text/html', 'content-security-policy': policy }
    const server = createServer((_request, response) => response.writeHead(200, headers).end(html))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})

type Shop = Window & {
  Stripe: (key: string) => Stripe
  stripe: Stripe
  elements: ReturnType<Stripe['elements']>
  events: object[]
}

async function open(page: Page, pages: Pages, shop: string, clientSecret: string, locale = 'en') {
  await page.goto(shop)
  await page.evaluate(
    ({ key, clientSecret, locale }) => {
      const shop = window as unknown as Shop
      shop.stripe = shop.Stripe(key)
      shop.elements = shop.stripe.elements({
        clientSecret,
        locale: locale as 'en',
        appearance: { variables: { colorText: '#102030' }, rules: { '.Input': { borderColor: '#405060' } } },
      })
      shop.events = []
      const element = shop.elements.create('payment', { business: { name: 'Countersign' } })
      element.on('change', (event) => shop.events.push(event))
      return new Promise<void>((resolve) => {
        element.on('ready', () => resolve())
        element.mount('#card')
      })
    },
    { key: pages.key, clientSecret, locale },
  )
  return page.frameLocator('iframe[title="Secure payment input frame"]')
}

async function type(frame: FrameLocator, number: string): Promise<void> {
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiration date').clear()
  await frame.getByLabel('Expiration date').pressSequentially('1234')
  await frame.getByLabel('Security code').fill('123')
}

const confirmSetup = (page: Page) =>
  page.evaluate(() => {
    const { stripe, elements } = window as unknown as Shop
    return stripe.confirmSetup({ elements, redirect: 'if_required' })
  })

test('a card is typed in a frame of the payment provider and confirmed', async ({ page, pages, shop }) => {
  const frame = await open(page, pages, shop, pages.createIntent('seti_1', 'setup').clientSecret)
  await expect(frame.getByText('you allow Countersign to charge your card')).toBeVisible()
  await type(frame, '4242424242424242')
  await expect(frame.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await expect(frame.getByLabel('Expiration date')).toHaveValue('12 / 34')
  await frame.getByLabel('Country').selectOption('DE')
  const last = await page.evaluate(() => (window as unknown as Shop).events.at(-1))
  expect(last).toMatchObject({
    elementType: 'payment',
    complete: true,
    empty: false,
    value: { type: 'card' },
  })
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain('4242')
  expect(await confirmSetup(page)).toMatchObject({ setupIntent: { id: 'seti_1', status: 'succeeded' } })
  expect(pages.confirmed).toMatchObject([
    {
      client_secret: 'seti_1_secret_abc',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[billing_details][address][country]': 'DE',
    },
  ])
  const again = await page.evaluate(() =>
    (window as unknown as Shop).stripe.retrieveSetupIntent('seti_1_secret_abc'),
  )
  expect(again).toMatchObject({ setupIntent: { status: 'succeeded' } })
})

test('a card that is incomplete or invalid never leaves the frame', async ({ page, pages, shop }) => {
  const frame = await open(page, pages, shop, pages.createIntent('seti_1', 'setup').clientSecret)
  await frame.getByLabel('Card number').fill('4242 4242')
  const submitted = await page.evaluate(() => (window as unknown as Shop).elements.submit())
  expect(submitted.error).toMatchObject({ type: 'validation_error', code: 'incomplete_number' })
  await expect(frame.getByText('Your card number is incomplete.')).toBeVisible()
  await expect(frame.getByLabel('Card number')).toBeFocused()
  await type(frame, '4242424242424241')
  const { error } = await confirmSetup(page)
  expect(error).toMatchObject({ code: 'invalid_number', message: 'Your card number is invalid.' })
  expect(pages.confirmed).toEqual([])
})

test('a customer authenticates a card, or fails to', async ({ page, pages, shop }) => {
  const frame = await open(page, pages, shop, pages.createIntent('seti_1', 'setup').clientSecret)
  await type(frame, '4000002500003155')
  const bank = page.getByRole('dialog', { name: 'Authenticate your card' })
  const answers = bank.frameLocator('iframe')

  const failed = confirmSetup(page)
  await answers.getByRole('button', { name: 'Fail authentication' }).click()
  expect((await failed).error).toMatchObject({
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    setup_intent: { status: 'requires_payment_method' },
  })
  await expect(bank).toBeHidden()

  const left = confirmSetup(page)
  await expect(answers.getByRole('heading', { name: '3D Secure 2 test page' })).toBeFocused()
  await page.keyboard.press('Escape')
  expect((await left).error?.code).toBe('setup_intent_authentication_failure')

  const approved = confirmSetup(page)
  await answers.getByRole('button', { name: 'Complete authentication' }).click()
  expect(await approved).toMatchObject({ setupIntent: { status: 'succeeded' } })
})

test('a declined card can be replaced by another', async ({ page, pages, shop }) => {
  const frame = await open(page, pages, shop, pages.createIntent('seti_1', 'setup').clientSecret)
  await type(frame, '4000000000000002')
  expect((await confirmSetup(page)).error).toMatchObject({ type: 'card_error', code: 'card_declined' })
  await type(frame, '4242424242424242')
  expect((await confirmSetup(page)).setupIntent).toMatchObject({ status: 'succeeded' })
})

test('a payment leads back to the shop, from the bank’s own page as well', async ({ page, pages, shop }) => {
  const { clientSecret } = pages.createIntent('pi_1', 'payment')
  const frame = await open(page, pages, shop, clientSecret)
  await type(frame, '4242424242424242')
  await page.evaluate((address) => {
    const { stripe, elements } = window as unknown as Shop
    void stripe.confirmPayment({ elements, confirmParams: { return_url: `${address}?order=7` } })
  }, shop)
  const back =
    /\?order=7&payment_intent=pi_(\d)&payment_intent_client_secret=pi_\d_secret_abc&redirect_status=succeeded/
  await expect(page).toHaveURL(back)

  const waiting = pages.createIntent('pi_2', 'payment', `${shop}?order=7`)
  pages.confirmWithCard(waiting, { number: '4000002500003155' }, `${shop}?order=7`)
  await page.evaluate(
    ({ key, secret }) => {
      const { Stripe } = window as unknown as Shop
      void Stripe(key).handleNextAction({ clientSecret: secret })
    },
    { key: pages.key, secret: waiting.clientSecret },
  )
  await expect(page).toHaveURL(/three-d-secure/)
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page).toHaveURL(back)
  expect(pages.find('pi_2')?.status).toBe('succeeded')
})

test('the frame takes language, colours and height from the shop', async ({ page, pages, shop }) => {
  const frame = await open(page, pages, shop, pages.createIntent('seti_1', 'setup').clientSecret, 'de-CH')
  const number = frame.getByLabel('Kartennummer')
  await expect(number).toHaveCSS('border-top-color', 'rgb(64, 80, 96)')
  await expect(number).toHaveCSS('color', 'rgb(16, 32, 48)')
  await number.fill('1')
  await number.blur()
  await expect(frame.getByText('Die Kartennummer ist unvollständig.')).toBeVisible()
  const content = await frame.locator('html').evaluate((html: HTMLElement) => html.offsetHeight)
  await expect(page.locator('iframe')).toHaveCSS('height', `${content}px`)
  await page.setViewportSize({ width: 340, height: 700 })
  await checkWidth(page, 'the Payment Element on a phone')

  await frame.getByLabel('Kartennummer').fill('4000002500003155')
  await frame.getByLabel('Ablaufdatum').pressSequentially('1234')
  await frame.getByLabel('Sicherheitscode').fill('123')
  const approved = confirmSetup(page)
  const bank = page.getByRole('dialog', { name: 'Karte authentifizieren' })
  await bank.frameLocator('iframe').getByRole('button', { name: 'Authentifizierung abschliessen' }).click()
  expect((await approved).setupIntent).toMatchObject({ status: 'succeeded' })
})

test('a mistake of the shop is named', async ({ page, pages, shop }) => {
  await page.goto(shop)
  const { error, message } = await page.evaluate(async (key) => {
    const stripe = (window as unknown as Shop).Stripe(key)
    const element = stripe.elements({ clientSecret: 'seti_9_secret_abc' }).create('payment')
    const failed = new Promise<{ error: { code?: string } }>((resolve) => {
      element.on('loaderror', resolve)
      element.mount('#card')
    })
    const confirmed = stripe.confirmSetup({
      clientSecret: 'seti_9_secret_abc',
      confirmParams: { return_url: '' },
    })
    const message = await confirmed.then(
      () => '',
      (thrown: unknown) => String(thrown),
    )
    return { error: (await failed).error, message }
  }, pages.key)
  expect(error.code).toBe('resource_missing')
  expect(message).toContain(
    'IntegrationError: stripe.confirmSetup(): the confirmParams.return_url argument is required',
  )
})

test('a frame that cannot be opened is told to the shop', async ({ page, pages, shop }) => {
  await page.route('**/elements/payment?*', (route) => route.fulfill({ status: 503, body: 'Unavailable' }))
  await page.goto(shop)
  const { error } = await page.evaluate(
    (key) =>
      new Promise<{ error: { type: string } }>((resolve) => {
        const elements = (window as unknown as Shop)
          .Stripe(key)
          .elements({ clientSecret: 'seti_1_secret_abc' })
        elements.create('payment').on('loaderror', resolve).mount('#card')
      }),
    pages.key,
  )
  expect(error.type).toBe('api_connection_error')
})

test('frames, portal, invoice and authentication are accessible', async ({ page, pages }) => {
  const screens = {
    'the card frame': '/elements/payment',
    'the authentication frame': '/elements/authentication',
    'the customer portal': '/p/session/bps_1',
    'the portal’s card form': '/p/session/bps_1?view=card&wrong=Your+card+was+declined.',
    'the portal’s details': '/p/session/bps_1?view=details',
    'the portal’s tax ID form': '/p/session/bps_1?view=tax-id',
    'the portal’s cancellation': '/p/session/bps_1?view=cancel&about=sub_1',
    'the hosted invoice': '/i/token-1?view=card',
    'the authentication page': '/three-d-secure/pi_1?token=token',
  }
  pages.confirmWithCard(pages.createIntent('pi_1', 'payment'), { number: '4000002500003155' })
  const { clientSecret } = pages.createIntent('seti_1', 'setup')
  for (const [name, path] of Object.entries(screens)) {
    await page.setViewportSize({ width: 1200, height: 800 })
    await page.goto(pages.url + path)
    if (path === '/elements/payment') {
      // Its own parent, when it is opened as a page.
      const detail = { key: pages.key, clientSecret, locale: 'fr' }
      await page.evaluate(
        (start) => window.postMessage({ call: 1, act: 'start', detail: start }, '*'),
        detail,
      )
      await expect(page.getByLabel('Numéro de carte')).toBeVisible()
    } else await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await checkScreen(page, name)
    await page.setViewportSize({ width: 340, height: 700 })
    await checkWidth(page, `${name} on a phone`)
  }
})
