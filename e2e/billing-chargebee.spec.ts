import { createBusiness, getUserBusiness } from '@countersign/contract/businesses.ts'
import { changeSeats } from '@countersign/contract/subscriptions.ts'
import { sign } from '@countersign/contract/signing.ts'
import type { Page } from '@playwright/test'
import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { atProvider, fillAddress } from './support/billing.ts'
import { withChargebee } from './support/products.ts'
import { checkBothSizes } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use(withChargebee)

async function payOnProvidersPage(page: Page, card: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('radio', { name: card, exact: true }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a business on trial buys a plan with a promotion code, and its bank confirms it', async ({
  page,
  product,
  problems,
}) => {
  // A code that is unknown and a malformed VAT number are refused.
  problems.expect(/validate_promo|subscriptions\/upgrade\/preview/)
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const body = { name: 'Lindt Immobilien AG', dpa: true, gtc: true, country: 'CH' }
  await product.call(createBusiness, { body }, mara.as)
  await atProvider(product, 'chargebee', 'coupons', {
    id: 'WELCOME20',
    name: 'Welcome',
    discount_type: 'percentage',
    discount_percentage: 20,
    duration_type: 'one_time',
    apply_on: 'invoice_amount',
  })
  await haveSession(page, mara)

  await test.step('the trial says how long it lasts, and leads to the plans', async () => {
    await page.goto('/business/billing/plan')
    await expect(page.getByRole('heading', { name: 'Pro trial' })).toBeVisible()
    await expect(page.getByText('Your trial ends in 14 days.')).toBeVisible()
    await checkBothSizes(page, 'billing-trial')
    await page.getByRole('link', { name: 'Choose a plan' }).first().click()
    await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible()
  })

  await test.step('the price follows the choice, and a wrong code is said at its field', async () => {
    await fillAddress(page)
    await page.getByRole('radio', { name: /^Team/ }).check()
    await page.getByText('Monthly', { exact: true }).click()
    await expect(page.getByText('Due today')).toBeVisible()
    const promotion = page.getByLabel('Promotion code (optional)')
    await promotion.fill('NOSUCHCODE')
    await promotion.press('Enter')
    await expect(page.getByText(/This promotion code doesn’t exist\./)).toBeVisible()
    await promotion.fill('WELCOME20')
    await promotion.press('Enter')
    await expect(page.getByText('WELCOME20 applied: 20% off')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Promotion code (optional)' })).toBeFocused()
    await expect(page.getByText('Discount', { exact: true })).toBeVisible()
    await page.getByLabel('VAT number (optional)').fill('CHE-1')
    await page.getByLabel('VAT number (optional)').press('Tab')
    await expect(page.getByText('This isn’t a valid VAT number for this country.')).toBeVisible()
    await page.getByLabel('VAT number (optional)').fill('')
    await page.getByLabel('VAT number (optional)').press('Tab')
    await expect(page.getByText('Due today')).toBeVisible()
    await checkBothSizes(page, 'billing-upgrade')
  })

  await test.step('leaving the payment page loses nothing that was typed', async () => {
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('You left the payment page. Nothing was charged.')).toBeVisible()
    await expect(page.getByLabel('Street and number')).toHaveValue('Seeweg 1')
    await expect(page.getByRole('radio', { name: /^Team/ })).toBeChecked()
  })

  await test.step('the bank confirms, and the plan begins', async () => {
    await payOnProvidersPage(page, 'Needs authentication once')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Your Team plan is active')).toBeVisible({ timeout: 30_000 })
    await checkBothSizes(page, 'billing-welcome')
  })

  await test.step('seats are added at once, and removed from the next period on', async () => {
    await page.goto('/business/billing/plan')
    await expect(page.getByText(/ per month/)).toBeVisible()
    await page.getByRole('button', { name: 'Add seats' }).click()
    const overlay = page.getByRole('dialog', { name: 'Add seats' })
    await expect(overlay.getByText('Due today')).toBeVisible()
    await checkBothSizes(page, 'billing-add-seats')
    const before = Number(await overlay.getByLabel('Seats', { exact: true }).inputValue())
    await overlay.getByRole('button', { name: 'Add seats' }).click()
    await expect(page.getByText(`1 of ${before} in use`)).toBeVisible()
    await page.getByRole('button', { name: 'Remove seats' }).click()
    await checkBothSizes(page, 'billing-remove-seats')
    await page.getByRole('button', { name: 'Remove 1 seat' }).click()
    await expect(page.getByText(/^\d+ seats? from/)).toBeVisible()
  })

  await test.step('seats that another administrator has changed are shown, and the next try is about them', async () => {
    problems.expect(/subscriptions\/seats\)/)
    await page.getByRole('button', { name: 'Add seats' }).click()
    const overlay = page.getByRole('dialog', { name: 'Add seats' })
    await expect(overlay.getByText('Due today')).toBeVisible()
    const first = Number(await overlay.getByLabel('Seats', { exact: true }).inputValue())
    const { business } = await product.call(getUserBusiness, {}, mara.as)
    const params = { id: business?.id ?? '' }
    const timestamp = business?.billing?.timestamp ?? ''
    await product.call(changeSeats, { params, body: { seats: first + 1, timestamp } }, mara.as)
    await overlay.getByRole('button', { name: 'Add seats' }).click()
    await expect(overlay.getByText(/The seats or the price have changed in the meantime\./)).toBeVisible()
    await expect(overlay.getByLabel('Seats', { exact: true })).toHaveValue(String(first + 2))
    await overlay.getByRole('button', { name: 'Add seats' }).click()
    await expect(page.getByText(`1 of ${first + 2} in use`)).toBeVisible()
  })

  await test.step('a price that expired on the provider’s page is updated, and ordered with the card entered there', async () => {
    problems.expect(/subscriptions\/upgrade\)/)
    await page.addInitScript(() => {
      const name = 'countersign.account.plan-order'
      const order = JSON.parse(sessionStorage.getItem(name) ?? 'null') as { prorationDate: string } | null
      if (order)
        sessionStorage.setItem(name, JSON.stringify({ ...order, prorationDate: '2026-01-01T00:00:00.000Z' }))
    })
    await page.goto('/business/upgrade')
    await page.getByRole('button', { name: 'Use another card' }).click()
    await page.getByRole('radio', { name: /^Pro/ }).check()
    await expect(page.getByText('Due today')).toBeVisible()
    await payOnProvidersPage(page, 'Accepted')
    await expect(page.getByText('The price you confirmed is no longer valid')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Pro/ })).toBeChecked()
    await expect(page.getByText('We’ll charge the payment method on file.')).toBeVisible()
    await page.getByRole('button', { name: 'Change plan' }).click()
    await expect(page.getByText('Your plan has been changed.')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('heading', { name: 'Pro', exact: true })).toBeVisible()
  })

  await test.step('the plan is cancelled, and kept after all', async () => {
    await page.getByRole('button', { name: 'Cancel plan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel your plan?' })
    await expect(dialog.getByText(/Your plan ends on/)).toBeVisible()
    await checkBothSizes(page, 'billing-cancel-subscription')
    await dialog.getByRole('button', { name: 'Cancel plan' }).click()
    const survey = page.getByRole('dialog', { name: 'Why are you leaving?' })
    await survey.getByRole('radio', { name: 'We don’t sign often enough' }).check()
    await checkBothSizes(page, 'billing-survey')
    await survey.getByRole('button', { name: 'Send answer' }).click()
    await expect(page.getByRole('link', { name: 'Keep my plan' })).toBeVisible()
    await expect(survey).toBeHidden()
    await page.getByRole('button', { name: 'Keep my plan' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Cancel plan' })).toBeVisible()
    await expect(page.locator('#main')).toBeFocused()
    await checkBothSizes(page, 'billing-plan')
  })
})

test('a person founds a business by buying a plan', async ({ page, product }) => {
  const ben = await product.person({ firstName: 'Ben', lastName: 'Keller' })
  await haveSession(page, ben)
  await page.goto('/upgrade')
  await expect(page).toHaveURL(/\/business\/upgrade$/)
  await fillAddress(page)
  await page.getByRole('radio', { name: /^Individual/ }).check()
  await expect(page.getByText('Due today')).toBeVisible()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await expect(page.getByLabel('Business name')).toBeFocused()
  await page.getByLabel('Business name').fill('Keller Beratung')
  await page.getByLabel('I accept the terms of use').check()
  await page.getByLabel(/agreement on data processing/).check()
  await payOnProvidersPage(page, 'Accepted')
  await expect(page.getByText('Your Individual plan is active')).toBeVisible({ timeout: 30_000 })

  await test.step('the plan shows its invoice, the signatures of the month and a code to recommend it with', async () => {
    const request = await aSignatureRequest(product, { owner: ben, signers: [{ email: ben.email }] })
    await product.call(sign, { body: { signatureRequests: [{ signatureRequestId: request.id }] } }, ben.as)
    await page.goto('/business/billing/plan')
    await expect(page.getByRole('heading', { name: 'Individual' })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Paid' })).toBeVisible()
    await page.getByRole('button', { name: 'Show as a table' }).click()
    const table = page.getByRole('region', { name: 'Signatures by month, as a table' })
    await expect(table.getByRole('row').last().getByRole('cell').last()).toHaveText('1')
    await expect(page.getByText(/Businesses that use your code get .+ off their first plan\./)).toBeVisible()
    await expect(page.getByText('Not used yet')).toBeVisible()
    await checkBothSizes(page, 'billing-usage')
  })

  await test.step('a promotion code lowers the price of a larger plan', async () => {
    const coupon = { id: 'GROW10', name: 'Grow', discount_type: 'percentage', discount_percentage: 10 }
    await atProvider(product, 'chargebee', 'coupons', {
      ...coupon,
      duration_type: 'forever',
      apply_on: 'invoice_amount',
    })
    await page.goto('/business/upgrade')
    await page.getByRole('radio', { name: /^Team/ }).check()
    await page.getByLabel('Promotion code (optional)').fill('GROW10')
    await page.getByRole('button', { name: 'Apply' }).first().click()
    await expect(page.getByText('GROW10 applied: 10% off')).toBeVisible()
    await expect(page.getByText('Discount', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Change plan' }).click()
    await expect(page.getByText('Your plan has been changed.')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible()
    await expect(page.getByText('GROW10: 10% off')).toBeVisible()
  })
})
