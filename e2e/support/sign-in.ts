import { login } from '@countersign/contract/sessions.ts'
import type { Page } from '@playwright/test'
import type { Person } from '../../apps/api/src/testing/caller.ts'
import { expect } from './test.ts'

type Credentials = Pick<Person, 'email' | 'password'>

/** Through the sign-in page, in whatever language it is: for journeys that are about signing in. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto('/login')
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.locator('form [type=submit]').click()
  await expect(page.getByRole('tablist').first()).toBeVisible()
}

/** By a call from this browser; no page knows of it. */
export async function beginSession(
  page: Page,
  { email, password }: Credentials,
): Promise<{ token: string; expiresAt: string; origin: string }> {
  const answer = await page.request.post(login.path, { data: { email, password } })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { token, expires_at: expiresAt } = (await answer.json()) as { token: string; expires_at: string }
  return { token, expiresAt, origin: new URL(answer.url()).origin }
}

/** Signed in on whatever page is opened next, until the person signs out. */
export async function haveSession(page: Page, person: Credentials): Promise<void> {
  const { origin, ...session } = await beginSession(page, person)
  const given = { session: JSON.stringify(session), origin }
  await page.addInitScript(({ session, origin }) => {
    // Once each: a page that is loaded after signing out stays signed out.
    if (location.origin !== origin || sessionStorage.getItem(session) !== null) return
    sessionStorage.setItem(session, 'given')
    sessionStorage.setItem('countersign.session', session)
  }, given)
}

/** The same, and on the dashboard. */
export async function openDashboard(page: Page, person: Credentials): Promise<void> {
  await haveSession(page, person)
  await page.goto('/dashboard')
  await expect(page.getByRole('tablist').first()).toBeVisible()
}
