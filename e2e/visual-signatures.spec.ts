import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a signature is made once by its typed name, and signs with one tap from then on', async ({
  page,
  product,
}) => {
  const eleni = await product.person({ firstName: 'Ελένη', lastName: 'Παπαδοπούλου' })
  const signers = [{ email: eleni.email, firstName: 'Ελένη', lastName: 'Παπαδοπούλου', sequence: 0 }]
  const request = await aSignatureRequest(product, { owner: eleni, signers })
  await haveSession(page, eleni)
  await page.goto('/profile/visual-signature')
  await page.getByRole('button', { name: 'Create signature' }).click()
  // In the order that they have where one signs.
  const kinds = ['Type', 'Draw', 'Upload', 'Name only']
  await expect(page.getByRole('dialog').getByRole('tab')).toHaveText(kinds)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Create signature' })).toBeFocused()

  await page.getByRole('button', { name: 'Create signature' }).click()
  await page.getByRole('tab', { name: 'Type' }).click()
  await expect(page.getByRole('radio', { name: 'Mynerve' })).toBeChecked()
  await expect(page.getByRole('img', { name: 'Preview of your signature' })).toBeVisible()
  await checkScreen(page, 'visual-signature-typed')
  await page.getByLabel('Place (optional)').fill('Αθήνα')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(page.getByLabel('Place (optional)')).toHaveValue('Αθήνα')
  await page.getByRole('button', { name: 'Save signature' }).click()
  await expect(page.getByRole('heading', { name: 'My signature' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Preview of “My signature”' })).toBeVisible()
  await checkScreen(page, 'visual-signatures-one')

  const sent = page.waitForRequest((one) => one.url().endsWith('/v3/sign'))
  await page.goto(`/view/${request.id}`)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await expect(page.getByRole('radio', { name: 'My signature' })).toBeChecked()
  await checkScreen(page, 'signature-dialog-kept')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign now' }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  expect((await sent).postDataJSON()).toMatchObject({
    signatureRequests: [{ documentSignatures: [{ visualSignature: { id: expect.any(String) } }] }],
  })
})
