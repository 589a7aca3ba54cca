import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import * as factors from '@countersign/contract/second-factors.ts'
import type { Person } from '../apps/api/src/testing/caller.ts'
import { inboxTab, signOut, typeSignIn } from './support/account.ts'
import { asOwner } from './support/database.ts'
import { codeOf, givePasskeys } from './support/authenticator.ts'
import { checkBothSizes, checkScreen } from './support/screen.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

async function enterPassword(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await typeSignIn(page, person)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}

const twoFactorSection = (page: Page) => page.getByRole('region', { name: 'Two-factor authentication' })

test('an app is set up, its recovery codes kept, and signing in takes one of them or the app until it is removed', async ({
  page,
  product,
  problems,
}) => {
  const person = await product.person({ firstName: 'Nora' })
  problems.expect(/40[03]|totp\/[^/]+\/confirm/)
  await signIn(page, person)
  await page.goto('/profile/settings')
  await twoFactorSection(page).getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill('not-my-password')
  await dialog.getByRole('button', { name: 'Show QR code' }).click()
  await expect(dialog.getByText('Incorrect password.')).toBeVisible()
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Show QR code' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await checkBothSizes(page, 'set-up-authenticator')
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  await dialog.getByLabel('Authenticator app code').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByLabel('Authenticator app code')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Authenticator app code').fill(codeOf(secret))
  // It is turned on, but the response with the recovery codes is lost.
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/second-factors/totp/*/confirm', lose, { times: 1 })
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Turn on' }).click()

  const codes = await test.step('the recovery codes are shown once, until they are kept', async () => {
    await expect(dialog.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
    const shown = await dialog.locator('ul.font-mono li').allInnerTexts()
    expect(new Set(shown).size).toBe(10)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog.getByText('Save the codes and confirm first')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await checkBothSizes(page, 'recovery-codes')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    const kept = await readFile(await file.path(), 'utf8')
    expect(shown.filter((code) => !kept.includes(code))).toEqual([])
    await dialog.getByLabel('I’ve saved these codes').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toBeHidden()
    return shown
  })
  await expect(twoFactorSection(page).getByText('10 recovery codes left')).toBeVisible()

  await test.step('a wrong code is told beside it, a recovery code continues, once', async () => {
    await signOut(page)
    await enterPassword(page, person)
    const code = page.getByLabel('Authenticator app code')
    await expect(code).toBeFocused()
    await code.fill('000 000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('check that your phone sets its time automatically')).toBeVisible()
    await checkBothSizes(page, 'second-factor-wrong-code')
    await page.getByRole('button', { name: 'Back to password' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await page.getByLabel('Recovery code').fill(` ${codes[0]} `)
    await page.keyboard.press('Enter')
    await expect(inboxTab(page)).toBeVisible()
    await signOut(page)
    await enterPassword(page, person)
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This recovery code is incorrect or already used')).toBeVisible()
  })

  await test.step('a code of the app goes in; removed, the password alone does', async () => {
    await page.getByRole('button', { name: 'Use an app code instead' }).click()
    await page.getByLabel('Authenticator app code').fill(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await expect(inboxTab(page)).toBeVisible()
    await page.goto('/profile/settings')
    await expect(twoFactorSection(page).getByText('9 recovery codes left')).toBeVisible()
    await twoFactorSection(page).getByRole('button', { name: 'Remove Authenticator app' }).click()
    await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Remove Authenticator app' }).click()
    await expect(twoFactorSection(page).getByText('Two-factor authentication is off.')).toBeVisible()
    await signOut(page)
    await signIn(page, person)
  })
})

test('a passkey is added and offered first; the app is still there for a device without it', async ({
  page,
  product,
  problems,
  visit,
}) => {
  const person = await product.person({ firstName: 'Nora' })
  problems.expect(/403/)
  const { password } = person
  const { id, secret } = await product.call(factors.startTotp, { body: { password } }, person.as)
  const body = { code: codeOf(secret) }
  await product.call(factors.confirmTotp, { params: { id }, body }, person.as)
  // The code that proved the app is used up: as if that had been a minute ago.
  await asOwner(product, 'UPDATE second_factors SET last_step = last_step - 2 WHERE id = $1', [id])
  await givePasskeys(page)
  await enterPassword(page, person)
  await page.getByLabel('Authenticator app code').fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(inboxTab(page)).toBeVisible()
  await page.goto('/profile/settings')
  await twoFactorSection(page).getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Nora’s laptop')
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(twoFactorSection(page).getByText('Nora’s laptop', { exact: true })).toBeVisible()
  await signOut(page)
  await enterPassword(page, person)
  await checkScreen(page, 'second-factor-passkey')
  await page.getByRole('button', { name: 'Use my passkey' }).click()
  await expect(inboxTab(page)).toBeVisible()

  const elsewhere = await visit()
  await enterPassword(elsewhere, person)
  await elsewhere.getByRole('button', { name: 'Use an app code instead' }).click()
  await elsewhere.getByLabel('Authenticator app code').fill(codeOf(secret, 1))
  await elsewhere.keyboard.press('Enter')
  await expect(inboxTab(elsewhere)).toBeVisible()
})
