import {
  expectRefused,
  inboxTab,
  mailedLink,
  passwordField,
  told,
  typePassword,
  typeSignIn,
} from './support/account.ts'
import { checkBothSizes } from './support/screen.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const password = 'seven-paper-lanterns-afloat'

test('a forgotten password is replaced by a mailed link, which ends every session and works once', async ({
  page,
  product,
  problems,
  visit,
}) => {
  const person = await product.person({ firstName: 'Nora' })
  const other = await visit()
  await signIn(other, person)

  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`If there’s an account for ${person.email}`)).toBeVisible()
  await expect(page.getByRole('button', { name: /Resend email/ })).toBeDisabled()
  await checkBothSizes(page, 'password-reset-mail-sent')

  const link = await mailedLink(product, person.email, /Set a new password/)
  await page.goto(link)
  await expect(page).toHaveURL(/\/password-reset\/new$/)
  const field = page.getByLabel('New password', { exact: true })
  const submit = page.getByRole('button', { name: 'Set new password' })
  problems.expect(/40[01]/)
  await test.step('a weak one is refused beside the field, and stays typed', async () => {
    for (const [weak, reason] of [
      ['short', 'The password needs at least 10 characters'],
      ['password1234', 'This password is easy to guess. Make it longer or less common'],
    ] as const) {
      await field.fill(weak)
      await submit.click()
      await expect(told(page, reason)).toBeVisible()
      await expect(field).toBeFocused()
      await expect(field).toHaveValue(weak)
    }
    await checkBothSizes(page, 'password-reset-new')
  })
  await field.fill(password)
  await submit.click()
  await expect(page.getByText('You were signed out everywhere.')).toBeVisible()
  await checkBothSizes(page, 'password-reset-done')

  await test.step('the other browser is out at its next step', async () => {
    await other.goto('/profile')
    await expect(other).toHaveURL(/\/login/)
  })
  await test.step('the old one is refused, the new one goes in', async () => {
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await typePassword(page, person.password)
    await expect(page.getByText('Incorrect email or password.')).toBeVisible()
    await typePassword(page, password)
    await expect(inboxTab(page)).toBeVisible()
  })
  await product.inbox.next(person.email, /Your password was reset/)

  await test.step('the used link says so and leads to a new one', async () => {
    await other.goto(link)
    await expect(other.getByText(/already used/)).toBeVisible()
    expect(new URL(other.url()).search).toBe('')
    await other.getByRole('link', { name: 'Request new link' }).click()
    await expect(other.getByRole('button', { name: 'Send link' })).toBeVisible()
  })
})

test('a changed password ends the other sessions and leaves this one', async ({
  page,
  product,
  problems,
  visit,
}) => {
  const person = await product.person({ firstName: 'Nora', lastName: 'Brandt' })
  const other = await visit()
  await signIn(other, person)
  await signIn(page, person)
  await page.goto('/profile/change-password')
  const change = page.getByRole('button', { name: 'Change password', exact: true })
  const [old, fresh] = [
    page.getByLabel('Current password', { exact: true }),
    page.getByLabel('New password', { exact: true }),
  ]
  problems.expect(/40[013]/)
  await old.fill('not-the-one-I-have')
  await fresh.fill(password)
  await expect(page.getByText('This password is fine.')).toBeVisible()
  await change.click()
  await expect(told(page, 'Incorrect password.')).toBeVisible()
  await expect(fresh).toHaveValue(password)
  await old.fill(person.password)
  await change.click()
  await expect(page.getByText('Password changed.')).toBeVisible()
  await expect(page).toHaveURL(/\/profile$/)
  await other.getByRole('tab', { name: 'Drafts' }).click()
  await expect(other).toHaveURL(/\/login/)
  await expectRefused(other, person)
  await passwordField(other).fill('')
  await typeSignIn(other, { email: person.email, password })
  await expect(inboxTab(other)).toBeVisible()
})
