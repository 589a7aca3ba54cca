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
  const { id, clientSecret } = await pages.createSetup()
  const frame = await open(page, pages, shop, clientSecret)
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
  const sent = page.waitForRequest(/\/confirm$/)
  expect(await confirmSetup(page)).toMatchObject({ setupIntent: { id, status: 'succeeded' } })
  expect(Object.fromEntries(new URLSearchParams((await sent).postData() ?? ''))).toMatchObject({
    use_stripe_sdk: 'true',
    'payment_method_data[billing_details][address][country]': 'DE',
  })
  const { data } = await pages.client.customers.listPaymentMethods(pages.customer)
  expect(data.map(({ card }) => card)).toContainEqual(
    expect.objectContaining({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 }),
  )
  const again = await page.evaluate(
    (secret) => (window as unknown as Shop).stripe.retrieveSetupIntent(secret),
    clientSecret,
  )
  expect(again).toMatchObject({ setupIntent: { status: 'succeeded' } })
})

test('a card that is incomplete or invalid never leaves the frame', async ({ page, pages, shop }) => {
  const { id, clientSecret } = await pages.createSetup()
  const frame = await open(page, pages, shop, clientSecret)
  const confirmations: string[] = []
  page.on('request', (request) => request.method() === 'POST' && confirmations.push(request.url()))
  await frame.getByLabel('Card number').fill('4242 4242')
  const submitted = await page.evaluate(() => (window as unknown as Shop).elements.submit())
  expect(submitted.error).toMatchObject({ type: 'validation_error', code: 'incomplete_number' })
  await expect(frame.getByText('Your card number is incomplete.')).toBeVisible()
  await expect(frame.getByLabel('Card number')).toBeFocused()
  await type(frame, '4242424242424241')
  const { error } = await confirmSetup(page)
  expect(error).toMatchObject({ code: 'invalid_number', message: 'Your card number is invalid.' })
  expect(confirmations).toEqual([])
  expect((await pages.client.setupIntents.retrieve(id)).status).toBe('requires_payment_method')
})

test('a customer authenticates a card, or fails to', async ({ page, pages, shop }) => {
  const frame = await open(page, pages, shop, (await pages.createSetup()).clientSecret)
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
  const frame = await open(page, pages, shop, (await pages.createSetup()).clientSecret)
  await type(frame, '4000000000000002')
  expect((await confirmSetup(page)).error).toMatchObject({ type: 'card_error', code: 'card_declined' })
  await type(frame, '4242424242424242')
  expect((await confirmSetup(page)).setupIntent).toMatchObject({ status: 'succeeded' })
})

test('a payment leads back to the shop, from the bank’s own page as well', async ({ page, pages, shop }) => {
  const first = await pages.subscribeUnpaid()
  const frame = await open(page, pages, shop, first.clientSecret)
  await type(frame, '4242424242424242')
  await page.evaluate((address) => {
    const { stripe, elements } = window as unknown as Shop
    void stripe.confirmPayment({ elements, confirmParams: { return_url: `${address}?order=7` } })
  }, shop)
  const back = (parameter: string, secret: string) =>
    `${shop}?order=7&${parameter}=${secret.split('_secret_')[0]}&${parameter}_client_secret=${secret}&redirect_status=succeeded`
  await expect(page).toHaveURL(back('payment_intent', first.clientSecret))
  expect((await pages.client.subscriptions.retrieve(first.id)).status).toBe('active')

  const { id, clientSecret } = await pages.createSetup()
  await pages.client.setupIntents.confirm(id, {
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    return_url: `${shop}?order=7`,
  })
  // The shop has just been opened again: its script may still be on its way.
  await page.waitForFunction(() => 'Stripe' in window)
  await page.evaluate(
    ({ key, secret }) => {
      const { Stripe } = window as unknown as Shop
      void Stripe(key).handleNextAction({ clientSecret: secret })
    },
    { key: pages.key, secret: clientSecret },
  )
  await expect(page).toHaveURL(/three-d-secure/)
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page).toHaveURL(back('setup_intent', clientSecret))
  expect((await pages.client.setupIntents.retrieve(id)).status).toBe('succeeded')
})

test('the frame takes language, colours and height from the shop', async ({ page, pages, shop }) => {
  const frame = await open(page, pages, shop, (await pages.createSetup()).clientSecret, 'de-CH')
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

test('a frame listens to the page that its address names and to no other', async ({ page, pages, shop }) => {
  const frame = await open(page, pages, shop, (await pages.createSetup()).clientSecret)
  const answers = await page.evaluate(async (url) => {
    const stranger = document.createElement('iframe')
    stranger.src = `${url}/elements/payment?origin=https://shop.example`
    stranger.title = 'Stranger'
    const answers: unknown[] = []
    addEventListener('message', ({ source, data }) => source === stranger.contentWindow && answers.push(data))
    await new Promise((resolve) => {
      stranger.addEventListener('load', resolve)
      document.body.append(stranger)
    })
    stranger.contentWindow?.postMessage({ call: 1, act: 'submit' }, '*')
    // The frame that may answer does so after the other has had its turn.
    await (window as unknown as Shop).elements.submit()
    return answers
  }, pages.url)
  expect(answers).toEqual([])
  await expect(frame.getByText('Your card number is incomplete.')).toBeVisible()
  const stranger = page.frameLocator('iframe[title="Stranger"]')
  await expect(stranger.getByLabel('Card number')).toBeVisible()
  await expect(stranger.getByText('Your card number is incomplete.')).toBeHidden()
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
  const { id, invoice } = await pages.subscribeUnpaid()
  const portal = await pages.openPortal()
  const { clientSecret } = await pages.createSetup()
  const waiting = await pages.client.setupIntents.confirm((await pages.createSetup()).id, {
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    return_url: pages.url,
  })
  const screens = {
    'the card frame': `${pages.url}/elements/payment`,
    'the authentication frame': `${pages.url}/elements/authentication`,
    'the customer portal': portal,
    'the portal’s card form': `${portal}?view=card&wrong=Your+card+was+declined.`,
    'the portal’s details': `${portal}?view=details`,
    'the portal’s tax ID form': `${portal}?view=tax-id`,
    'the portal’s cancellation': `${portal}?view=cancel&about=${id}`,
    'the hosted invoice': `${invoice.address}?view=card`,
    'the authentication page': waiting.next_action?.redirect_to_url?.url ?? '',
  }
  for (const [name, url] of Object.entries(screens)) {
    await page.setViewportSize({ width: 1200, height: 800 })
    await page.goto(url)
    if (name === 'the card frame') {
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
