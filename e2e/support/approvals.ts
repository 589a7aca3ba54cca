import type { Page } from '@playwright/test'
import { anIdentified } from '../../apps/api/src/testing/identification/identified.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { asOwner } from './database.ts'
import { expect } from './test.ts'

let lastNumber = 0

/** A mobile number that nobody else of a run has. */
export function aMobileNumber(): string {
  lastNumber += 1
  return `+41790${String(Date.now() % 10_000).padStart(4, '0')}${String(lastNumber).padStart(2, '0')}`
}

/** The code in the next message to this number or address. */
export async function codeFor(product: Product, to: string): Promise<string> {
  const { text } = await product.inbox.next(to, /^/)
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (!code) throw new Error(`the message to ${to} has no code: ${text}`)
  return code
}

/** Any other. */
export function otherThan(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

/** Chooses the typed name, also in another website's frame; the button that signs is there then. */
export async function chooseSignature(page: Pick<Page, 'getByRole'>): Promise<void> {
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await page.getByRole('button', { name: 'Use this signature' }).click()
}

/** Was identified some time ago and accepted the terms of the trust services. */
export async function identified(
  product: Product,
  { email }: { readonly email: string },
  proved: Omit<Parameters<typeof anIdentified>[2], 'knownAt'>,
): Promise<void> {
  const query = (text: string, values?: unknown[]) => asOwner(product, text, values)
  await anIdentified({ query } as unknown as Parameters<typeof anIdentified>[0], email, {
    givenName: 'Mara',
    surname: 'Lindt',
    knownAt: product.sandboxUrl,
    ...proved,
  })
}

/** On a trust service's page: any password, and the code of the phone. */
export async function approveOn(page: Page, product: Product, mobile: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Approve a signature' })).toBeVisible()
  const password = page.getByLabel(/^Password/)
  if (await password.isVisible()) await password.fill('a password')
  await page.getByLabel(/^Code sent to/).fill(await codeFor(product, mobile))
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
}

/** Belongs to a business that has turned Part 11 on. */
export async function keepRecords(product: Product, { email }: { readonly email: string }): Promise<void> {
  await asOwner(
    product,
    `WITH business AS (INSERT INTO businesses (name, email, settings) VALUES ('Lindenhof Pharma AG', $1, $2) RETURNING id)
     INSERT INTO business_members (account_id, business_id, role)
     SELECT accounts.id, business.id, 'admin' FROM accounts, business WHERE accounts.email = $1`,
    [email, JSON.stringify({ part11: { enabled: true } })],
  )
}
