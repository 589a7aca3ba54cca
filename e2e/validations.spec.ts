import { truncateSync, writeFileSync } from 'node:fs'
import { downloadDocument } from '@countersign/contract/documents.ts'
import { sign } from '@countersign/contract/signing.ts'
import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { aPki } from '../packages/pdf-signature/src/cms/testing/sample-authority.ts'
import { embedSignature } from '../packages/pdf-signature/src/contents-placeholder.ts'
import { placeSignatureFields } from '../packages/pdf-signature/src/place-fields.ts'
import { prepareSignature } from '../packages/pdf-signature/src/prepare.ts'
import { aCms, joined, signAll } from '../packages/pdf-signature/src/testing/ceremony.ts'
import { aPdf } from '../packages/pdf-signature/src/testing/pdf-builder.ts'
import { sharedHolders } from '../packages/pdf-signature/src/testing/shared-holders.ts'
import { checkBothSizes } from './support/screen.ts'
import { expect, test } from './support/test.ts'

/** By Anna Muster, with a certificate from an issuer unknown here, and with another name written into the signature. */
function signedAs(signerName: string): Buffer {
  const base = aPdf()
  const placed = joined([base, placeSignatureFields(base, [{ name: 'Chancellor', page: 0, rect: null }])])
  const prepared = prepareSignature(placed, { fieldName: 'Chancellor', signerName, time: new Date() })
  return joined([placed, embedSignature(prepared, aCms(aPki(), prepared.digest))])
}

test('anybody sees whether a signed file holds, and what was changed since', async ({
  page,
  product,
  problems,
}) => {
  const [ben, anna] = await Promise.all(
    ['Ben', 'Anna'].map((firstName) => product.person({ firstName, lastName: 'Keller' })),
  )
  if (!ben || !anna) throw new Error('nobody came')
  const { id, documents } = await aSignatureRequest(product, {
    owner: ben,
    signers: [{ email: anna.email }],
  })
  await product.call(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, anna.as)
  const params = { id: documents[0]?.id ?? '' }
  const file = await product.call(downloadDocument, { params, query: { signed: 'true' } }, ben.as)
  const sealed = Buffer.from(await file.arrayBuffer())
  const drop = async (name: string, buffer: Buffer) =>
    page.getByLabel('Choose a PDF').setInputFiles({ name, mimeType: 'application/pdf', buffer })

  await page.goto('/verify')
  const plans = test.info().outputPath('Plans.pdf')
  writeFileSync(plans, '')
  truncateSync(plans, 50_000_001)
  await page.getByLabel('Choose a PDF').setInputFiles(plans)
  await expect(page.getByRole('alert')).toHaveText('The file is too large. Choose one of up to 50 MB.')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a PDF' }).press('Enter')
  await (await chooser).setFiles({ name: 'Lease.pdf', mimeType: 'application/pdf', buffer: sealed })
  await expect(page.getByRole('heading', { name: 'The signature is valid' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Anna Keller' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Page 1' })).toHaveCount(2)
  await checkBothSizes(page, 'verify-valid')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The signature is valid' })).toBeVisible()
  // Where it can't be read it isn't taken for gone.
  problems.expect(/ERR_CONNECTION_RESET/)
  const reading = /\/v1\/validations\/[^/]+$/
  await page.route(reading, (route) => route.abort('connectionreset'))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute(reading)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'The signature is valid' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Report as XML' }).click()
  expect((await saved).suggestedFilename()).toBe('validation.xml')

  await page.getByRole('button', { name: 'Verify another file' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const tampered = Buffer.from(sealed)
  tampered.write('/MediaBoy', tampered.indexOf('/MediaBox'), 'latin1')
  await drop('Changed.pdf', tampered)
  await expect(page.getByRole('heading', { name: 'Not valid' })).toBeVisible()
  await expect(page.getByText('The file isn’t what was signed.').first()).toBeVisible()
  await checkBothSizes(page, 'verify-invalid')
  // Another size shows other pages: what is deleted next is not to be on its way any more.
  await page.waitForLoadState('networkidle')

  await page.getByRole('button', { name: 'Delete now' }).click()
  const stamped = sharedHolders().find(({ name }) => name.startsWith('a stamp'))
  const replaced = stamped?.change(joined(signAll(stamped.base, aPki())))
  await drop('Replaced.pdf', replaced ?? Buffer.alloc(0))
  await expect(page.getByRole('heading', { name: 'Not valid' })).toBeVisible()
  await expect(page.getByText('The file was changed after signing in a way').first()).toBeVisible()

  await page.getByRole('button', { name: 'Delete now' }).click()
  await drop('Theirs.pdf', signedAs('Federal Chancellor'))
  await expect(page.getByRole('heading', { name: 'Inconclusive' })).toBeVisible()
  await expect(page.getByText('We couldn’t confirm every signature.')).toBeVisible()
  // Anyone can write any name into a signature: it is shown under the name in its certificate.
  await expect(page.getByRole('heading', { name: 'Anna Muster' })).toBeVisible()
  await expect(page.getByText('Name stated in the signature')).toBeVisible()
  await expect(page.getByText('Federal Chancellor')).toBeVisible()
  await checkBothSizes(page, 'verify-inconclusive')

  await page.getByRole('button', { name: 'Delete now' }).click()
  await drop('Letter.pdf', Buffer.from('Dear Anna'))
  await expect(page.getByRole('heading', { name: 'This file can’t be verified' })).toBeVisible()
})
