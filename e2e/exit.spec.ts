import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { chooseSignature } from './support/approvals.ts'
import { checkBothSizes } from './support/screen.ts'
import { expect, test } from './support/test.ts'

// Where a link's address says that one goes after signing.

const shop = 'https://shop.example/thank-you?order=7'
const there = /^https:\/\/shop\.example\/thank-you\?order=7$/
const notice = (page: Page) => page.getByRole('region', { name: 'Leaving Countersign' })

/** The file of the notice: loaded where it is shown. */
function countdownScript(): string {
  const manifest = new URL('../apps/web/dist/.vite/manifest.json', import.meta.url)
  const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string }>
  return chunks['src/features/navigation/exit-countdown.tsx']!.file
}

async function aLink(product: Product, query: Record<string, string>): Promise<string> {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const email = `luc.${Math.random().toString(36).slice(2)}@example.org`
  await aSignatureRequest(product, { owner, signers: [{ email, firstName: 'Luc', lastName: 'Favre' }] })
  const link = new URL(linkIn(await product.inbox.next(email)))
  for (const [name, value] of Object.entries(query)) link.searchParams.set(name, value)
  return link.href
}

async function sign(page: Page): Promise<void> {
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
}

test.beforeEach(async ({ context, page }) => {
  await context.route('https://shop.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Thank you</title><h1>Thank you</h1>' }),
  )
  await page.clock.install()
})

test('exitURL leads on on its own when its seconds are over, and not before', async ({ page, product }) => {
  await page.goto(await aLink(product, { exitURL: shop, redirectTimeout: '60' }))
  await sign(page)
  await expect(notice(page)).toContainText('shop.example')
  await expect(notice(page).getByRole('status')).toHaveText('Redirecting to shop.example in 60 seconds.')
  await checkBothSizes(page, 'signed-exit')
  await page.clock.fastForward('00:20')
  await expect(notice(page)).toContainText(/in [1-3]\d seconds/)
  await expect(page).not.toHaveURL(there)
  await page.clock.fastForward('00:40')
  await expect(page).toHaveURL(there)
})

test('exit_url is not followed by who stays', async ({ page, product }) => {
  const link = await aLink(product, { exit_url: shop, redirect_timeout: '60' })
  await page.goto(link)
  await sign(page)
  await notice(page).getByRole('button', { name: 'Stay on page' }).click()
  await expect(notice(page)).toBeHidden()
  await page.clock.fastForward('02:00')
  await page.getByRole('button', { name: 'View document' }).click()
  await expect(page.getByRole('group', { name: 'Page 1 of 1' })).toBeVisible()
  await expect(notice(page)).toBeHidden()
})

test('a link that opens nothing leads to the error address, after one could read where to', async ({
  page,
  product,
  problems,
}) => {
  const link = new URL(await aLink(product, { errorurl: shop, redirecttimeout: '0' }))
  problems.expect(/40[0134]/)
  link.pathname = link.pathname.replace(/[^/]+$/, 'AAAAAAAAAAAAAAAAAAAAAAAAAA')
  await page.goto(link.href)
  await expect(page.getByRole('heading', { name: 'This link is invalid or has expired' })).toBeVisible()
  await expect(notice(page)).toContainText('shop.example')
  await page.clock.fastForward('00:11')
  await expect(page).toHaveURL(there)
})

test('who declines is led on only where the address says so', async ({ page, product }) => {
  const decline = async () => {
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Decline to sign' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  const script = countdownScript()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(script)) asked.push(request.url())
  })
  await page.goto(await aLink(product, { declineURL: shop, redirectTimeout: '60' }))
  await decline()
  await expect(page.getByRole('heading', { name: /declined/i }).first()).toBeVisible()
  // What leads on is asked for as the page is shown, and comes later.
  expect(asked).toEqual([])
  await expect(notice(page)).toBeHidden()
  await page.goto(
    await aLink(product, { decline_url: shop, decline_redirect: 'true', redirect_timeout: '60' }),
  )
  await decline()
  await notice(page).getByRole('button', { name: 'Go now' }).click()
  await expect(page).toHaveURL(there)
  expect(asked).not.toEqual([])
})
