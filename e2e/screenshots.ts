// Takes the README's pictures: node_modules/.bin/node e2e/screenshots.ts, after a build of the web app.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { signDirect } from '@countersign/contract/signing.ts'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import type { Person } from '../apps/api/src/testing/caller.ts'
import { type Product, startProduct } from '../apps/api/src/testing/product.ts'
import { aSignatureRequest, guestOf, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { launchOptions } from './support/browser.ts'
import { addSigner, dragOntoPage, dropFiles, send } from './support/compose.ts'
import { desktop, phone } from './support/devices.ts'
import { signIn } from './support/sign-in.ts'

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
const luc = { email: 'luc.favre@example.org', firstName: 'Luc', lastName: 'Favre' }
const chiara = { email: 'chiara.rossi@example.org', firstName: 'Chiara', lastName: 'Rossi' }

const clauses = [
  'The landlord lets the flat on the third floor of Seestrasse 14 in Zürich, with cellar and bicycle room.',
  'The tenancy begins on 1 February 2027 and runs for an indefinite time.',
  'The rent is CHF 2,140 a month, payable in advance on the first day of each month.',
  'Either party may give notice of three months to the end of March, June or September.',
  'The deposit of CHF 6,000 is kept in an account in the name of the tenant.',
]
const contract = `<style>body{font:15px/1.6 Georgia,serif;margin:70px}h1{font-size:26px}.s{margin-top:190px;display:flex;gap:60px}
.s p{flex:1;border-top:1px solid #333;padding-top:6px}</style><h1>Rental contract</h1><p>between Mara Lindt, Zürich
(landlord), and Luc Favre, Lausanne (tenant)</p><ol>${clauses.map((clause) => `<li>${clause}</li>`).join('')}</ol>
<div class=s><p>Landlord</p><p>Tenant</p></div>`

async function makeContract(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage()
  await page.setContent(contract)
  const file = await page.pdf({ format: 'A4' })
  await page.close()
  return file
}

async function signAsGuest(product: Product, about: RegExp, signer: { email: string }): Promise<void> {
  const guest = guestOf(linkIn(await product.inbox.next(signer.email, about)))
  const body = {
    signatureRequests: [{ signatureRequestId: guest.requestId, documentSignatures: [] }],
    language: 'en' as const,
  }
  await product.call(signDirect, { body }, guest.as)
}

async function fillDashboard(product: Product, mara: Person, file: Buffer): Promise<void> {
  const ben = await product.person({ firstName: 'Ben', lastName: 'Ott' })
  const request = { owner: mara, documents: [file] }
  await aSignatureRequest(product, { ...request, title: 'Offer 2026-118', signers: [luc, chiara] })
  await signAsGuest(product, /Offer/, luc)
  await signAsGuest(product, /Offer/, chiara)
  await aSignatureRequest(product, { ...request, title: 'Shareholders’ resolution', signers: [luc, chiara] })
  await signAsGuest(product, /resolution/, chiara)
  await aSignatureRequest(product, { ...request, title: 'NDA Helvetia', signers: [chiara] })
  const hers = { email: mara.email, firstName: 'Mara', lastName: 'Lindt' }
  await aSignatureRequest(product, { ...request, owner: ben, title: 'Employment contract', signers: [hers] })
  await aSignatureRequest(product, { ...request, title: 'Parking space', signers: [hers, luc] })
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${folder}${name}.png` })
}

await mkdir(folder, { recursive: true })
const browser = await chromium.launch(launchOptions())
const product = await startProduct()

async function open(device: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage({ ...device, baseURL: product.url, locale: 'en-GB' })
  await page.addInitScript(() => localStorage.setItem('hideTestSystem', '1'))
  return page
}

try {
  const file = await makeContract(browser)
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await fillDashboard(product, mara, file)
  const page = await open(desktop)
  await signIn(page, mara)
  await dropFiles(page, [{ name: 'Rental contract.pdf', content: file }])
  await page.getByRole('group', { name: 'Page 1 of 1' }).locator('img').waitFor()
  await page.getByLabel('Message').fill('Dear Luc, here is the contract we spoke about.')
  await addSigner(page, { name: 'Mara Lindt', email: mara.email, language: 'English' })
  await addSigner(page, { name: 'Luc Favre', email: luc.email, language: 'English' })
  await page.getByRole('button', { name: 'Whole page' }).click()
  await dragOntoPage(page, 'Mara Lindt', { x: 0.276, y: 0.45 })
  await dragOntoPage(page, 'Luc Favre', { x: 0.724, y: 0.45 })
  await page.getByText('Saved', { exact: true }).waitFor()
  await shoot(page, 'compose')
  await send(page)
  const small = await open(phone)
  await small.goto(linkIn(await product.inbox.next(luc.email, /Rental/)))
  await small.getByRole('button', { name: 'Review and sign' }).waitFor()
  await shoot(small, 'direct-sign')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /Rental contract/ }).waitFor()
  await page.mouse.move(0, 0)
  await shoot(page, 'dashboard')
} finally {
  await browser.close()
  await product.stop()
}
