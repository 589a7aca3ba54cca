import type { FrameLocator, Page } from '@playwright/test'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { expect } from './test.ts'

/** What the provider's stand-in does on request: a coupon, another day. */
export async function atProvider(
  { sandboxUrl }: Product,
  provider: 'stripe' | 'chargebee',
  act: string,
  body: object,
): Promise<void> {
  const response = await fetch(`${sandboxUrl}/api/payment/${provider}/${act}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.ok, await response.text()).toBe(true)
}

export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Country', { exact: true }).selectOption('CH')
  await page.getByLabel('Street and number').fill('Seeweg 1')
  await page.getByLabel('Postcode').fill('8000')
  await page.getByLabel('Town or city').fill('Zürich')
}

/** Stripe's element, in its frame. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const frame: FrameLocator = page.frameLocator('iframe[title="Secure payment input frame"]')
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiration date').clear()
  await frame.getByLabel('Expiration date').pressSequentially('1234')
  await frame.getByLabel('Security code').fill('123')
  // The emulated phone loses the first tap after a field of another frame had the focus.
  await page.getByText('Your card details go directly to the payment provider.').click()
}

export async function answerBank(page: Page, answer: 'Complete' | 'Fail'): Promise<void> {
  const bank = page.getByRole('dialog', { name: 'Authenticate your card' })
  await bank
    .frameLocator('iframe')
    .getByRole('button', { name: `${answer} authentication` })
    .click()
}

/**
 * A month after what is bought now at Stripe, when the invoice of the renewal, a draft for an hour, has been tried and not
 * yet tried again. Journeys share the provider, whose clock only goes forward.
 */
export async function passRenewal(product: Product): Promise<void> {
  const response = await fetch(`${product.sandboxUrl}/api/payment/stripe`)
  const now = new Date(((await response.json()) as { now: string }).now)
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate()]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const renewal = Date.UTC(year, month, Math.min(day, lastDay), now.getUTCHours(), now.getUTCMinutes())
  await atProvider(product, 'stripe', 'clock', { to: new Date(renewal + 2 * 3_600_000).toISOString() })
  await atProvider(product, 'stripe', 'webhooks/settle', {})
}
