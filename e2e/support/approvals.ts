import type { Page } from '@playwright/test'
import type { Product } from '../../apps/api/src/testing/product.ts'

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

/** Chooses the typed name; the button that signs is there then. */
export async function chooseSignature(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await page.getByRole('button', { name: 'Use this signature' }).click()
}
