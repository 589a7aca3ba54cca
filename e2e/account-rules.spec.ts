import type { Page } from '@playwright/test'
import * as requests from '@countersign/contract/signature-requests.ts'
import { hashPassword } from '../apps/api/src/identity/accounts/password-hash.ts'
import { inboxTab, signOut, typeSignIn } from './support/account.ts'
import { asOwner } from './support/database.ts'
import { checkBothSizes } from './support/screen.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// What has to be settled before an account continues.

const weak = 'password1234'
const forced = (page: Page) => expect(page).toHaveURL(/\/profile\/change-password$/)

test('a password that would not be taken today is changed before anything else, and one continues from there', async ({
  page,
  product,
  problems,
}) => {
  const person = await product.person({ firstName: 'Nora' })
  await asOwner(product, 'UPDATE accounts SET password_hash = $1 WHERE email = $2', [
    await hashPassword(weak),
    person.email,
  ])
  problems.expect(/40[013]/)
  await page.goto('/profile/visual-signature')
  await expect(page).toHaveURL(/\/login/)
  await typeSignIn(page, { email: person.email, password: weak })
  await forced(page)
  await expect(page.getByText('Choose a stronger password')).toBeVisible()
  await checkBothSizes(page, 'change-password-forced')
  for (const path of ['/dashboard', '/upload', '/profile', '/profile/settings']) {
    await page.goto(path)
    await forced(page)
  }
  const reply = await product.ask(requests.listSignatureRequests, {}, person.as)
  expect(reply).toMatchObject({ ok: false, status: 403, error: { key: 'password.change_required' } })

  await page.getByLabel('Current password', { exact: true }).fill(weak)
  await page.getByLabel('New password', { exact: true }).fill(`${weak}5`)
  await page.getByRole('button', { name: 'Change password', exact: true }).click()
  await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await forced(page)
  await page.getByLabel('New password', { exact: true }).fill('seven-paper-lanterns-afloat')
  await page.getByRole('button', { name: 'Change password', exact: true }).click()
  await expect(page.getByText('Password changed.')).toBeVisible()
  await expect(page).toHaveURL(/\/profile\/settings$/)
  await page.goto('/dashboard')
  await expect(inboxTab(page)).toBeVisible()
})

test('terms that are not accepted hold every page until they are', async ({ page, product, problems }) => {
  const person = await product.person({ firstName: 'Nora' })
  await asOwner(product, 'UPDATE accounts SET terms_accepted_at = NULL WHERE email = $1', [person.email])
  problems.expect(/403/)
  await page.goto('/login')
  await typeSignIn(page, person)
  const dialog = page.getByRole('dialog', { name: 'Please accept the terms' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await expect(inboxTab(page)).toBeHidden()
  await checkBothSizes(page, 'accept-terms')
  await page.goto('/profile/settings')
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('region', { name: 'Language' })).toBeHidden()

  const [terms] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('link', { name: 'terms of use' }).click(),
  ])
  await expect(terms.getByRole('heading', { name: 'Terms of use', level: 1 })).toBeVisible()
  await terms.close()

  await test.step('who does not want them may sign out', async () => {
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/login/)
    await typeSignIn(page, person)
    await expect(dialog).toBeVisible()
  })
  await page.goto('/profile/settings')
  await dialog.getByRole('button', { name: 'Accept terms' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Language' })).toBeVisible()
  await signOut(page)
  await signIn(page, person)
})
