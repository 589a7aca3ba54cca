import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { startProduct } from '../../apps/api/src/testing/product.ts'
import { linkIn } from '../../apps/api/src/testing/signature-request.ts'
import { addSigner, dragOntoPage, dropFiles, send } from '../support/compose.ts'
import { desktop, sharpPhone } from '../support/devices.ts'
import { signIn } from '../support/sign-in.ts'
import { fillDashboard } from './scene/dashboard.ts'
import { luc, mara } from './scene/people.ts'
import { watchRequests } from './shoot.ts'

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url))
async function shoot(page: Page, name: string): Promise<void> {
  await watchRequests(page)()
  await page.screenshot({ path: `${folder}${name}.png` })
}

/** The three of the README, of a product that nobody else has used. */
export async function takeReadmePictures(browser: Browser, file: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const product = await startProduct()
  const open = async (device: BrowserContextOptions): Promise<Page> => {
    const page = await browser.newPage({ ...device, baseURL: product.url, locale: 'en-GB' })
    await page.addInitScript(() => localStorage.setItem('hideTestSystem', '1'))
    return page
  }
  try {
    const owner = await product.person(mara)
    await fillDashboard(product, owner, file)
    const page = await open(desktop)
    await signIn(page, owner)
    await dropFiles(page, [{ name: 'Rental contract.pdf', content: file }])
    await page.getByRole('group', { name: 'Page 1 of 1' }).locator('img').waitFor()
    await page.getByLabel('Message').fill('Dear Luc, here is the contract we spoke about.')
    await addSigner(page, { name: 'Mara Lindt', email: mara.email, language: 'English' })
    await addSigner(page, { name: 'Luc Favre', email: luc.email, language: 'English' })
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await page.getByRole('button', { name: 'Whole page' }).click()
    await dragOntoPage(page, 'Mara Lindt', { x: 0.276, y: 0.45 })
    await dragOntoPage(page, 'Luc Favre', { x: 0.724, y: 0.45 })
    await page.getByText('Saved', { exact: true }).waitFor()
    await shoot(page, 'compose')
    await send(page)
    const small = await open(sharpPhone)
    await small.goto(linkIn(await product.inbox.next(luc.email, /Rental/)))
    await small.getByRole('button', { name: 'Review and sign' }).waitFor()
    await shoot(small, 'direct-sign')
    await page.goto('/dashboard')
    await page.getByRole('link', { name: /Rental contract/ }).waitFor()
    await page.mouse.move(0, 0)
    await shoot(page, 'dashboard')
  } finally {
    await product.stop()
  }
}
