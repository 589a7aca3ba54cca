import { aPdf } from '../apps/api/src/testing/pdf.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import type { Language } from '@countersign/contract/values.ts'
import { phone } from './support/devices.ts'
import { checkScreen, checkWidth } from './support/screen.ts'
import { expect, test } from './support/test.ts'
import type { Product } from '../apps/api/src/testing/product.ts'

async function aLink(product: Product, language: Language = 'en'): Promise<string> {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const email = `luc.${Math.random().toString(36).slice(2)}@example.org`
  const signers = [{ email, firstName: 'Luc', lastName: 'Favre', language }]
  const documents = [aPdf({ pages: 2 })]
  await aSignatureRequest(product, { owner, signers, documents, message: 'Please sign by Friday.' })
  return linkIn(await product.inbox.next(email))
}

test('the signing page speaks the signer’s language, and German, French and Italian', async ({
  page,
  product,
}) => {
  await page.goto(await aLink(product, 'fr'))
  // Not the browser's, which is English.
  await expect(page.getByRole('button', { name: 'Lire et signer' })).toBeVisible()
  const choice = page.getByRole('combobox')
  for (const [language, says] of [
    ['de', 'Prüfen und unterschreiben'],
    ['fr', 'Lire et signer'],
    ['it', 'Leggi e firma'],
  ] as const) {
    await choice.selectOption(language)
    await expect(page.getByRole('button', { name: says })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
    await checkScreen(page, `direct-sign-${language}`)
  }
  // What was chosen holds when the page is loaded again.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Leggi e firma' })).toBeVisible()
})

test('the signing page holds at 320 pixels, and with letters of twice the size on a phone', async ({
  visit,
  product,
}) => {
  const link = await aLink(product)
  const narrow = await visit({ ...phone, viewport: { width: 320, height: 640 } })
  await narrow.goto(link)
  const sign = narrow.getByRole('button', { name: 'Review and sign' })
  await expect(sign).toBeInViewport({ ratio: 1 })
  await checkScreen(narrow, 'direct-sign-320')
  await narrow.setViewportSize(phone.viewport)
  // What the browser's own setting for larger text does.
  await narrow.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'))
  await expect(sign).toBeInViewport({ ratio: 1 })
  await checkWidth(narrow, 'signing page with large letters')
  await checkScreen(narrow, 'direct-sign-large')
  await sign.tap()
  await expect(narrow.getByRole('dialog')).toBeVisible()
  await checkScreen(narrow, 'signature-dialog-large')
  await narrow.getByRole('button', { name: 'Use this signature' }).tap()
  await expect(narrow.getByRole('button', { name: 'Sign', exact: true })).toBeInViewport({ ratio: 1 })
  await checkScreen(narrow, 'direct-sign-large-chosen')
})

test('a page of a document is white in the dark theme too, and so are the fields over it', async ({
  page,
  product,
}) => {
  await page.goto(await aLink(product))
  const sheet = page.getByRole('group', { name: 'Page 1 of 2' })
  const field = sheet.getByRole('button', { name: 'Sign here' })
  const look = () =>
    field.evaluate((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor])
  const inLight = await look()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  expect(await look()).toEqual(inLight)
})

test('a guest who views the document after signing can download it there, and goes back', async ({
  visit,
  product,
}) => {
  const page = await visit(phone)
  const link = await aLink(product)
  await page.goto(link)
  await page.getByRole('button', { name: 'Review and sign' }).tap()
  await page.getByRole('button', { name: 'Use this signature' }).tap()
  await page.getByRole('button', { name: 'Sign', exact: true }).tap()
  const look = page.getByRole('button', { name: 'View document' })
  await look.tap()
  await expect(page.getByText('The signed document is ready to download.')).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
  await checkScreen(page, 'direct-sign-looking')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the signed document' }).tap()
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
  await page.getByRole('button', { name: 'Back', exact: true }).tap()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  await look.tap()
  await expect(page.getByText('The signed document is ready to download.')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
  // Where the link hides the download, no sentence promises it.
  await page.goto(`${link}?hidedownload=true`)
  await look.tap()
  await expect(page.getByText('Everyone has signed', { exact: true })).toBeVisible()
  await expect(page.getByText(/ready to download/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Download/ })).toHaveCount(0)
})

test('a signed document that can’t be downloaded just now is said beside its button', async ({
  page,
  product,
  problems,
}) => {
  const link = await aLink(product)
  await page.goto(link)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await page.getByRole('button', { name: 'Use this signature' }).click()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  problems.expect(/500/)
  const path = /\/v3\/direct\/documents\/[^/]+\/download/
  await page.route(path, (route) => route.fulfill({ status: 500, json: { key: 'internal', id: 'r-1' } }))
  const button = page.getByRole('button', { name: 'Download the signed document' })
  await button.click()
  await expect(page.getByRole('alert')).toContainText('Something went wrong on our side.')
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  await page.unroute(path)
  const file = page.waitForEvent('download')
  await button.click()
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
})

test('the signing page asks for each thing once: what was asked before its app was there is not asked again', async ({
  page,
  product,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (/^\/v[13]\/direct\//.test(pathname))
      asked.push(
        [pathname.replace(/[0-9a-f-]{36}/, 'id'), searchParams.get('scale')].filter(Boolean).join(' '),
      )
  })
  await page.goto(await aLink(product))
  await expect(page.getByRole('button', { name: 'Review and sign' })).toBeVisible()
  await expect(page.locator('[id^=page] img').first()).toBeVisible()
  for (const call of [
    '/v1/direct/user',
    '/v3/direct/signature-requests/id',
    '/v3/direct/documents/id',
    '/v3/direct/documents/id/pages/0 50',
  ])
    expect(
      asked.filter((one) => one === call),
      call,
    ).toHaveLength(1)
})
