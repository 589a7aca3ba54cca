import { createBusiness } from '@countersign/contract/businesses.ts'
import type { Browser } from '@playwright/test'
import type { Person } from '../../../apps/api/src/testing/caller.ts'
import { type Product, startProduct } from '../../../apps/api/src/testing/product.ts'
import { fillAddress, typeCard } from '../../support/billing.ts'
import { desktop } from '../../support/devices.ts'
import { haveSession } from '../../support/sign-in.ts'

/** A product of its own, as the others' limits nobody: plans are sold there, one business tries, and one has bought. */
export interface Market {
  readonly product: Product
  readonly trial: Person
  readonly customer: Person
}

async function buy(browser: Browser, { url }: Product, customer: Person): Promise<void> {
  const page = await browser.newPage({ ...desktop, baseURL: url, locale: 'en-GB' })
  await haveSession(page, customer)
  await page.goto('/business/upgrade')
  await fillAddress(page)
  await page.getByRole('radio', { name: /^Team/ }).check()
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Buy plan' }).click()
  await page.getByText('Your Team plan is active').waitFor()
  await page.close()
}

export async function openMarket(browser: Browser): Promise<Market> {
  const product = await startProduct({ SANDBOX_BILLING: 'stripe', FREE_SIGNATURES: '500' })
  const [trial, customer] = [
    await product.person({ firstName: 'Greta', lastName: 'Moll', email: 'greta.moll@muehle.example' }),
    await product.person({ firstName: 'Mara', lastName: 'Lindt', email: 'mara.lindt@seehof.example' }),
  ]
  for (const [name, { as }] of [
    ['Mühle Bern GmbH', trial],
    ['Seehof AG', customer],
  ] as const)
    await product.call(createBusiness, { body: { name, dpa: true, gtc: true, country: 'CH' } }, as)
  await buy(browser, product, customer)
  return { product, trial, customer }
}
