import type { Page } from '@playwright/test'
import { aPdf } from '../apps/api/src/testing/pdf.ts'
import { confirmationIn } from '../apps/api/src/testing/reply.ts'
import { checkBothSizes, checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** Hands a PDF in on the public page; answers link and code as they are shown. */
async function handIn(page: Page): Promise<{ link: string; code: string }> {
  await page.goto('/sendto')
  await expect(page.getByRole('heading', { name: 'Submit a document' })).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a PDF' }).click()
  const buffer = aPdf({ pages: 2, title: 'Lease' })
  await (await chooser).setFiles({ name: 'Lease 7.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByRole('heading', { name: '“Lease 7” was submitted' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  const [link = '', code = ''] = await page
    .getByRole('definition')
    .evaluateAll((entries) => entries.map((entry) => entry.querySelector('span')?.textContent ?? ''))
  return { link: new URL(link).pathname, code }
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Access code' }).fill(code)
  await page.getByRole('button', { name: 'View document' }).click()
}

test('a document submitted without an account is claimed by the person who has link and code, and tracked', async ({
  page,
  product,
  visit,
  problems,
}) => {
  problems.expect(/403/)
  const { link, code } = await handIn(page)
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible()
  await expect(page.getByText('Nobody has claimed it yet.')).toBeVisible()
  await checkBothSizes(page, 'submitted')
  // Loaded again in this tab, it is still there.
  await page.reload()
  await expect(page.getByText(code)).toBeVisible()

  const anna = await product.person({ firstName: 'Anna' })
  const hers = await visit()
  await hers.goto(link)
  await expect(hers).toHaveURL(/\/login/)
  await hers.locator('[name=email]').fill(anna.email)
  await hers.locator('[name=password]').fill(anna.password)
  await hers.locator('form [type=submit]').click()
  await expect(hers.getByRole('heading', { name: '“Lease 7” is ready for you to claim' })).toBeVisible()
  await checkBothSizes(hers, 'claim-code')
  await typeCode(hers, '0000-0000')
  await expect(hers.getByText('Incorrect access code.')).toBeVisible()
  await typeCode(hers, code.toLowerCase())
  await expect(hers.getByRole('group', { name: 'Page 1 of 2' }).locator('img')).toBeVisible()
  await checkBothSizes(hers, 'claim-document')
  await hers.getByRole('button', { name: 'Claim document' }).click()
  await expect(hers).toHaveURL(/\/compose\//)
  await expect(hers.getByText('Lease 7.pdf')).toBeVisible()
  await hers.goto(link)
  await expect(hers.getByRole('heading', { name: 'You claimed this document' })).toBeVisible()

  await page.reload()
  await expect(page.getByText('Anna Keller has claimed it and is preparing it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw document' })).toHaveCount(0)
  await checkBothSizes(page, 'submitted-claimed')

  const dora = await visit()
  await haveSession(dora, await product.person({ firstName: 'Dora' }))
  await dora.goto(link)
  await expect(dora.getByRole('heading', { name: /^Someone else has already claimed/ })).toBeVisible()
  await checkBothSizes(dora, 'claimed-document')
})

test('who signs up for it comes back to it; taken back, it is gone', async ({
  page,
  product,
  visit,
  problems,
}) => {
  problems.expect(/v1\/(login|register)|403/)
  const { link, code } = await handIn(page)
  const theirs = await visit()
  await theirs.clock.install()
  await theirs.goto(link)
  await theirs.getByRole('link', { name: 'Sign up' }).click()
  await expect(theirs.getByRole('heading', { name: 'Sign up' })).toBeVisible()
  const email = `nina.${Date.now()}@example.org`
  await theirs.getByRole('textbox', { name: 'Email' }).fill(email)
  await theirs.getByRole('button', { name: /link/i }).click()
  await expect(theirs.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  confirmationIn(await product.inbox.next(email))
  await theirs.clock.fastForward('00:31')
  await theirs.getByRole('button', { name: 'Resend email', exact: true }).click()
  const mailed = confirmationIn(await product.inbox.next(email)).link
  // Mails are opened in another tab, or in another browser.
  const elsewhere = await visit()
  await elsewhere.goto(`${mailed.pathname}${mailed.search}`)
  await elsewhere.getByRole('textbox', { name: 'First name' }).fill('Nina')
  await elsewhere.getByRole('textbox', { name: 'Last name' }).fill('Frey')
  await elsewhere.getByLabel('Password', { exact: true }).fill('quiet-harbour-lantern-42')
  await elsewhere.getByRole('checkbox').check()
  // The account is made, but signing in fails at first.
  await elsewhere.route('**/v1/login', (route) => route.abort(), { times: 1 })
  await elsewhere.getByRole('button', { name: 'Create my account' }).click()
  await expect(elsewhere.getByText('Your account was created. You aren’t signed in yet.')).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Create my account' }).click()
  await expect(elsewhere.getByRole('heading', { name: '“Lease 7” is ready for you to claim' })).toBeVisible()

  // The person who submitted it comes back by link and code.
  await page.getByRole('button', { name: 'Submit another document' }).click()
  await page.getByText('Already submitted a document?').click()
  await page.getByRole('textbox', { name: 'Link' }).fill(`https://example.org${link}`)
  await page.getByRole('textbox', { name: 'Access code' }).fill(code)
  await page.getByRole('button', { name: 'View status' }).click()
  await page.getByRole('button', { name: 'Withdraw document' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await checkScreen(page, 'take-back')
  await dialog.getByRole('button', { name: 'Withdraw document' }).click()
  await expect(page.getByText('It was withdrawn and won’t be signed.')).toBeVisible()
  await typeCode(elsewhere, code)
  await expect(elsewhere.getByRole('heading', { name: 'This document was withdrawn' })).toBeVisible()
})
