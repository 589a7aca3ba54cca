import { downloadDocument } from '@countersign/contract/documents.ts'
import { getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { getValidation, validateDocument } from '@countersign/contract/validations.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { aMobileNumber, approveOn, chooseSignature } from './support/approvals.ts'
import { acceptTerms, beIdentified, leaveForService, payFor } from './support/identification.ts'
import { checkScreen } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test(
  'a guest of whom a qualified signature is asked is identified, and signs with their own name',
  { tag: '@phone' },
  async ({ page, product }) => {
    const owner = await product.person({ firstName: 'Anna', lastName: 'Keller' })
    await payFor(product, owner)
    const email = `luc.${Date.now()}@example.org`
    const { id } = await aSignatureRequest(product, {
      owner,
      quality: 'QES',
      legislation: 'EIDAS',
      signers: [{ email, firstName: 'Luc', lastName: 'Favre' }],
    })
    const exit = `${product.url}/verify`
    const link = new URL(linkIn(await product.inbox.next(email)))
    link.searchParams.set('exitUrl', exit)
    link.searchParams.set('redirectTimeout', '30')
    await page.goto(link.href)
    // Said on the page, before anything is tapped.
    await expect(page.getByText('Needs a one-time identity check')).toBeVisible()
    await checkScreen(page, 'direct-sign-identity-check')
    await page.getByRole('link', { name: 'Verify your identity' }).click()
    // The secret of the link does not stay in the address.
    await expect(page).toHaveURL(/\/direct-sign\/identification\/eidas\?exitUrl=[^&]*&redirectTimeout=30$/)
    await expect(
      page.getByText('The business that requested your signature pays for your identity verification.'),
    ).toBeVisible()
    await checkScreen(page, 'direct-identification-ways')
    await page.getByRole('link', { name: 'Choose video selfie' }).click()
    await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('Favre')
    await checkScreen(page, 'direct-identification-details')
    const mobile = aMobileNumber()
    await leaveForService(page, mobile)
    await beIdentified(page, 'Identified')
    await checkScreen(page, 'direct-identification-terms')
    await acceptTerms(page)
    await page.getByRole('region', { name: 'Verified details' }).waitFor()
    await expect(page.getByRole('link', { name: 'Back to the document' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Continue to sign' }).click()
    await expect(page).toHaveURL(/\?exitUrl=.*&redirectTimeout=30$/)

    await chooseSignature(page)
    await page.getByRole('button', { name: 'Sign and confirm' }).click()
    await page
      .getByRole('dialog', { name: 'Confirm with the trust service' })
      .getByRole('button', { name: 'Go to the trust service' })
      .click()
    await approveOn(page, product, mobile)
    await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('region', { name: 'Leaving Countersign' })).toBeVisible()
    const { documents } = await product.call(getSignatureRequest, { params: { id } }, owner.as)
    const file = await product.call(
      downloadDocument,
      { params: { id: documents[0]?.id ?? '' }, query: { signed: 'true' } },
      owner.as,
    )
    const content = Buffer.from(await file.arrayBuffer()).toString('base64')
    const checked = await product.call(validateDocument, { body: { name: 'signed.pdf', content } })
    const found = await product.call(getValidation, { params: { id: checked.id } })
    expect(found.signatures[0]?.signer?.displayName).toContain('Luc Favre')
  },
)

test('where nobody pays a guest is told so, and verifies their identity by smart card', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Anna' })
  const email = `chiara.${Date.now()}@example.org`
  await aSignatureRequest(product, {
    owner,
    quality: 'QES',
    legislation: 'ZERTES',
    signers: [{ email, firstName: 'Chiara', lastName: 'Rossi' }],
  })
  await page.goto(linkIn(await product.inbox.next(email)))
  await page.getByRole('link', { name: 'Verify your identity' }).click()
  await expect(page.getByText('Online identity checks aren’t included in your account')).toBeVisible()
  await checkScreen(page, 'direct-identification-uncovered')
  // Anyone who comes to a way by its address is told that it is not theirs.
  const ways = page.url()
  await page.goto('/direct-sign/identification/zertes/video')
  await expect(page.getByText('This option isn’t available')).toBeVisible()
  await page.goto(ways)
  await page.getByRole('link', { name: 'Choose an office' }).click()
  await checkScreen(page, 'direct-identification-office')
  await page.getByRole('link', { name: 'Other options' }).click()
  await page.getByRole('link', { name: 'Choose smart card' }).click()
  await checkScreen(page, 'direct-identification-card')
  await page.getByRole('link', { name: 'Check my details' }).click()
  await leaveForService(page, aMobileNumber())
  await beIdentified(page, 'Identified')
  await acceptTerms(page)
  await page.getByRole('link', { name: 'Continue to sign' }).click()
  await expect(page.getByRole('button', { name: 'Review and sign' })).toBeVisible()
})

test('a guest replaces the verified number before the terms are accepted', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Anna' })
  await payFor(product, owner)
  const email = `nadia.${Date.now()}@example.org`
  await aSignatureRequest(product, {
    owner,
    quality: 'QES',
    legislation: 'ZERTES',
    signers: [{ email, firstName: 'Nadia', lastName: 'Hofer' }],
  })
  await page.goto(linkIn(await product.inbox.next(email)))
  await page.getByRole('link', { name: 'Verify your identity' }).click()
  const beVerified = async (mobile: string) => {
    await page.getByRole('link', { name: 'Choose video call' }).click()
    const details = page.getByRole('link', { name: 'Check my details' })
    await details
      .or(page.getByRole('textbox', { name: 'Mobile number' }))
      .first()
      .waitFor()
    if (await details.isVisible()) await details.click()
    await leaveForService(page, mobile)
    await beIdentified(page, 'Identified')
  }
  const [lost, found] = [aMobileNumber(), aMobileNumber()]
  await beVerified(lost)
  await expect(page.getByRole('region', { name: 'Verified details' }).getByText(lost)).toBeVisible()
  await page.getByRole('button', { name: 'Start a new identity check' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start a new identity check?' })
  await checkScreen(page, 'identification-start-again')
  await dialog.getByRole('button', { name: 'Keep my details' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Start a new identity check' }).click()
  await dialog.getByRole('button', { name: 'Delete and start again' }).click()
  await beVerified(found)
  await expect(page.getByRole('region', { name: 'Verified details' }).getByText(found)).toBeVisible()
  await acceptTerms(page)
  await page.getByRole('link', { name: 'Continue to sign' }).click()
  await expect(page.getByRole('button', { name: 'Review and sign' })).toBeVisible()
})
