import type { Page } from '@playwright/test'
import { inboxTab, passwordField, signOut, typePassword } from './support/account.ts'
import { checkBothSizes } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const inTheCompany = (name: string) => `${name}.${Math.random().toString(36).slice(2, 8)}@company.example`

/** From our sign-in page to the provider's. */
async function toCompany(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign in with your company' }).click()
  await expect(page.getByRole('heading', { name: 'Company sign-in' })).toBeVisible()
}

interface Claims {
  readonly email: string
  readonly firstName?: string
  readonly isVerified?: boolean
}

/** What the provider is made to say of someone, on its own page. */
async function sayWho(page: Page, { email, firstName = '', isVerified = true }: Claims): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Company sign-in' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('The company has verified this email').setChecked(isVerified)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('the company’s sign-in makes an account, is set up once, and leads to where one wanted to go', async ({
  page,
  problems,
}) => {
  const email = inTheCompany('mara')
  problems.expect(/404 .*identity_providers|Failed to load resource.* 404 /)
  await page.goto('/login')
  await page.getByLabel('Email').fill('nora@elsewhere.example')
  await page.getByRole('button', { name: 'Sign in with your company' }).click()
  await expect(page.getByText('No company sign-in is set up for elsewhere.example')).toBeVisible()

  await page.goto('/profile/visual-signature')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign in with your company' }).click()
  await sayWho(page, { email, firstName: 'Mara' })
  await expect(page).toHaveURL(/\/signup\/sso/)
  await expect(page.getByLabel('First name')).toHaveValue('Mara')
  await page.goto('/profile/visual-signature')
  await expect(page).toHaveURL(/\/signup\/sso/)
  await page.getByRole('button', { name: 'Finish setting up' }).click()
  await expect(page.getByText('Accept this to continue')).toBeVisible()
  await expect(page).toHaveURL(/\/signup\/sso/)
  await checkBothSizes(page, 'signup-sso')
  await page.getByLabel('Last name').fill('Steiner')
  await page.getByLabel('I accept the terms of use').check()
  await page.getByRole('button', { name: 'Finish setting up' }).click()
  await expect(page.getByRole('heading', { name: 'Visual signature', level: 1 })).toBeVisible()

  await signOut(page)
  await toCompany(page, email)
  await sayWho(page, { email, firstName: 'Mara' })
  await expect(inboxTab(page)).toBeVisible()
})

test('an account that was there is connected by its password and not before', async ({
  page,
  product,
  problems,
  visit,
}) => {
  const luc = await product.person({ firstName: 'Luc', lastName: 'Favre', email: inTheCompany('luc') })
  problems.expect(/401/)
  await toCompany(page, luc.email)
  await sayWho(page, luc)
  await expect(page.getByText(`There’s already an account for ${luc.email}`)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly')
  await checkBothSizes(page, 'login-pending-link')
  await typePassword(page, 'not-my-password')
  await expect(page.getByText('Incorrect email or password.')).toBeVisible()

  await test.step('anyone who has only the company’s sign-in does not get in', async () => {
    const other = await visit()
    await toCompany(other, luc.email)
    await sayWho(other, luc)
    await expect(passwordField(other)).toBeVisible()
    await other.goto('/profile')
    await expect(other).toHaveURL(/\/login/)
  })

  await typePassword(page, luc.password)
  await expect(page.getByText(/Your account is connected to/)).toBeVisible()
  await product.inbox.next(luc.email, /linked to your company/)
  await signOut(page)
  await toCompany(page, luc.email)
  await sayWho(page, luc)
  await expect(inboxTab(page)).toBeVisible()
})

test('a company’s sign-in that does not work says why, and signs nobody in', async ({ page }) => {
  const email = inTheCompany('nora')
  const isOut = async () => {
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/login/)
  }
  await test.step('the person cancels at the provider, then tries again', async () => {
    await toCompany(page, email)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/sso\/error\?reason=cancelled/)
    await expect(page.getByText('You cancelled on your company sign-in page.')).toBeVisible()
    await checkBothSizes(page, 'sso-error')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Company sign-in' })).toBeVisible()
  })
  await test.step('an email of another domain', async () => {
    await sayWho(page, { email: 'nora@elsewhere.example' })
    await expect(page).toHaveURL(/\/sso\/error\/company/)
    await expect(page.getByText('an email address outside your company’s domain')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
    await checkBothSizes(page, 'sso-error-company')
    await isOut()
  })
  await test.step('an email that the company has not verified', async () => {
    await toCompany(page, email)
    await sayWho(page, { email, isVerified: false })
    await expect(page).toHaveURL(/\/sso\/error\/company/)
    await expect(page.getByText('hasn’t verified your email')).toBeVisible()
    await page.getByRole('link', { name: 'Sign in with a password' }).click()
    await expect(passwordField(page)).toBeVisible()
    await isOut()
  })
})

test('a link to a company’s sign-in leads to the sign-in page first, and the person decides', async ({
  page,
}) => {
  const email = inTheCompany('ida')
  await page.goto(`/v1/single-sign-on/start?email=${encodeURIComponent(email)}`)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Sign in with your company' }).click()
  await sayWho(page, { email, firstName: 'Ida' })
  await expect(page).toHaveURL(/\/signup\/sso/)
})
