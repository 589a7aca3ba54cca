import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { type Product, startProduct } from '../apps/api/src/testing/product.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { chooseSignature } from './support/approvals.ts'
import { typeSignIn } from './support/account.ts'
import { launchOptions } from './support/browser.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession, openDashboard, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// When the service, or the browser, is not as it should be.

async function announce({ sandboxUrl }: Product, impact: 'critical' | 'minor'): Promise<void> {
  const [scheduledFor, scheduledUntil] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000))
  const maintenance = { name: 'New database', status: 'in_progress', impact, scheduledFor, scheduledUntil }
  const answer = await fetch(`${sandboxUrl}/api/status-page`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ indicator: 'maintenance', maintenances: [maintenance] }),
  })
  if (!answer.ok) throw new Error(`the sandbox refused the maintenance: ${answer.status}`)
}

test('a maintenance that blocks keeps everybody out but the operators, until it is over; another is a line', async ({
  visit,
  problems,
}) => {
  problems.expect(/401/)
  // What the operators say is read once a minute: a product of its own reads it when it starts.
  let product = await startProduct()
  try {
    await announce(product, 'critical')
    const person = await product.person({ firstName: 'Nora' })
    const page = await visit({ baseURL: product.url })
    for (const path of ['/login', '/profile', '/terms', '/direct-sign/a/b']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/maintenance$/)
    }
    await expect(page.getByRole('heading', { name: 'Maintenance in progress' })).toBeVisible()
    await expect(page.getByText('New database')).toBeVisible()
    await checkScreen(page, 'maintenance')

    const operator = await visit({ baseURL: product.url })
    await operator.context().addCookies([{ name: 'countersign.internal', value: '1', url: product.url }])
    await signIn(operator, person)
    await operator.goto('/profile')
    await expect(operator.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
    await operator.context().close()

    await product.kill()
    product = await product.restart()
    await announce(product, 'minor')
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByRole('link', { name: 'Go to home page' }).click()
    await expect(page).toHaveURL(/\/login/)
    await typeSignIn(page, person)
    // Where one wanted to go before the maintenance was known.
    await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Maintenance' })).toContainText('Maintenance until')
    await checkScreen(page, 'maintenance-banner')
    await page.getByRole('link', { name: 'Read more' }).click()
    await expect(page.getByText('New database')).toBeVisible()
  } finally {
    await product.stop()
  }
})

test('who blocks cookies is told so, and comes back once they are allowed', async ({ page }) => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  await page.goto('/terms')
  await expect(page).toHaveURL(/\/cookiesblocked$/)
  await checkScreen(page, 'cookies-blocked')
  await page.getByRole('button', { name: 'Cookies are allowed now' }).click()
  await expect(page.getByText('Cookies are still blocked.')).toBeVisible()
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: false })
  await page.getByRole('button', { name: 'Cookies are allowed now' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/cookiesblocked')
  await expect(page).toHaveURL(/\/login/)
})

test('a browser that is set to block cookies, and storage with them, still says so', async ({ product }) => {
  const profile = await mkdtemp(join(tmpdir(), 'no-cookies-'))
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
  await mkdir(join(profile, 'Default'))
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(settings))
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions(), locale: 'en-GB' })
  try {
    const page = await context.newPage()
    await page.goto(`${product.url}/login`)
    await expect(page.getByRole('heading', { name: 'Your browser blocks cookies' })).toBeVisible()
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
})

test('a broken service leads to a page that says so, with its number, and back', async ({
  page,
  product,
  problems,
}) => {
  const person = await product.person({ firstName: 'Nora' })
  await openDashboard(page, person)
  problems.expect(/500/)
  const failure = {
    type: 'error',
    method: 'GET',
    path: '',
    status: 500,
    message: '',
    key: 'internal',
    id: 'ab12cd34',
  }
  await page.goto('/profile')
  await page.route('**/v1/user', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: failure }) : route.continue(),
  )
  await page.getByLabel('First name').fill('Norina')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page).toHaveURL(/\/sorry$/)
  await expect(page.getByText('ab12cd34')).toBeVisible()
  await checkScreen(page, 'sorry')
  await page.unroute('**/v1/user')
  await page.getByRole('button', { name: 'Back to previous page' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Nora')
})

test('a busy service is asked again after the time it names, and what was done is done once', async ({
  page,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const email = `luc.${Date.now()}@example.org`
  await aSignatureRequest(product, { owner, signers: [{ email, firstName: 'Luc', lastName: 'Favre' }] })
  problems.expect(/503/)
  await page.goto(linkIn(await product.inbox.next(email)))
  const keys: (string | undefined)[] = []
  await page.route('**/v3/direct/sign', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 2) return route.continue()
    return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { key: 'service.saturated' } })
  })
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toBeTruthy()
})

test('what could not be saved without a connection is still chosen, and saved when one tries again', async ({
  page,
  product,
  problems,
}) => {
  await haveSession(page, await product.person({ firstName: 'Nora' }))
  await page.goto('/profile/settings')
  const section = page.getByRole('region', { name: 'Language' })
  await expect(section.getByRole('combobox')).toBeVisible()
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await section.getByRole('combobox').selectOption({ label: 'Français' })
  await expect(page.getByText('We can’t reach the service.')).toBeVisible()
  await page.context().setOffline(false)
  await section.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^fr/)
})

/** What a journey before this one has loaded doesn't count: contexts are lent with the cache that they have. */
async function withoutCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
}

test('a visitor who loses the connection is told so at what they press, and keeps the page', async ({
  page,
  product,
  problems,
}) => {
  await withoutCache(page)
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await aSignatureRequest(product, { owner, signers: [{ email: 'lena@example.org' }] })
  const link = linkIn(await product.inbox.next('lena@example.org'))
  for (const press of ['Delegate', 'Review and sign', 'Signers and activity']) {
    await test.step(press, async () => {
      // Each is the first that is pressed: no other has loaded what it needs.
      await page.goto(link)
      await expect(page.getByRole('button', { name: 'Review and sign' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      problems.expect(/ERR_INTERNET_DISCONNECTED/)
      await page.context().setOffline(true)
      await page.getByText(press, { exact: true }).click()
      await expect(page.getByText('We can’t reach the service.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Review and sign' })).toBeVisible()
      // Once online, the page would load automatically what the next step needs to be missing.
      await page.goto('about:blank')
      await page.context().setOffline(false)
    })
  }
})

test('a part of a page that can’t be loaded says so in its place, and what was typed is still there', async ({
  page,
  product,
  problems,
}) => {
  await withoutCache(page)
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await aSignatureRequest(product, {
    owner,
    signers: [{ email: 'nora@example.org', firstName: 'Nora', lastName: 'Favre' }],
  })
  await page.goto(linkIn(await product.inbox.next('nora@example.org')))
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review and sign' })
  await dialog.getByRole('textbox', { name: 'Your name' }).fill('Nora Favre-Rossi')
  const draw = dialog.getByRole('tab', { name: 'Draw' })
  const pad = dialog.getByLabel('Drawing area, empty')
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await draw.click()
  await expect(dialog.getByText('We can’t reach the service.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeEnabled()
  await checkScreen(page, 'signature-part-not-loaded')
  await dialog.getByRole('tab', { name: 'Type' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Your name' })).toHaveValue('Nora Favre-Rossi')
  await draw.click()
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
  // It comes once the connection is back, without a press, also where the browser calls itself online too early.
  problems.expect(/ERR_FAILED/)
  await page.route('**/assets/**', (route) => route.abort())
  const asked = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await page.context().setOffline(false)
  await asked
  await page.unroute('**/assets/**')
  await expect(pad).toBeVisible()
})

test('a page that can’t be opened without a connection opens with another try', async ({
  page,
  product,
  problems,
}) => {
  await withoutCache(page)
  await openDashboard(page, await product.person({ firstName: 'Nora' }))
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible()
  problems.expect(/ERR_INTERNET_DISCONNECTED|The page could not be loaded/)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Templates' }).click()
  await expect(page.getByText('We can’t reach the service.')).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' })
  // The browser’s own page in its place would know no way back.
  await again.click()
  await expect(again).not.toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText('We can’t reach the service.')).toBeVisible()
  await page.context().setOffline(false)
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Templates' })).toBeVisible()
})

test('a part that an update has replaced says that the page has to be reloaded', async ({
  page,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await aSignatureRequest(product, {
    owner,
    signers: [{ email: 'nils@example.org', firstName: 'Nils', lastName: 'Favre' }],
  })
  const link = linkIn(await product.inbox.next('nils@example.org'))
  await page.goto(link)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review and sign' })
  await dialog.getByRole('textbox', { name: 'Your name' }).waitFor()
  await page.waitForLoadState('networkidle')
  problems.expect(/404/)
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, json: { type: 'not_found' } }))
  await dialog.getByRole('tab', { name: 'Draw' }).click()
  await expect(dialog.getByText('perhaps because of an update')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Reload' })).toBeVisible()
  const again = dialog.getByRole('button', { name: 'Try again' })
  const asked = page.waitForResponse((answer) => answer.request().method() === 'HEAD')
  await again.click()
  await asked
  await expect(again).not.toHaveAttribute('aria-busy', 'true')
  await expect(dialog.getByText('perhaps because of an update')).toBeVisible()
  await page.unroute('**/assets/**')
  // Another node of the service may still have it.
  await again.click()
  await expect(again).toBeHidden()
  await dialog.getByRole('tab', { name: 'Type' }).click()
  await dialog.getByRole('button', { name: 'Use this signature' }).click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
})

test('a page’s policies come with the page; its scripts come without them, packed as well as can be, and kept for good', async ({
  request,
}) => {
  const page = await request.get('/login', { headers: { accept: 'text/html' } })
  expect(page.headers()).toMatchObject({ 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' })
  expect(page.headers()['content-security-policy']).toContain("default-src 'self'")
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? []
  if (script === undefined) throw new Error('the page has no script')

  const packed = await request.get(script, { headers: { 'accept-encoding': 'br' } })
  const plain = await request.get(script, { headers: { 'accept-encoding': 'identity' } })
  expect(await packed.text()).toBe(await plain.text())
  const headers = packed.headers()
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['content-security-policy']).toBeUndefined()
  const quickly = brotliCompressSync(await plain.body(), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  expect(Number(headers['content-length'])).toBeLessThan(quickly.length)
  expect((await request.get(`${script}.br`)).status()).toBe(404)
})
