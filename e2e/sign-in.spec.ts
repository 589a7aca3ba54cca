import type { Page } from '@playwright/test'
import * as factors from '@countersign/contract/second-factors.ts'
import { Secret, TOTP } from 'otpauth'
import type { Person } from '../apps/api/src/testing/caller.ts'
import { checkScreen } from './support/screen.ts'
import { expect, test } from './support/test.ts'

// Ways into an account besides an e-mail and its password.

async function typePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function toSecondStep(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await typePassword(page, password)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}

const inbox = (page: Page) => page.getByRole('tab', { name: 'Inbox' })

test(
  'a forgotten password is replaced by a mailed link, which works once',
  { tag: '@phone' },
  async ({ page, product, problems }) => {
    const person = await product.person({ firstName: 'Nora' })
    const password = 'quiet-harbour-lantern-42'
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
    await checkScreen(page, 'password-reset')
    await page.getByRole('button', { name: 'Send me the link' }).click()
    await expect(page.getByText(`If there is an account with ${person.email}`)).toBeVisible()
    await expect(page.getByRole('button', { name: /Send the mail again/ })).toBeDisabled()
    await checkScreen(page, 'password-reset-mail-sent')

    const { links } = await product.inbox.next(person.email, /password/i)
    const link = links.find((one) => one.includes('token=')) ?? ''
    await page.goto(link)
    await expect(page).toHaveURL(/\/password-reset\/new$/)
    const field = page.getByLabel('New password', { exact: true })
    problems.expect(/400/)
    for (const [weak, reason] of [
      ['short', 'The password needs at least 10 characters'],
      ['password1234', 'This password is easy to guess. Make it longer or less common'],
    ] as const) {
      await field.fill(weak)
      await page.getByRole('button', { name: 'Set the new password' }).click()
      await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible()
      await expect(field).toBeFocused()
    }
    await checkScreen(page, 'password-reset-new')
    await field.fill(password)
    await page.getByRole('button', { name: 'Set the new password' }).click()
    await expect(page.getByText('You were signed out everywhere.')).toBeVisible()
    await checkScreen(page, 'password-reset-done')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
    await typePassword(page, password)
    await expect(inbox(page)).toBeVisible()

    await page.goto(link)
    await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
  },
)

test('a second step takes a passkey, a code of the app or a recovery code', async ({
  page,
  product,
  problems,
}) => {
  const person = await product.person({ firstName: 'Nora' })
  const { password } = person
  const { id, secret } = await product.call(factors.startTotp, { body: { password } }, person.as)
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const first = await product.call(
    factors.confirmTotp,
    { params: { id }, body: { code: app.generate() } },
    person.as,
  )

  await test.step('a wrong code is told beside it, a recovery code goes on', async () => {
    problems.expect(/40[03]/)
    await toSecondStep(page, person)
    const code = page.getByLabel('Code of your app')
    await expect(code).toBeFocused()
    await code.fill('000 000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This code is wrong or too old.')).toBeVisible()
    await checkScreen(page, 'second-step-wrong-code')
    await page.getByRole('button', { name: 'Back to the password' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await page.getByLabel('Recovery code').fill(` ${first.recoveryCodes?.[0] ?? ''} `)
    await page.keyboard.press('Enter')
    await expect(inbox(page)).toBeVisible()
  })

  await test.step('a passkey, offered first', async () => {
    const browser = await page.context().newCDPSession(page)
    await browser.send('WebAuthn.enable')
    await browser.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    const begun = await product.call(factors.startPasskey, { body: { password } }, person.as)
    const response = await page.evaluate(async (json) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        json as unknown as PublicKeyCredentialCreationOptionsJSON,
      )
      const made = await navigator.credentials.create({ publicKey })
      return { ...(made as PublicKeyCredential).toJSON() }
    }, begun.options)
    const params = { id: begun.id }
    await product.call(factors.confirmPasskey, { params, body: { response } }, person.as)
    await page.goto('/logout')
    await expect(page).toHaveURL(/\/login/)
    await toSecondStep(page, person)
    await checkScreen(page, 'second-step-passkey')
    await page.getByRole('button', { name: 'Use my passkey' }).click()
    await expect(inbox(page)).toBeVisible()
  })
})

test('the company’s sign-in makes an account, and connects one that was there', async ({
  page,
  product,
  visit,
  problems,
}) => {
  const luc = await product.person({
    firstName: 'Luc',
    lastName: 'Favre',
    email: 'luc.favre@company.example',
  })
  problems.expect(/404 .*identity_providers|Failed to load resource.* 404 /)

  await test.step('an e-mail without a company is told so', async () => {
    await page.goto('/login')
    await page.getByLabel('E-mail').fill('nora@elsewhere.example')
    await page.getByRole('button', { name: 'Sign in with your company' }).click()
    await expect(page.getByText('No company sign-in is set up for elsewhere.example')).toBeVisible()
  })

  await test.step('cancelled, then tried again: Mara gets an account and sets it up', async () => {
    await page.getByLabel('E-mail').fill('mara.steiner@company.example')
    await page.getByRole('button', { name: 'Sign in with your company' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('It was cancelled at your company’s sign-in page.')).toBeVisible()
    await checkScreen(page, 'sso-error')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('mara.steiner@company.example').click()
    await expect(page).toHaveURL(/\/signup\/sso/)
    await expect(page.getByLabel('First name')).toHaveValue('Mara')
    await page.getByRole('button', { name: 'Finish setting up' }).click()
    await expect(page.getByText('Please accept this to go on')).toBeVisible()
    await checkScreen(page, 'signup-sso')
    await page.getByLabel('I accept the terms of use').check()
    await page.getByRole('button', { name: 'Finish setting up' }).click()
    await expect(inbox(page)).toBeVisible()
  })

  await test.step('Luc has an account: its password connects it', async () => {
    const his = await visit()
    await his.goto('/login')
    const byCompany = async () => {
      await his.getByLabel('E-mail').fill(luc.email)
      await his.getByRole('button', { name: 'Sign in with your company' }).click()
      await his.getByText(luc.email).click()
    }
    await byCompany()
    await expect(his.getByText(`There is an account with ${luc.email} already`)).toBeVisible()
    await checkScreen(his, 'login-pending-link')
    await typePassword(his, luc.password)
    await expect(his.getByText(/Your account is connected with/)).toBeVisible()
    await his.goto('/logout')
    await expect(his).toHaveURL(/\/login/)
    await byCompany()
    await expect(inbox(his)).toBeVisible()
  })
})
