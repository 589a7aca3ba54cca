import type { Page } from '@playwright/test'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { expect } from './test.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

export const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })
export const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })
export const inboxTab = (page: Page) => page.getByRole('tab', { name: 'Documents' })
/** What a form says beside a field or above itself. */
export const told = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

/** On the sign-in page that shows: whatever comes next is for the journey to see. */
export async function typeSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await typePassword(page, password)
}

export async function typePassword(page: Page, password: string): Promise<void> {
  await passwordField(page).fill(password)
  await signInButton(page).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.goto('/logout')
  await expect(page).toHaveURL(/logged-out/)
}

export async function expectRefused(page: Page, given: Credentials): Promise<void> {
  await page.goto('/login')
  await typeSignIn(page, given)
  await expect(page.getByText('Incorrect email or password.')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
}

/** The link with a token in the newest mail of that subject. */
export async function mailedLink(product: Product, email: string, about: RegExp): Promise<string> {
  const { links } = await product.inbox.next(email, about)
  const link = links.find((one) => one.includes('token='))
  if (!link) throw new Error(`the mail to ${email} has no link with a token`)
  return link
}
