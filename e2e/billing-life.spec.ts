import * as billing from '@countersign/contract/subscriptions.ts'
import { acceptInvitation, inviteMembers } from '@countersign/contract/members.ts'
import { createBusiness, getBusiness } from '@countersign/contract/businesses.ts'
import type { Person } from '../apps/api/src/testing/caller.ts'
import { enterCard } from '../apps/api/src/testing/billing/payer-page.ts'
import type { Product } from '../apps/api/src/testing/product.ts'
import { typeSignIn } from './support/account.ts'
import { passRenewal } from './support/billing.ts'
import { withStripe } from './support/products.ts'
import { checkBothSizes } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use(withStripe)

const address = { country: 'CH', address1: 'Seeweg 1', postalCode: '8000', city: 'Zürich' }

/** A business that pays monthly for Team. */
async function aTeam(product: Product, admin: Person, amountSeats: number): Promise<string> {
  const founding = { name: 'Lindt Immobilien AG', dpa: true, gtc: true, country: 'CH' }
  const { id } = await product.call(createBusiness, { body: founding }, admin.as)
  const params = { id }
  const action = await product.call(billing.createSetupIntent, { params, body: { country: 'CH' } }, admin.as)
  const choice = { plan: 'team', cycle: 'month', amountSeats, currency: 'CHF' } as const
  const setupReference = await enterCard(product, action)
  const body = { ...choice, setupReference, billing: address }
  await product.call(billing.upgradeBusiness, { params, body }, admin.as)
  return id
}

test('a plan is changed for the rest of its period; invoices, usage and details are at hand', async ({
  page,
  product,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await aTeam(product, mara, 3)
  await haveSession(page, mara)
  await page.goto('/business/upgrade')

  await test.step('what is paid for already is taken off the price', async () => {
    await expect(page.getByText('Current plan')).toBeVisible()
    await page.getByRole('radio', { name: /^Pro/ }).check()
    const lines = page.getByRole('list', { name: 'Price breakdown' })
    await expect(lines.getByText(/-|−/).first()).toBeVisible()
    await expect(page.getByText('We’ll charge the payment method on file.')).toBeVisible()
    await checkBothSizes(page, 'billing-change-plan')
    await page.getByRole('button', { name: 'Change plan' }).click()
    await expect(page.getByText('Your plan has been changed.')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('heading', { name: 'Pro', exact: true })).toBeVisible()
  })

  await test.step('each invoice is there as a PDF', async () => {
    const files = page.getByRole('link', { name: /^Invoice .+ as PDF$/ })
    await expect(files).toHaveCount(2)
    const address = await files.first().getAttribute('href')
    const file = await page.request.get(address ?? '')
    expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('billing details are kept', async () => {
    await page.getByLabel('Town or city').fill('Genève')
    await page.getByRole('button', { name: 'Save billing details' }).click()
    await expect(page.getByText('Billing details saved.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Town or city')).toHaveValue('Genève')
  })

  await test.step('nothing is ordered before its price is there', async () => {
    await page.goto('/business/upgrade')
    const button = page.getByRole('button', { name: 'Change plan' })
    await expect(button).toBeEnabled()
    const held = Promise.withResolvers<void>()
    await page.route('**/subscriptions/upgrade/preview', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('radio', { name: /^Scale/ }).check()
    await expect(button).toBeDisabled()
    held.resolve()
    await expect(button).toBeEnabled()
  })

  await test.step('where another card replaces the one on file, the keyboard stays there', async () => {
    await page.getByRole('button', { name: 'Use another card' }).press('Enter')
    await expect(page.getByRole('group', { name: 'Payment' }).locator('> div > div')).toBeFocused()
  })
})

test('who has no seat any longer is locked out, and comes back with a new seat', async ({
  page,
  visit,
  product,
  problems,
}) => {
  // Someone else changed the seats meanwhile.
  problems.expect(/\/seats/)
  const anna = await product.person({ firstName: 'Anna' })
  const ben = await product.person({ firstName: 'Ben' })
  const cora = await product.person({ firstName: 'Cora' })
  const id = await aTeam(product, anna, 3)
  const params = { id }
  for (const { email, as } of [ben, cora]) {
    const invited = { users: [{ email, role: 'member' as const }] }
    const { invitedMembers } = await product.call(inviteMembers, { params, body: invited }, anna.as)
    const inviteId = invitedMembers.find((one) => one.email === email)?.id ?? ''
    await product.call(acceptInvitation, { params: { inviteId } }, as)
  }
  await haveSession(page, anna)

  await test.step('a number that another admin changed meanwhile is not overwritten', async () => {
    await page.goto('/business/billing/plan')
    await page.getByRole('button', { name: 'Add seats' }).click()
    const overlay = page.getByRole('dialog', { name: 'Add seats' })
    await expect(overlay.getByText('Due today')).toBeVisible()
    const shown = (await product.call(getBusiness, { params }, anna.as)).billing
    const body = { seats: 5, timestamp: shown?.timestamp ?? '' }
    await product.call(billing.changeSeats, { params, body }, anna.as)
    await overlay.getByRole('button', { name: 'Add seats' }).click()
    await expect(overlay.getByText(/The seats or the price have changed in the meantime/)).toBeVisible()
    await overlay.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('of fewer seats the admin says who gives up theirs', async () => {
    await page.reload()
    await expect(page.getByText('3 of 5 in use')).toBeVisible()
    await page.getByRole('button', { name: 'Remove seats' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove seats' })
    await dialog.getByLabel('Seats', { exact: true }).fill('2')
    await dialog.getByRole('checkbox', { name: /^Ben/ }).check()
    await checkBothSizes(page, 'billing-remove-seats-of-members')
    await dialog.getByRole('button', { name: 'Remove 3 seats' }).click()
    await expect(page.getByText(/^2 seats/)).toBeVisible()
  })

  const bens = await visit()
  await test.step('with the new period the member is locked', async () => {
    await passRenewal(product)
    await expect
      .poll(async () => (await product.call(getBusiness, { params }, anna.as)).billing?.seats, {
        timeout: 30_000,
      })
      .toBe(2)
    await bens.goto('/login')
    await typeSignIn(bens, ben)
    await expect(bens.getByRole('dialog', { name: 'Your account is locked' })).toBeVisible()
    await checkBothSizes(bens, 'billing-locked')
  })

  await test.step('a new seat lets them in again', async () => {
    await page.goto('/business/billing/plan')
    await page.getByRole('button', { name: 'Add seats' }).click()
    const overlay = page.getByRole('dialog', { name: 'Add seats' })
    await expect(overlay.getByText('Due today')).toBeVisible()
    await overlay.getByRole('button', { name: 'Add seats' }).click()
    await expect(page.getByText('3 of 3 in use')).toBeVisible()
    await bens.reload()
    await expect(bens.getByRole('heading', { name: 'Documents', exact: true })).toBeVisible()
  })
})

test('a plan that was cancelled ends, keeps what is there, and is bought again', async ({
  page,
  product,
}) => {
  const carl = await product.person({ firstName: 'Carl' })
  const id = await aTeam(product, carl, 2)
  const params = { id }
  await product.call(billing.changeBase, { params, body: { next: { type: 'CANCELED' } } }, carl.as)
  await passRenewal(product)
  await expect
    .poll(async () => (await product.call(getBusiness, { params }, carl.as)).billing?.paymentMethod, {
      timeout: 30_000,
    })
    .toBe('NEEDS_PAYMENT_METHOD')
  await page.goto('/login')
  await typeSignIn(page, carl)
  await expect(page.getByText('Your plan has ended')).toBeVisible()
  await checkBothSizes(page, 'billing-plan-ended')
  await page.getByRole('link', { name: 'Choose a plan' }).first().click()
  await page.getByRole('radio', { name: /^Team/ }).check()
  await expect(page.getByText('Due today')).toBeVisible()
})
