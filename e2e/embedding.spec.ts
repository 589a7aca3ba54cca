import type { FrameLocator, Page } from '@playwright/test'
import { updateEmbedding } from '@countersign/contract/embedding.ts'
import { anIdentifiedGuest } from '../apps/api/src/testing/identification/identified.ts'
import type { Person } from '../apps/api/src/testing/caller.ts'
import type { Product } from '../apps/api/src/testing/product.ts'
import {
  aSignatureRequest,
  type RequestShape,
  guestOf,
  linkIn,
} from '../apps/api/src/testing/signature-request.ts'
import { chooseSignature, aMobileNumber, approveOn } from './support/approvals.ts'
import { aBusiness } from './support/business.ts'
import { asOwner } from './support/database.ts'
import { phone } from './support/devices.ts'
import { checkAccessibility, checkBothSizes, checkContrast } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { words } from './support/words.ts'
import { aWebsite, heardBy, keptIn, type Website } from './support/website.ts'

// Signing in a frame of a customer's website, with the page that the developer guide shows.

let mara: Person
let businessId: string
let portal: Website
let other: Website
test.beforeAll(async ({ product }) => {
  mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  businessId = await aBusiness(product, { name: 'Lindt Treuhand Bern AG', admin: mara })
  ;[portal, other] = await Promise.all([aWebsite(product), aWebsite(product)])
})
test.afterAll(() => {
  portal?.close()
  other?.close()
})

const allow = (product: Product, ...origins: string[]) =>
  product.call(updateEmbedding, { params: { id: businessId }, body: { origins } }, mara.as)

interface Guest {
  readonly link: string
  readonly email: string
  readonly ids: { readonly signatureRequestId: string; readonly signatureId: string }
}

async function aGuest(
  product: Product,
  shape: Partial<RequestShape> = {},
  name = ['Luc', 'Favre'],
): Promise<Guest> {
  const email = `guest.${Math.random().toString(36).slice(2)}@example.org`
  const [firstName = '', lastName = ''] = name
  const request = await aSignatureRequest(product, {
    ...{ owner: mara, signers: [{ email, firstName, lastName }] },
    ...shape,
  })
  const link = linkIn(await product.inbox.next(email))
  return {
    ...{ link, email },
    ids: { signatureRequestId: request.id, signatureId: request.signatures[0]?.sid ?? '' },
  }
}

const frameIn = (page: Page, title = 'Sign your contract') => page.frameLocator(`iframe[title="${title}"]`)
const innerFrame = (page: Page) => {
  const found = page.frames()[1]
  if (!found) throw new Error('the website shows no frame')
  return found
}

async function sign(frame: FrameLocator): Promise<void> {
  await chooseSignature(frame)
  await frame.getByRole('button', { name: 'Sign', exact: true }).click()
}

test('an admin allows a website; there a guest signs in a frame, and the website is told', async ({
  page,
  product,
  problems,
}) => {
  await haveSession(page, mara)
  await page.goto('/business/developers/api?tab=embedding')
  const websites = page.getByRole('textbox', { name: 'Allowed websites' })
  problems.expect(/400/)
  await websites.fill(`${portal.origin}/\nhttp://portal.example.com`)
  await page.getByRole('button', { name: 'Save websites' }).click()
  await expect(page.getByText('“http://portal.example.com” isn’t a website address')).toBeVisible()
  await websites.fill(`${portal.origin}/\nhttps://Portal.example.com`)
  await page.getByRole('button', { name: 'Save websites' }).click()
  await expect(websites).toHaveValue(`${portal.origin}\nhttps://portal.example.com`)
  await checkBothSizes(page, 'embedding-settings')
  await page.goto('/business/activity?tab=administration')
  await expect(page.getByRole('table').getByText('Allowed websites for embedding changed')).toBeVisible()

  const guest = await aGuest(product)
  await page.goto(portal.pageFor(guest.link))
  await expect(page.getByRole('status')).toHaveText('Please read and sign.')
  const frame = frameIn(page)
  await expect(frame.getByRole('group', { name: 'Page 1 of 1' })).toBeVisible()
  const inner = innerFrame(page) as unknown as Page
  await checkAccessibility(inner, 'embedded')
  await page.emulateMedia({ colorScheme: 'dark' })
  await checkContrast(inner, 'embedded, dark')
  await checkAccessibility(page, 'the website')
  await sign(frame)
  await expect(page.getByRole('status')).toHaveText('Thank you, you have signed.')
  await expect(page.locator('iframe')).toHaveCount(0)
  const told = (type: string) => [product.url, { type: `countersign.${type}`, version: 1, ...guest.ids }]
  expect(await heardBy(page)).toEqual([told('ready'), told('signed')])
  expect(JSON.stringify(await heardBy(page))).not.toContain(guestOf(guest.link).secret)

  // Shown again, the page tells that it is signed, to who comes back.
  await page.goto(portal.pageFor(guest.link))
  await expect(page.getByRole('status')).toHaveText('Thank you, you have signed.')
})

test('a website that isn’t allowed shows nothing of the document, and an allowed one no other page', async ({
  page,
  product,
  problems,
}) => {
  await allow(product, portal.origin)
  const guest = await aGuest(product)
  problems.expect(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/)
  await page.clock.install()
  await page.goto(other.pageFor(guest.link))
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
  await page.clock.fastForward('00:21')
  await expect(page.getByRole('status')).toHaveText('This contract can’t be signed here: not_shown')
  expect(await heardBy(page)).toEqual([])

  // A page that isn't a signing link is shown in no frame at all.
  await page.goto(portal.pageFor(`${product.url}/login`))
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
})

test('two people sign one after the other on a shared device: the second sees nothing of the first', async ({
  page,
  context,
  product,
}) => {
  await allow(product, portal.origin)
  const first = await aGuest(product, { title: 'Contract of Luc' })
  const second = await aGuest(product, { title: 'Contract of Noa' }, ['Noa', 'Berger'])
  await page.goto(portal.pageFor(first.link))
  const frame = frameIn(page)
  await frame.getByRole('combobox', { name: 'Language' }).selectOption('de')
  const said = words('de')
  await frame.getByRole('button', { name: said('Review and sign') }).click()
  await expect(frame.getByRole('dialog').getByRole('textbox').first()).toHaveValue('Luc Favre')
  await frame.getByRole('button', { name: said('Use this signature') }).click()
  await frame.getByRole('button', { name: said('Sign'), exact: true }).click()
  await expect(page.getByRole('status')).toHaveText('Thank you, you have signed.')

  await page.goto(portal.pageFor(second.link))
  await expect(page.getByRole('status')).toHaveText('Please read and sign.')
  await frame.getByRole('button', { name: 'Review and sign' }).click()
  await expect(frame.getByRole('dialog').getByLabel('Your name')).toHaveValue('Noa Berger')
  expect(await innerFrame(page).content()).not.toMatch(/Luc|Favre/)
  expect(await keptIn(innerFrame(page))).toEqual([])
  expect(await context.cookies()).toEqual([])
})

test('a website is told that someone declined', async ({ page, product }) => {
  await allow(product, portal.origin)
  const guest = await aGuest(product)
  await page.goto(portal.pageFor(guest.link))
  const frame = frameIn(page)
  await frame.getByRole('button', { name: 'Decline', exact: true }).click()
  await frame.getByRole('dialog').getByRole('button', { name: 'Decline to sign' }).click()
  await expect(page.getByRole('status')).toHaveText('You declined to sign.')
  expect((await heardBy(page)).map(([, { type }]) => type)).toEqual([
    'countersign.ready',
    'countersign.declined',
  ])
})

test('on a phone the page of the guide shows the frame at the width of the phone', async ({
  visit,
  product,
}) => {
  await allow(product, portal.origin)
  const guest = await aGuest(product)
  const page = await visit(phone)
  await page.goto(portal.pageFor(guest.link))
  await expect(page.getByRole('status')).toHaveText('Please read and sign.')
  expect(await page.evaluate(() => innerWidth)).toBe(phone.viewport.width)
  const sign = frameIn(page).getByRole('button', { name: 'Review and sign' })
  const { width = 0 } = (await sign.boundingBox()) ?? {}
  expect(width).toBeGreaterThan(300)
})

test('a website is told why a link can’t be signed: delegated', async ({ page, product, problems }) => {
  await allow(product, portal.origin)
  const guest = await aGuest(product)
  await page.goto(portal.pageFor(guest.link))
  const frame = frameIn(page)
  await frame.getByRole('button', { name: 'Delegate', exact: true }).click()
  await frame
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Email/ })
    .fill('someone.else@example.org')
  await frame.getByRole('dialog').getByRole('button', { name: 'Delegate' }).click()
  await expect(page.getByRole('status')).toHaveText('This contract can’t be signed here: delegated')

  // Shown again, the link says so instead of nothing.
  problems.expect(/401/)
  await page.goto(portal.pageFor(guest.link))
  await expect(page.getByRole('status')).toHaveText('This contract can’t be signed here: delegated')
  await expect(frame.getByRole('heading', { name: 'You delegated this request' })).toBeVisible()
})

test('an exit address leads the frame, and not the website', async ({ page, context, product }) => {
  await allow(product, portal.origin)
  const guest = await aGuest(product)
  await context.route('https://shop.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Thank you</title><h1>Thank you</h1>' }),
  )
  const link = new URL(guest.link)
  link.searchParams.set('exitURL', 'https://shop.example/thank-you')
  const address = portal.pageFor(link.href)
  await page.goto(address)
  // As a website that doesn't close the frame.
  await page.evaluate(() => ((globalThis as unknown as { say: (text: string) => void }).say = () => {}))
  await page.evaluate(() => {
    const frame = document.querySelector('iframe')
    if (frame) frame.remove = () => {}
  })
  const frame = frameIn(page)
  await sign(frame)
  await frame.getByRole('button', { name: 'Go now' }).click()
  await expect(frame.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(page.url()).toBe(address)
})

async function aGuestForQes(product: Product): Promise<Guest & { readonly mobile: string }> {
  const guest = await aGuest(product, { quality: 'QES', legislation: 'EIDAS' })
  const mobile = aMobileNumber()
  const pool = { query: (text: string, values?: unknown[]) => asOwner(product, text, values) }
  await anIdentifiedGuest(pool as unknown as Parameters<typeof anIdentifiedGuest>[0], guest.email, {
    ...{ givenName: 'Luc', surname: 'Favre', legislation: 'EIDAS', mobile },
    knownAt: product.sandboxUrl,
  })
  return { ...guest, mobile }
}

async function chooseAndLeave(frame: FrameLocator, words: RegExp): Promise<void> {
  await chooseSignature(frame)
  await frame.getByRole('button', { name: 'Sign and confirm' }).click()
  const leave = frame.getByRole('dialog', { name: 'Confirm with the trust service' })
  await expect(leave.getByText(words)).toBeVisible()
  await leave.getByRole('button', { name: 'Go to the trust service' }).click()
}

test('a trust service opens in a new window, and the frame continues when it is done', async ({
  page,
  context,
  product,
}) => {
  await allow(product, portal.origin)
  const guest = await aGuestForQes(product)
  await page.goto(portal.pageFor(guest.link))
  const opening = context.waitForEvent('page')
  await chooseAndLeave(frameIn(page), /Its page opens in a new window/)
  const beside = await opening
  await approveOn(beside, product, guest.mobile)
  await expect(beside.getByRole('heading', { name: 'Confirmation received' })).toBeVisible()
  await expect(beside.getByText('return to the page where you started')).toBeVisible()
  expect(await beside.evaluate(() => opener)).toBeNull()
  await expect(page.getByRole('status')).toHaveText('Thank you, you have signed.', { timeout: 60_000 })
})

test('with a return address a trust service takes the place of the website and leads back to it', async ({
  page,
  product,
}) => {
  await allow(product, portal.origin)
  const guest = await aGuestForQes(product)
  const returnUrl = portal.pageFor(guest.link)
  await page.goto(portal.pageFor(guest.link, { returnUrl }))
  await chooseAndLeave(frameIn(page), /You’ll leave this website/)
  await approveOn(page, product, guest.mobile)
  await expect(page).toHaveURL(returnUrl)
  await expect(page.getByRole('status')).toHaveText('Thank you, you have signed.', { timeout: 60_000 })
})

test('identity verification opens in a new window, after a word on it', async ({
  page,
  context,
  product,
}) => {
  await allow(product, portal.origin)
  const guest = await aGuest(product, { quality: 'QES', legislation: 'EIDAS' })
  await page.goto(portal.pageFor(guest.link))
  const frame = frameIn(page)
  await frame.getByRole('link', { name: 'Verify your identity' }).click()
  const asked = frame.getByRole('dialog', { name: 'Continue in a new window' })
  await expect(asked).toBeVisible()
  await checkAccessibility(innerFrame(page) as unknown as Page, 'leave-frame')
  const opening = context.waitForEvent('page')
  await asked.getByRole('link', { name: 'Open new window' }).click()
  const beside = await opening
  await expect(beside).toHaveURL(/\/direct-sign\/identification\/eidas$/)
  await expect(beside.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(asked).toBeHidden()
  await expect(frame.getByRole('group', { name: 'Page 1 of 1' })).toBeVisible()
})
