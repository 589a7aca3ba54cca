import { getEvents } from '@countersign/contract/signature-requests.ts'
import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { aMobileNumber, approveOn, chooseSignature } from './support/approvals.ts'
import { acceptTerms, beIdentified, leaveForService, payFor } from './support/identification.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test(
  'identified, one signs as by hand at a trust service, comes back, and is led on where the address said',
  { tag: '@phone' },
  async ({ page, product }) => {
    const owner = await product.person({ firstName: 'Anna', lastName: 'Keller' })
    const mobile = aMobileNumber()
    await payFor(product, owner)
    const request = await aSignatureRequest(product, {
      owner,
      quality: 'QES',
      legislation: 'EIDAS',
      signers: [{ email: owner.email }],
    })
    await haveSession(page, owner)
    await page.goto(`/view/${request.id}`)
    await page.getByRole('button', { name: 'Verify your identity' }).click()
    const missing = page.getByRole('dialog', { name: 'Before you sign' })
    await expect(missing.getByText('One-time identity check.')).toBeVisible()
    await checkScreen(page, 'upgrade-standards')
    await missing.getByRole('link', { name: 'Verify your identity' }).click()
    await expect(page).toHaveURL(/signature-standards\/eidas\?/)
    await page.goto('/profile/signature-standards/eidas/self')
    await leaveForService(page, mobile)
    await beIdentified(page, 'Identified')
    await acceptTerms(page)

    const exit = `${product.url}/verify`
    await page.goto(`/view/${request.id}?exitUrl=${encodeURIComponent(exit)}&redirectTimeout=30`)
    await chooseSignature(page)
    await page.getByRole('button', { name: 'Sign and confirm' }).click()
    const leave = page.getByRole('dialog', { name: 'Confirm with the trust service' })
    await expect(leave).toBeVisible()
    await checkScreen(page, 'signing-redirect')
    let wayBack = ''
    page.on('request', (one) => {
      if (one.url().includes('/mab/redirect?')) wayBack = one.url()
    })
    await leave.getByRole('button', { name: 'Go to the trust service' }).click()
    await approveOn(page, product, mobile)
    await expect(page).toHaveURL(new RegExp(`/view/${request.id}`))
    await expect(page.getByRole('dialog', { name: 'You have signed' })).toBeVisible({ timeout: 60_000 })
    // The way out that the first address named is still there.
    const next = page.getByRole('region', { name: 'Leaving Countersign' })
    await expect(next).toBeVisible()
    await next.getByRole('button', { name: 'Stay on page' }).click()

    // The same way back once more signs no second time: it leads to the document.
    await page.goto(wayBack)
    await expect(page).toHaveURL(new RegExp(`/view/${request.id}`))
    await expect(page.getByRole('dialog', { name: 'You have signed' })).toBeVisible({ timeout: 60_000 })
    const { items } = await product.call(getEvents, { params: { id: request.id } }, owner.as)
    expect(items.filter(({ type }) => type === 'signed')).toHaveLength(1)
  },
)

test('the way back alone says that nothing waits, and one that is over that nothing was signed twice', async ({
  page,
  product: _product,
  problems,
}) => {
  await page.goto('/mab/redirect')
  await expect(page.getByRole('heading', { name: 'No pending signature' })).toBeVisible()
  problems.expect(/404|redirect-sign/)
  await page.goto('/mab/redirect?code=made-up&state=made-up')
  await expect(page.getByRole('heading', { name: 'This confirmation has expired' })).toBeVisible()
  await checkScreen(page, 'signing-return-over')
})
