import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { aMobileNumber, approveOn, identified } from './support/approvals.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a qualified signature is approved with password and code in another window, and this page continues on its own', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const mobile = aMobileNumber()
  await identified(product, owner, { legislation: 'ZERTES', mobile })
  const request = await aSignatureRequest(product, {
    owner,
    quality: 'QES',
    legislation: 'ZERTES',
    signers: [{ email: owner.email }],
  })
  await haveSession(page, owner)
  await page.goto(`/view/${request.id}`)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const review = page.getByRole('dialog', { name: 'Review and sign' })
  await expect(review.getByText(/Equivalent to a handwritten signature in Switzerland/)).toBeVisible()
  await page.getByRole('button', { name: 'Use this signature' }).click()
  await page.getByRole('button', { name: 'Sign and confirm' }).click()

  const overlay = page.getByRole('dialog', { name: 'Confirm with password and code' })
  await expect(overlay).toBeVisible()
  await checkScreen(page, 'mobile-advanced-signing')
  await overlay.getByRole('button', { name: 'I’ve confirmed' }).click()
  await expect(overlay.getByText(/We haven’t received your confirmation yet/)).toBeVisible()

  // The step is taken up again by a page that is loaded again.
  await page.reload()
  const [service] = await Promise.all([
    page.waitForEvent('popup'),
    overlay.getByRole('link', { name: 'Open the trust service’s page' }).click(),
  ])
  await approveOn(service, product, mobile)
  await expect(service.getByText('Approved. You can close this page.')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'You have signed' })).toBeVisible({ timeout: 60_000 })
})
