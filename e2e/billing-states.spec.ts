import { createBusiness } from '@countersign/contract/businesses.ts'
import { sign } from '@countersign/contract/signing.ts'
import type { Person } from '../apps/api/src/testing/caller.ts'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { chooseSignature } from './support/approvals.ts'
import { typeSignIn } from './support/account.ts'
import { operate } from './support/operator.ts'
import { withChargebee } from './support/products.ts'
import { checkBothSizes } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use(withChargebee)

let made = 0
async function aTrial(product: Product, admin: Person): Promise<string> {
  made += 1
  const name = `Sihl Nr. ${made}${Math.random().toString(36).slice(2, 6)} AG`
  await product.call(createBusiness, { body: { name, dpa: true, gtc: true, country: 'CH' } }, admin.as)
  return name
}

test('an admin ends the trial, and sees what to do next', async ({ page, product }) => {
  const mara = await product.person({ firstName: 'Mara' })
  await aTrial(product, mara)
  await haveSession(page, mara)
  await page.goto('/business/billing/plan')
  await page.getByRole('button', { name: 'End trial' }).click()
  const dialog = page.getByRole('dialog', { name: 'End your trial now?' })
  await expect(dialog).toBeVisible()
  await checkBothSizes(page, 'billing-cancel-trial')
  await dialog.getByRole('button', { name: 'End trial' }).click()
  await page
    .getByRole('dialog', { name: /leaving/ })
    .getByRole('button')
    .last()
    .click()
  await page.goto('/business/billing/plan')
  await expect(page.getByText('Your trial has ended')).toBeVisible()
  await checkBothSizes(page, 'billing-trial-over')
  await page.getByRole('button', { name: 'Go back to the free plan' }).click()
  const back = page.getByRole('dialog', { name: 'Go back to the free plan?' })
  await checkBothSizes(page, 'billing-free-plan-downgrade')
  await back.getByRole('button', { name: 'Keep business' }).click()
  await page.getByRole('link', { name: 'Choose a plan' }).first().click()
  await expect(page).toHaveURL(/\/business\/upgrade/)
})

test('a plan by invoice: its seats are the operator’s, and who has none is locked out', async ({
  page,
  visit,
  product,
}) => {
  const anna = await product.person({ firstName: 'Anna' })
  const cora = await product.person({ firstName: 'Cora' })
  const ben = await product.person({ firstName: 'Ben' })
  const name = await aTrial(product, anna)
  for (const { email } of [cora, ben]) await operate(product, 'add-member', name, email)
  await operate(product, 'manual', name, '--plan', 'team', '--called', 'team', '--seats', '2')
  await haveSession(page, anna)
  await page.goto('/business/billing/plan')
  await expect(page.getByText('You pay by invoice.')).toBeVisible()
  await checkBothSizes(page, 'billing-manual')
  const bens = await visit()
  await bens.goto('/login')
  await typeSignIn(bens, ben)
  await expect(bens.getByRole('dialog', { name: 'Your account is locked' })).toBeVisible()
  await checkBothSizes(bens, 'billing-locked-member')
  await operate(product, 'manual', name, '--plan', 'team', '--called', 'team', '--seats', '3')
  await bens.reload()
  await expect(bens.getByRole('heading', { name: 'Documents', exact: true })).toBeVisible()
})

test('a free account whose signatures are used up is shown the plans', async ({
  page,
  product,
  problems,
}) => {
  problems.expect(/\/v3\/sign/)
  const carl = await product.person({ firstName: 'Carl' })
  const signer = { owner: carl, signers: [{ email: carl.email }] }
  const [first, second] = [await aSignatureRequest(product, signer), await aSignatureRequest(product, signer)]
  const body = { signatureRequests: [{ signatureRequestId: first.id }] }
  await product.call(sign, { body }, carl.as)
  await haveSession(page, carl)
  await page.goto(`/view/${second.id}`)
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign now' }).click()
  await expect(page.getByRole('link', { name: 'See plans' })).toBeVisible({ timeout: 20_000 })
  await checkBothSizes(page, 'billing-exhausted')
  await page.getByRole('link', { name: 'See plans' }).click()
  await expect(page).toHaveURL(/upgrade/)
})

test('the free plan changes: its dialog comes first, and uploading is over', async ({ page, product }) => {
  const dora = await product.person({ firstName: 'Dora' })
  await operate(product, 'offer-free-migration', dora.email)
  await page.goto('/login')
  await typeSignIn(page, dora)
  const dialog = page.getByRole('dialog', { name: 'Your free plan changes' })
  await expect(dialog).toBeVisible()
  await checkBothSizes(page, 'billing-free-migration')
  await dialog.getByRole('button', { name: 'Continue on the new free plan' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto('/upload')
  await expect(page).not.toHaveURL(/\/upload$/)
})

test('an earlier price plan is offered the new one, and kept for now', async ({ page, product }) => {
  const eva = await product.person({ firstName: 'Eva' })
  const name = await aTrial(product, eva)
  await operate(product, 'offer-fair-flat', name)
  await page.goto('/login')
  await typeSignIn(page, eva)
  const dialog = page.getByRole('dialog', { name: 'Your plan is moving to per-seat pricing' })
  await expect(dialog).toBeVisible()
  await checkBothSizes(page, 'billing-fair-flat')
  await dialog.getByRole('button', { name: 'Keep the old plan for now' }).click()
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Documents', exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
