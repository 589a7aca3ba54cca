import { createApiUser } from '@countersign/contract/api-users.ts'
import { createBusiness } from '@countersign/contract/businesses.ts'
import { withdrawSignatureRequest } from '@countersign/contract/signature-requests.ts'
import type { Page } from '@playwright/test'
import { aPdf } from '../apps/api/src/testing/pdf.ts'
import { aDraft, aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { chooseSignature } from './support/approvals.ts'
import { phone } from './support/devices.ts'
import { watchLayoutShift } from './support/layout-shift.ts'
import { checkOverflow } from './support/overflow.ts'
import { checkScreen, checkWidth } from './support/screen.ts'
import { haveSession, openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const rightToLeft = 'عقد إيجار (Bern) 2026'

/** A figure that is good by the field's own measure ends at 0.1; nothing of ours moves a tenth of that. */
const still = 0.01

/** Answers of the API wait until they are released: until then the page shows what takes their place. */
async function holdAnswers(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/v[123]\//, async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('nothing moves while the list, a request, a draft and the signing page load', async ({
  page,
  product,
  visit,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const sent = await aSignatureRequest(product, {
    owner,
    title: 'Rental contract',
    signers: [{ email: 'ben@example.org' }],
  })
  const draft = await aDraft(product, { owner, title: 'Offer' })
  const link = linkIn(await product.inbox.next('ben@example.org'))
  await haveSession(page, owner)
  const shift = await watchLayoutShift(page)

  await test.step('the list', async () => {
    const release = await holdAnswers(page)
    await page.goto('/dashboard?tab=inbox', { waitUntil: 'commit' })
    release()
    await expect(page.getByText('Rental contract')).toBeVisible()
    expect(await shift()).toBeLessThan(still)
  })
  await test.step('a request', async () => {
    await page.goto(`/view/${sent.id}`)
    await expect(page.getByRole('heading', { name: 'Rental contract' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Page 1 of' })).toBeVisible()
    expect(await shift()).toBeLessThan(still)
  })
  await test.step('a draft', async () => {
    await page.goto(`/compose/${draft.id}`)
    await expect(page.getByLabel('Title')).toBeVisible()
    expect(await shift()).toBeLessThan(still)
  })
  await test.step('the signing page', async () => {
    const guest = await visit()
    const ofGuest = await watchLayoutShift(guest)
    await guest.goto(link)
    await expect(guest.getByRole('button', { name: 'Review and sign' })).toBeVisible()
    await expect(guest.getByRole('group', { name: 'Page 1 of' })).toBeVisible()
    expect(await ofGuest()).toBeLessThan(still)
  })
})

test('a title and a message from right to left keep their own direction, and what is around them the page’s', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const message = 'يرجى التوقيع قبل 30.11.2026 (الجمعة).'
  const signers = [{ email: 'lior@example.org', firstName: 'ליאור', lastName: 'כהן' }]
  await aSignatureRequest(product, { owner, title: rightToLeft, message, signers })
  await openDashboard(page, owner)
  const title = page.getByText(rightToLeft)
  await expect(title).toHaveCSS('direction', 'rtl')
  await expect(page.getByRole('listitem').filter({ has: title })).toHaveCSS('direction', 'ltr')
  await title.click()
  const heading = page.getByRole('heading', { name: rightToLeft })
  await expect(heading).toHaveCSS('direction', 'rtl')
  await expect(heading).toHaveCSS('text-align', 'left')
  await expect(page.getByText(message)).toHaveCSS('direction', 'rtl')
  await expect(page.getByText('\u2068ליאור\u2069').first()).toBeVisible()
})

test(
  'the exact time of a change is found by key and by touch',
  { tag: '@phone' },
  async ({ page, product }) => {
    const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
    await aSignatureRequest(product, {
      owner,
      title: 'Rental contract',
      signers: [{ email: 'ben@example.org' }],
    })
    await openDashboard(page, owner)
    const more = page.getByRole('button', { name: 'More actions for Rental contract' })
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Updated \d{1,2} \w+ \d{4}, \d\d:\d\d$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
  },
)

test('the first stop of the Tab key skips to the content', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, title: 'Offer' })
  await page.goto('/login')
  const addresses = ['/login', '/dashboard?tab=inbox', '/profile', '/verify', `/compose/${draft.id}`]
  for (const address of addresses) {
    await test.step(address, async () => {
      if (address === '/dashboard?tab=inbox') await haveSession(page, owner)
      await page.goto(address)
      await expect(page.locator('main')).toBeVisible()
      const skip = page.getByRole('link', { name: 'Skip to content' })
      await expect(page.getByRole('heading').first()).toBeAttached()
      await expect(page.locator('.animate-pulse').filter({ visible: true })).toHaveCount(0)
      // The page to sign in begins in its first field.
      if (address === '/login') await skip.focus()
      else await page.keyboard.press('Tab')
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport()
      await page.keyboard.press('Enter')
      await expect(page.locator('main')).toBeFocused()
    })
  }
})

test('in high contrast, what is chosen and focused has an outline', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await aSignatureRequest(product, {
    owner,
    title: 'Rental contract',
    signers: [{ email: 'ben@example.org' }],
  })
  await page.emulateMedia({ forcedColors: 'active' })
  await openDashboard(page, owner)
  await expect(page.getByRole('tab', { selected: true })).toHaveCSS('outline-style', 'solid')
  const waiting = page.getByRole('button', { name: /^Waiting/ })
  await waiting.click()
  await expect(waiting).toHaveAttribute('aria-pressed', 'true')
  await expect(waiting).toHaveCSS('outline-style', 'solid')
  const search = page.getByRole('searchbox')
  await search.focus()
  await expect(search).toHaveCSS('outline-style', 'solid')
  await expect(search).toHaveCSS('border-top-style', 'solid')
})

test('in high contrast, the words over a page’s image stay invisible', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await aSignatureRequest(product, { owner, signers: [{ email: 'ben@example.org' }] })
  const link = linkIn(await product.inbox.next('ben@example.org'))
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(link)
  await expect(page.getByText('Contract, page 1')).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
})

test('where motion is reduced nothing fades, turns or pulses', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openDashboard(page, owner)
  const lasting = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1).length,
    )
  expect(await lasting()).toBe(0)
  await page.getByRole('button', { name: 'Keyboard' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await lasting()).toBe(0)
  // A change of colours starts no transitions, not even ones too short to see: those take as long to draw as others.
  await page.evaluate(() => {
    Object.assign(window, { transitions: 0 })
    addEventListener('transitionrun', () => ((window as unknown as { transitions: number }).transitions += 1))
  })
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))),
  )
  expect(
    await page.evaluate(() => (window as unknown as { transitions: number }).transitions),
    'transitions',
  ).toBe(0)
})

test('at 200 % nothing lies beyond the edge', async ({ page, product }) => {
  // 200 % of 1440 by 900 is half as many CSS pixels (WCAG 1.4.4, 1.4.10).
  await page.setViewportSize({ width: 720, height: 450 })
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const sent = await aSignatureRequest(product, {
    owner,
    title: 'Rental contract',
    signers: [{ email: 'ben@example.org' }],
  })
  const draft = await aDraft(product, { owner, title: 'Offer' })
  await haveSession(page, owner)
  for (const address of ['/dashboard?tab=inbox', `/view/${sent.id}`, `/compose/${draft.id}`, '/profile']) {
    await page.goto(address)
    await expect(page.locator('main')).toBeVisible()
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(beyond, address).toBeLessThanOrEqual(0)
  }
})

/** As the browser's own setting does it: what is measured in letters grows with them (WCAG 1.4.4). */
async function enlargeLetters(page: Page): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')),
  )
}

const pagesOfSettings = [
  '/business/dashboard',
  '/business/members',
  '/business/activity',
  '/business/seals',
  '/business/settings',
  '/business/profile',
  '/business/profile/aes-for-business',
  '/business/extras',
  '/business/developers/api',
  '/profile',
  '/profile/settings',
  '/profile/change-password',
  '/profile/signature-standards',
]

test('on a phone with letters twice as large, nothing of a list, the settings and a business is cut', async ({
  visit,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const body = { name: 'Bergbahn AG', gtc: true, dpa: true, country: 'CH' }
  const { id } = await product.call(createBusiness, { body }, owner.as)
  const apiUser = { description: 'Accounting', scopes: ['members' as const] }
  await product.call(createApiUser, { params: { id }, body: apiUser }, owner.as)
  await aSignatureRequest(product, { owner, signers: [{ email: 'ben@example.org', firstName: 'Ben' }] })
  const page = await visit(phone)
  await haveSession(page, owner)
  await enlargeLetters(page)
  for (const address of ['/dashboard?tab=inbox', ...pagesOfSettings]) {
    await page.goto(address)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true], .animate-pulse').filter({ visible: true })).toHaveCount(0)
    await checkWidth(page, address)
    await checkOverflow(page, address, { whole: true })
  }
})

test('a visitor reads all of what became of a link, with letters twice as large and on a phone on its side', async ({
  visit,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const { id } = await aSignatureRequest(product, { owner, signers: [{ email: 'lorin@example.org' }] })
  const link = linkIn(await product.inbox.next('lorin@example.org'))
  const message = 'The flat was given to someone else in the meantime.'
  await product.call(withdrawSignatureRequest, { params: { id }, body: { message } }, owner.as)
  // What the link no longer opens, and what it never did.
  problems.expect(/401/)
  const page = await visit(phone)
  await enlargeLetters(page)
  const ends = { [link]: /has withdrawn this request/, [`${link.slice(0, -3)}abc`]: /This link is invalid/ }
  for (const [address, title] of Object.entries(ends)) {
    await page.goto(address)
    const heading = page.getByRole('heading', { name: title })
    await expect(heading).toBeVisible()
    for (const viewport of [phone.viewport, { width: 844, height: 480 }]) {
      await page.setViewportSize(viewport)
      for (const part of [heading, page.getByRole('main').getByRole('link').last()]) {
        await part.scrollIntoViewIfNeeded()
        await expect(part).toBeInViewport({ ratio: 1 })
      }
    }
  }
})

test('every item of a menu can be reached on a phone on its side', async ({ page, product }) => {
  await page.setViewportSize({ width: 720, height: 360 })
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const sent = await aSignatureRequest(product, {
    owner,
    signers: [{ email: 'ben@example.org' }],
    documents: Array.from({ length: 6 }, () => aPdf()),
  })
  await openDashboard(page, owner)
  const menus = { Account: 'Sign out', More: 'Withdraw …', Download: 'Evidence file (JSON)' }
  for (const [button, last] of Object.entries(menus)) {
    await test.step(button, async () => {
      if (button === 'More') await page.goto(`/view/${sent.id}`)
      await page.getByRole('button', { name: button, exact: true }).click()
      const items = page.getByRole('menuitem')
      await expect(items.first()).toBeFocused()
      await expect(items.first()).toBeInViewport({ ratio: 1 })
      const end = page.getByRole('menuitem', { name: last })
      await end.scrollIntoViewIfNeeded()
      await expect(end).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('End')
      await expect(items.last()).toBeFocused()
      await expect(items.last()).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
    })
  }
})

test('details over the document hide it from the keyboard too, and Escape closes them', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const sent = await aSignatureRequest(product, { owner, signers: [{ email: owner.email }] })
  await haveSession(page, owner)
  await page.goto(`/view/${sent.id}`)
  const pageNumber = page.getByRole('textbox', { name: 'Page', exact: true })
  await expect(pageNumber).toBeVisible()
  const button = page.getByRole('button', { name: 'Details' })
  await button.click()
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeFocused()
  await expect(pageNumber).toBeHidden()
  await checkScreen(page, 'view-details')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(pageNumber).toBeVisible()
  // What leads to the document shows it.
  await button.click()
  await chooseSignature(page)
  await expect(pageNumber).toBeVisible()
})
