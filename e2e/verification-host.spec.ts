import { updateUser } from '@countersign/contract/accounts.ts'
import { sign } from '@countersign/contract/signing.ts'
import type { Language } from '@countersign/contract/values.ts'
import type { Person } from '../apps/api/src/testing/caller.ts'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { aMobileNumber, codeFor, otherThan } from './support/approvals.ts'
import { checkBothSizes } from './support/screen.ts'
import { expect, test } from './support/test.ts'

/** Someone who has asked to sign and waits for a code: the page that takes it, and the code. */
async function waiting(product: Product, language: Language = 'en') {
  const owner: Person = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const mobile = aMobileNumber()
  await product.call(updateUser, { body: { attributes: { mobile } } }, owner.as)
  const signers = [{ email: owner.email, firstName: 'Mara', lastName: 'Lindt' }]
  const { id } = await aSignatureRequest(product, { owner, quality: 'AES', title: 'House rules', signers })
  const body = { signatureRequests: [{ signatureRequestId: id }], language }
  const { signatures } = await product.call(sign, { body }, owner.as)
  return { url: signatures[0]?.step?.url ?? '', code: await codeFor(product, mobile) }
}

test('on the page of the code: a wrong one, the right one, and that it is signed', async ({
  page,
  product,
}) => {
  const { url, code } = await waiting(product)
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expect(page.getByText('House rules')).toBeVisible()
  const field = page.getByLabel('6-digit code')
  await expect(field).toBeFocused()
  const resend = page.getByRole('button', { name: 'Send new code' })
  await expect(resend).toBeDisabled()
  await expect(page.getByText(/You can request a new code in 1:\d\d\./)).toBeVisible()
  await checkBothSizes(page, 'verification-code')

  await field.fill(otherThan(code))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/Incorrect code\. 4 attempts left\./)
  await checkBothSizes(page, 'verification-wrong')
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('button', { name: 'Confirm and sign' }).click()
  await expect(page.getByRole('heading', { name: /^(Signed|Code confirmed)$/ })).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('link', { name: 'Return to document' })).toBeVisible()
  await checkBothSizes(page, 'verification-signed')
})

test('without a script, in German: the code goes by a form, and one can stop', async ({
  browser,
  product,
}) => {
  const { url } = await waiting(product, 'de')
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'de-CH' })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('button', { name: 'Neuen Code senden' }).click()
  await expect(page.getByText('Bitte warten Sie einen Moment')).toBeVisible()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('heading', { name: 'Nicht unterschrieben' })).toBeVisible()
  await page.goto(url.replace(/[^/]+$/, crypto.randomUUID()))
  await expect(page.getByRole('heading', { name: 'Seite nicht gefunden' })).toBeVisible()
  await context.close()
})
