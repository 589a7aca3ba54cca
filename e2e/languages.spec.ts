import type { Page } from '@playwright/test'
import type { Product } from '../apps/api/src/testing/product.ts'
import * as accounts from '@countersign/contract/accounts.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { aBusiness } from './support/business.ts'
import { phone } from './support/devices.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession, openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { type Language, words } from './support/words.ts'

// Long words and short lines: each language on a phone, where sentences run out of room first.

const speaks = (page: Page, language: Language) =>
  expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))

async function aLink(product: Product): Promise<string> {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const email = `luc.${Math.random().toString(36).slice(2)}@example.org`
  await aSignatureRequest(product, { owner, signers: [{ email, firstName: 'Luc', lastName: 'Favre' }] })
  return linkIn(await product.inbox.next(email))
}

test('signing by a link fits a phone in English, German, French and Italian', async ({
  visit,
  product,
  problems,
}) => {
  const link = await aLink(product)
  problems.expect(/40[0134]/)
  const page = await visit(phone)
  for (const language of ['en', 'de', 'fr', 'it'] as const) {
    const said = words(language)
    await page.goto(link)
    await page.getByRole('combobox').selectOption(language)
    await speaks(page, language)
    await expect(page.getByRole('button', { name: said('Review and sign') })).toBeVisible()
    await checkScreen(page, `phone-direct-sign-${language}`)
    await page.getByRole('button', { name: said('Review and sign') }).tap()
    await expect(page.getByRole('dialog').getByLabel(said('Your name'))).toHaveValue('Luc Favre')
    await checkScreen(page, `phone-signature-dialog-${language}`)
    await page.goto(link.replace(/[^/]+$/, 'AAAAAAAAAAAAAAAAAAAAAAAAAA'))
    await expect(
      page.getByRole('heading', { name: said('This link is invalid or has expired') }),
    ).toBeVisible()
    await speaks(page, language)
    await checkScreen(page, `phone-link-problem-${language}`)
  }
})

test('signing in, the documents and the settings fit a phone in English, German and French', async ({
  visit,
  product,
}) => {
  const person = await product.person({ firstName: 'Nora', lastName: 'Brandt' })
  await aSignatureRequest(product, { owner: person, signers: [{ email: person.email }] })
  for (const language of ['en', 'de', 'fr'] as const) {
    const said = words(language)
    const page = await visit({ ...phone, locale: language })
    await page.goto('/login')
    await speaks(page, language)
    await expect(page.getByRole('button', { name: said('Sign in'), exact: true })).toBeVisible()
    await checkScreen(page, `phone-login-${language}`)
    await product.call(accounts.updateUser, { body: { attributes: { lang: language } } }, person.as)
    await openDashboard(page, person)
    await speaks(page, language)
    await expect(page.getByRole('link', { name: /Rental contract/ })).toBeVisible()
    await checkScreen(page, `phone-dashboard-${language}`)
    await page.goto('/profile/settings')
    await expect(page.getByRole('heading', { name: said('Settings'), level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: said('Where you are signed in') })).toBeVisible()
    await checkScreen(page, `phone-settings-${language}`)
    await page.context().close()
  }
})

test('all pages of a business are in sight on a desktop, in German and French', async ({ page, product }) => {
  const admin = await product.person({ firstName: 'Nora', lastName: 'Brandt' })
  await aBusiness(product, { name: 'Seehof AG', admin })
  for (const language of ['de', 'fr'] as const) {
    await product.call(accounts.updateUser, { body: { attributes: { lang: language } } }, admin.as)
    await haveSession(page, admin)
    await page.goto('/business/members')
    await speaks(page, language)
    const tabs = page.getByRole('navigation', { name: words(language)('Your business') }).getByRole('link')
    await expect(tabs.last()).toBeVisible()
    expect(await tabs.count()).toBeGreaterThan(8)
    for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 })
    await checkScreen(page, `business-tabs-${language}`)
  }
})
