import { createBusiness } from '@countersign/contract/businesses.ts'
import { answerBank, fillAddress, passRenewal, typeCard } from './support/billing.ts'
import { withStripe } from './support/products.ts'
import { checkBothSizes } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use(withStripe)

test('a trial becomes a paid plan once the bank has seen the customer', async ({
  page,
  product,
  problems,
}) => {
  // The bank's refusal and the declined card are answers of the provider to the page.
  problems.expect(/setup_intents|payment_intents/)
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const body = { name: 'Lindt Immobilien AG', dpa: true, gtc: true, country: 'CH' }
  await product.call(createBusiness, { body }, mara.as)
  await haveSession(page, mara)
  await page.goto('/business/upgrade')
  await fillAddress(page)
  await page.getByRole('radio', { name: /^Team/ }).check()
  await expect(page.getByText('Due today')).toBeVisible()

  await test.step('a declined card is said to be, and nothing is bought', async () => {
    await typeCard(page, '4000000000000002')
    await checkBothSizes(page, 'billing-stripe-card')
    await page.getByRole('button', { name: 'Buy plan' }).click()
    await expect(page.getByText(/declined/)).toBeVisible()
  })

  await test.step('the bank’s question left unanswered costs nothing, and answered buys the plan', async () => {
    await typeCard(page, '4000002500003155')
    await page.getByRole('button', { name: 'Buy plan' }).click()
    await answerBank(page, 'Fail')
    await expect(page.getByText(/authenticate/i).first()).toBeVisible()
    await page.getByRole('button', { name: 'Buy plan' }).click()
    await answerBank(page, 'Complete')
    await expect(page.getByText('Your Team plan is active')).toBeVisible({ timeout: 30_000 })
  })

  await test.step('the plan, its seats and the invoice are there', async () => {
    await page.goto('/business/billing/plan')
    await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Paid' })).toBeVisible()
    await checkBothSizes(page, 'billing-stripe-plan')
  })

  await test.step('a referral code and a price that could not be fetched are fetched again on request', async () => {
    problems.expect(/ERR_CONNECTION_RESET/)
    const away = /coupons\/referral_code|seats\/preview/
    await page.route(away, (route) => route.abort('connectionreset'))
    await page.reload()
    const referral = page.getByRole('region', { name: 'Referral code' })
    const again = { name: 'Try again' }
    await expect(referral.getByRole('button', again)).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Add seats' }).click()
    const adding = page.getByRole('dialog', { name: 'Add seats' })
    await expect(adding.getByRole('button', again)).toBeVisible({ timeout: 30_000 })
    await page.unroute(away)
    await adding.getByRole('button', again).click()
    await expect(adding.getByText('Due today')).toBeVisible()
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await referral.getByRole('button', again).click()
    await expect(referral.getByText('Not used yet')).toBeVisible()
  })
})

test('an order with several wrong fields leads to the first of them on the page', async ({
  page,
  product,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const body = { name: 'Lindt Immobilien AG', dpa: true, gtc: true }
  await product.call(createBusiness, { body }, mara.as)
  await haveSession(page, mara)
  await page.goto('/business/upgrade')
  await page.getByRole('button', { name: 'Buy plan' }).click()
  await expect(page.getByLabel('Street and number')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Country', { exact: true })).toBeFocused()
})

test('a renewal that fails is said on every page, and paid with another card', async ({ page, product }) => {
  const ben = await product.person({ firstName: 'Ben', lastName: 'Keller' })
  const body = { name: 'Keller AG', dpa: true, gtc: true, country: 'CH' }
  await product.call(createBusiness, { body }, ben.as)
  await haveSession(page, ben)
  await page.goto('/business/upgrade')
  await fillAddress(page)
  await page.getByRole('radio', { name: /^Team/ }).check()
  await page.getByText('Monthly', { exact: true }).click()
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Buy plan' }).click()
  await expect(page.getByText('Your Team plan is active')).toBeVisible({ timeout: 30_000 })
  const faults = `${product.sandboxUrl}/api/faults`
  await fetch(faults, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // The businesses of other journeys on this product renew in the same moment.
    body: JSON.stringify({ party: 'stripe', kind: 'card_declined', times: 100 }),
  })
  await passRenewal(product)
  // The provider's webhook is worked off by a job: the page may be opened before.
  await expect(async () => {
    await page.goto('/dashboard')
    await expect(page.getByText('Your last payment failed.')).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 60_000 })
  await fetch(faults, { method: 'DELETE' })
  await checkBothSizes(page, 'billing-stripe-failed-payment')
  await page.getByRole('link', { name: 'Pay or change card' }).click()
  await page.getByRole('button', { name: 'Manage payment method' }).first().click()
  await expect(page.getByRole('link', { name: 'Add payment method' })).toBeVisible()
  await page
    .getByRole('row', { name: /Open/ })
    .or(page.getByRole('listitem').filter({ hasText: 'Open' }))
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText(/paid/i).first()).toBeVisible()
  await expect(async () => {
    await page.goto('/business/billing/plan')
    await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible()
    await expect(page.getByText('Your last payment failed')).toHaveCount(0, { timeout: 1000 })
  }).toPass({ timeout: 60_000 })
})
