import type { Page } from '@playwright/test'
import { checkOutside } from '../apps/api/src/testing/documents/outside-validators.ts'
import { aPdf } from '../apps/api/src/testing/pdf.ts'
import { linkIn } from '../apps/api/src/testing/signature-request.ts'
import { addSigner, dragOntoPage, dropFiles, send } from './support/compose.ts'
import { phone } from './support/devices.ts'
import { download } from './support/download.ts'
import { checkScreen } from './support/screen.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { words } from './support/words.ts'

const [inGerman, inFrench] = [words('de'), words('fr')]

test('a new user has a contract signed by an account holder and by a guest on a phone, and keeps the proof', async ({
  page,
  visit,
  product,
}) => {
  const { inbox } = product
  const mara = `mara.${Date.now()}@example.org`
  const luc = `luc.${Date.now()}@example.org`
  const anna = await product.person({ firstName: 'Anna', lastName: 'Meier', lang: 'de' })

  await test.step('Mara signs up', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/login/)
    await page.getByRole('link', { name: 'Sign up' }).click()
    // The page before has an email field too.
    await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible()
    await page.getByLabel('Email').fill(mara)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await checkScreen(page, 'signup-mail-sent')
    const { links } = await inbox.next(mara)
    await page.goto(links.find((link) => link.includes('token=')) ?? '')
    await expect(page).toHaveURL(/\/signup\/steps$/)
    await page.getByLabel('First name').fill('Mara')
    await page.getByLabel('Last name').fill('Lindt')
    await page.getByLabel('Password', { exact: true }).fill('seven-quiet-lanterns-19')
    await checkScreen(page, 'signup-steps')
    await page.getByLabel('I accept the terms of use').check()
    await page.getByRole('button', { name: 'Create my account' }).click()
    await expect(page.getByText('Welcome, Mara')).toBeVisible()
    await checkScreen(page, 'dashboard-welcome')
  })

  await test.step('she drops a PDF, names two signers, places their fields and sends', async () => {
    await dropFiles(page, [{ name: 'Rental contract.pdf', content: aPdf({ pages: 3, title: 'Rental' }) }])
    await expect(page).toHaveURL(/\/compose\//)
    await expect(page.getByRole('group', { name: 'Page 1 of 3' }).locator('img')).toBeVisible()
    await addSigner(page, { name: 'Anna Meier', email: anna.email, language: 'Deutsch' })
    await addSigner(page, { name: 'Luc Favre', email: luc, language: 'Français' })
    await dragOntoPage(page, 'Anna Meier', { x: 0.3, y: 0.6 })
    await dragOntoPage(page, 'Luc Favre', { x: 0.7, y: 0.6 })
    await page.getByLabel('Message').fill('Please sign by Friday.')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await checkScreen(page, 'compose')
    await send(page)
    await checkScreen(page, 'sent')
  })

  const forAnna = await inbox.next(anna.email, /bittet Sie um Ihre Unterschrift/)
  const forLuc = await inbox.next(luc, /vous demande de signer/)
  expect(forAnna.text).toContain('Please sign by Friday.')
  expect(forLuc.text).toContain('Please sign by Friday.')

  await test.step('Anna signs with her typed name', async () => {
    const hers = await visit()
    await signIn(hers, anna)
    await hers.goto(linkIn(forAnna))
    await expect(hers.locator('[data-position="0"] img')).toBeVisible()
    await checkScreen(hers, 'view-to-sign')
    await hers.getByRole('button', { name: inGerman('Review and sign') }).click()
    await expect(hers.getByRole('dialog').getByLabel(inGerman('Your name'))).toHaveValue('Anna Meier')
    await checkScreen(hers, 'signature-dialog')
    await hers.getByRole('button', { name: inGerman('Use this signature') }).click()
    await hers.getByRole('button', { name: inGerman('Sign now') }).click()
    await expect(hers.getByRole('heading', { name: inGerman('You have signed') })).toBeVisible()
    await checkScreen(hers, 'signed')
  })

  await test.step('Luc draws his signature on a phone, without an account', async () => {
    const his = await visit({ ...phone, locale: 'fr-CH' })
    await his.goto(linkIn(forLuc))
    await expect(his.getByRole('heading', { name: 'Rental contract' })).toBeVisible()
    await checkScreen(his, 'direct-sign')
    await his.getByRole('button', { name: inFrench('Review and sign') }).tap()
    await his.getByRole('tab', { name: inFrench('Draw') }).tap()
    await draw(his)
    await checkScreen(his, 'direct-sign-draw')
    // No click comes of a tap within 300 ms of another touch: a person is never as quick, and taps again.
    const use = his.getByRole('button', { name: inFrench('Use this signature') })
    await expect(async () => {
      // A tap that came through may take a moment to make the picture.
      if (await use.isVisible()) await use.tap({ timeout: 2000 })
      await expect(his.getByRole('dialog')).toBeHidden({ timeout: 2000 })
    }).toPass({ timeout: 15_000 })
    await checkScreen(his, 'direct-sign-chosen')
    await his.getByRole('button', { name: inFrench('Sign'), exact: true }).tap()
    await expect(his.getByRole('heading', { name: inFrench('You have signed') })).toBeVisible()
    await checkScreen(his, 'direct-sign-signed')
  })

  await test.step('Mara sees it completed and downloads the proof', async () => {
    await page.goto('/dashboard')
    const row = page.getByRole('link', { name: /Rental contract/ })
    await expect(row).toContainText('Completed')
    await checkScreen(page, 'dashboard')
    await row.click()
    await expect(page.getByRole('status').getByText('Everyone has signed')).toBeVisible()
    await checkScreen(page, 'view-completed')
    const sealed = await download(page, 'Rental contract.pdf')
    const anchors = await (await fetch(`${product.url}/pki/anchors.pem`)).text()
    const verdict = await checkOutside(sealed, anchors)
    expect(verdict.qpdf).toBe('clean')
    expect(verdict.signatures.map(({ kind, openssl }) => [kind, openssl])).toEqual([
      ['signature', 'ok'],
      ['signature', 'ok'],
      ['document_timestamp', 'ok'],
    ])
    // pdfsig leaves document time-stamps alone; OpenSSL has checked that one.
    const people = verdict.pdfsig.slice(0, 2).map(({ signature }) => signature)
    expect(people).toEqual(['Signature is Valid.', 'Signature is Valid.'])
    const protocol = await download(page, 'Audit trail (PDF)')
    expect(protocol.subarray(0, 5).toString()).toBe('%PDF-')
    const evidence = JSON.parse((await download(page, 'Evidence file (JSON)')).toString()) as {
      format: string
    }
    expect(evidence.format).toBe('countersign-evidence/1')
    const zip = await download(page, 'All files (zip)')
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    expect(zip.includes('Rental contract')).toBe(true)
  })

  for (const email of [mara, anna.email, luc]) {
    const final = await inbox.next(email, /Completed|Vollständig unterschrieben|Document entièrement signé/)
    expect(final.links.length).toBeGreaterThan(0)
  }
})

async function draw(page: Page): Promise<void> {
  const pad = await page.getByRole('img', { name: inFrench('Drawing area, empty') }).boundingBox()
  if (!pad) throw new Error('there is nowhere to draw')
  const session = await page.context().newCDPSession(page)
  const touch = (type: string, x: number, y: number) =>
    session.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: type === 'touchEnd' ? [] : [{ x: pad.x + pad.width * x, y: pad.y + pad.height * y }],
    })
  await touch('touchStart', 0.15, 0.7)
  for (let n = 1; n <= 12; n += 1) await touch('touchMove', 0.15 + n * 0.05, n % 2 ? 0.3 : 0.7)
  await touch('touchEnd', 0, 0)
}
