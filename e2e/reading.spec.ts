import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { aPdf } from '../apps/api/src/testing/pdf.ts'
import type { Product } from '../apps/api/src/testing/product.ts'
import { phone } from './support/devices.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** Twelve pages, of which a browser has the text of two or three. */
async function aLongRequest(product: Product) {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const email = `luc.${Math.random().toString(36).slice(2)}@example.org`
  const documents = [aPdf({ pages: 12, title: 'Mietvertrag \\374ber \\(Z\\374rich\\)' })]
  const request = await aSignatureRequest(product, { owner, documents, signers: [{ email }] })
  return { owner, request, link: linkIn(await product.inbox.next(email)) }
}

test('one finds a text on pages that were never in sight, by keys alone', async ({ page, product }) => {
  const { owner, request } = await aLongRequest(product)
  await haveSession(page, owner)
  await page.goto(`/view/${request.id}`)
  const jump = page.getByRole('textbox', { name: 'Page', exact: true })
  await expect(page.getByRole('button', { name: 'Find in document' })).toBeVisible()

  await test.step('marks and capitals do not count, and all pages do', async () => {
    await page.keyboard.press('Control+f')
    const field = page.getByRole('searchbox', { name: 'Find in document' })
    await expect(field).toBeFocused()
    await field.fill('UBER (zurich)')
    await expect(page.getByRole('status').filter({ hasText: '1 of 12' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('2 of 12')).toBeVisible()
    await expect(jump).toHaveValue('2')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.press('Shift+Enter')
    await expect(page.getByText('12 of 12')).toBeVisible()
    await expect(jump).toHaveValue('12')
    await expect(page.locator('[data-hit=current]')).toBeInViewport()
    await checkScreen(page, 'find')
    await field.fill('page 7')
    await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
    await expect(jump).toHaveValue('7')
    await field.fill('nowhere')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
    await expect(page.getByRole('button', { name: 'Find in document' })).toBeFocused()
  })

  await test.step('keys turn, zoom and go from page to page', async () => {
    const sheet = page.getByRole('group', { name: 'Page 1 of 12' })
    const isWide = async () => {
      const box = await sheet.boundingBox()
      return box !== null && box.width > box.height
    }
    await jump.fill('9')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('group', { name: 'Page 9 of 12' })).toBeInViewport()
    await expect(jump).toHaveValue('9')
    await expect(jump).toBeFocused()
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await expect(jump).toHaveValue('7')
    await page.getByRole('region', { name: 'Document', exact: true }).focus()
    await page.keyboard.press('Home')
    await expect(jump).toHaveValue('1')
    await page.keyboard.press('r')
    await expect.poll(isWide).toBe(true)
    await checkScreen(page, 'turned')
    for (const _ of [1, 2, 3]) await page.keyboard.press('r')
    await expect.poll(isWide).toBe(false)
    await page.keyboard.press('End')
    await expect(jump).toHaveValue('12')
    await page.keyboard.press('PageUp')
    await expect(jump).not.toHaveValue('12')
    const zoom = page.getByLabel('Zoom')
    const before = await zoom.innerText()
    await page.keyboard.press('9')
    await expect(zoom).not.toHaveText(before)
    await page.keyboard.press('0')
    await expect(zoom).toHaveText(before)
  })
})

test('a search that could not look at a page says so beside what it found', async ({
  page,
  product,
  problems,
}) => {
  problems.expect(/404/)
  const { owner, request } = await aLongRequest(product)
  await haveSession(page, owner)
  const json = { key: 'document.not_found', message: 'This document is not there any longer.' }
  await page.route(/\/pages\/5\/text/, (route) => route.fulfill({ status: 404, json }))
  await page.goto(`/view/${request.id}`)
  await page.getByRole('button', { name: 'Find in document' }).click()
  await page.getByRole('searchbox', { name: 'Find in document' }).fill('page')
  const status = page.getByRole('search').getByRole('status')
  await expect(status).toContainText('1 of 11')
  await expect(status).toContainText('Some pages not searched')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(status).toBeVisible()
    // One line.
    await expect.poll(async () => (await status.boundingBox())?.height).toBeLessThan(30)
  }
})

test('a visitor finds and turns on a phone', async ({ visit, product }) => {
  const { link } = await aLongRequest(product)
  const luc = await visit(phone)
  await luc.goto(link)
  const tool = async (name: string) => {
    await luc.getByRole('button', { name: 'Document tools' }).tap()
    await luc.getByRole('menuitem', { name }).tap()
  }
  await tool('Find in document')
  await luc.getByRole('searchbox').fill('zürich), page 11')
  await expect(luc.getByText('1 of 1', { exact: true })).toBeVisible()
  await expect(luc.getByRole('textbox', { name: 'Page', exact: true })).toHaveValue('11')
  await checkScreen(luc, 'find-phone')
  await luc.getByRole('button', { name: 'Close search' }).tap()
  await tool('Rotate pages clockwise')
  await expect(luc.getByRole('group', { name: 'Page 11 of 12' })).toBeInViewport()
  await expect(luc.getByRole('button', { name: 'Review and sign' })).toBeVisible()
})
