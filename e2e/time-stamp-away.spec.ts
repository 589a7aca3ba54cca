import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { chooseSignature } from './support/approvals.ts'
import { breakParty, mendParties } from './support/faults.ts'
import { checkBothSizes } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('while every time-stamp authority is away nothing is signed, and trying again works', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const luc = `luc.${Date.now()}@example.org`
  const signers = [{ email: luc, firstName: 'Luc', lastName: 'Favre' }]
  await aSignatureRequest(product, { owner, signers })
  await page.goto(linkIn(await product.inbox.next(luc)))
  await chooseSignature(page)
  for (const party of ['tsa', 'tsa2']) await breakParty(product, party, 'status_503')
  try {
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    const failure = page.getByRole('heading', { name: 'The timestamp service is unavailable' })
    await expect(failure).toBeVisible({ timeout: 60_000 })
    await checkBothSizes(page, 'time-stamp-away')
  } finally {
    await mendParties(product)
  }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible({ timeout: 60_000 })
})
