import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { aMobileNumber, chooseSignature, identified } from './support/approvals.ts'
import { phone } from './support/devices.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('with Mobile ID one confirms on the phone, and this page continues on its own', async ({
  page,
  product,
  visit,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const mobile = aMobileNumber()
  await identified(product, owner, { legislation: 'ZERTES', mobile, mobileId: true })
  const quality = { quality: 'QES', legislation: 'ZERTES' } as const
  const request = await aSignatureRequest(product, { owner, ...quality, signers: [{ email: owner.email }] })
  await haveSession(page, owner)
  await page.goto(`/view/${request.id}`)
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign and confirm' }).click()
  const waiting = page.getByRole('dialog', { name: 'Confirm on your phone' })
  await expect(waiting).toBeVisible()
  await expect(waiting.getByRole('link')).toHaveCount(0)
  await checkScreen(page, 'signing-mobile-id')

  const { text, links } = await product.inbox.next(mobile, /^/)
  const telephone = await visit(phone)
  await telephone.goto(links[0] ?? '')
  await telephone.getByLabel(/^Code sent to/).fill(/\b\d{6}\b/.exec(text)?.[0] ?? '')
  await telephone.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'You have signed' })).toBeVisible({ timeout: 60_000 })
})
