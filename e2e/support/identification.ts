import type { Page } from '@playwright/test'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { asOwner } from './database.ts'
import { expect } from './test.ts'

type Person = Awaited<ReturnType<Product['person']>>

/** Belongs to a business that pays for identifications: its members' and those of whom it asks to sign. */
export async function payFor(product: Product, { email }: Person): Promise<void> {
  const paid = { payForMembers: true, payForInvitations: true }
  await asOwner(
    product,
    `WITH business AS (INSERT INTO businesses (name, email, settings) VALUES ('Lindenhof AG', $1, $2) RETURNING id)
     INSERT INTO business_members (account_id, business_id, role)
     SELECT accounts.id, business.id, 'member' FROM accounts, business WHERE accounts.email = $1`,
    [email, JSON.stringify({ identifications: { eidas: paid, zertes: paid } })],
  )
}

/** From the details to the page of the service. */
export async function leaveForService(page: Page, mobile: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Country code' }).selectOption('CH')
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(mobile)
  await page.getByRole('button', { name: 'Go to identity check' }).click()
  await expect(
    page.getByRole('heading', { name: /^(Verify your identity|Book an appointment)$/ }),
  ).toBeVisible()
}

/** At the service: to the outcome that the tester chooses, and back. */
export async function beIdentified(page: Page, outcome: string): Promise<string> {
  const address = page.url()
  await page.getByRole('button', { name: 'Begin' }).click()
  const call = page.getByRole('button', { name: 'Join the call' })
  const choice = page.getByRole('button', { name: outcome, exact: true })
  await expect(call.or(choice)).toBeVisible()
  // The waiting room moves on on its own.
  if (await call.isVisible()) await call.click().catch(() => undefined)
  await choice.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your identity verification')
  return address
}

/** At the service: plays the office, which asks for the code of the appointment that was booked. */
export async function visitOffice(page: Page, outcome: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your appointment' })).toBeVisible()
  const code = (await page.getByRole('status').textContent()) ?? ''
  await page.getByRole('link', { name: 'Go to the office' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: outcome, exact: true }).click()
}

export async function acceptTerms(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'I accept the trust service’s terms' }).check()
  await page.getByRole('button', { name: 'Accept and finish' }).click()
  await expect(page.getByRole('region', { name: 'Your signature levels' })).toBeVisible()
}
