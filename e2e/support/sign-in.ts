import type { Page } from '@playwright/test'
import type { Person } from '../../apps/api/src/testing/caller.ts'
import { expect } from './test.ts'

/** Through the sign-in page, in whatever language it is. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.locator('form [type=submit]').click()
  await expect(page.getByRole('tablist').first()).toBeVisible()
}
