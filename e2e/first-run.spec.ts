import { getSignatureRequest, listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import { checkBothSizes } from './support/screen.ts'
import { openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('an account without documents tries a sample contract: it signs it itself, and sends it in two clicks', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await openDashboard(page, owner)
  const sample = page.getByRole('button', { name: 'Try it with a sample contract' })
  await expect(sample).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(3)
  await checkBothSizes(page, 'first-run')
  await sample.click()
  await expect(page).toHaveURL(/\/compose\//)
  await expect(page.getByText('Sample contract.pdf').first()).toBeAttached()

  const { items } = await product.call(listSignatureRequests, {}, owner.as)
  expect(items).toHaveLength(1)
  const params = { id: items[0]?.id ?? '' }
  const draft = await product.call(getSignatureRequest, { params }, owner.as)
  expect(draft).toMatchObject({
    title: 'Sample contract',
    documents: [{ page_count: 1 }],
    signatures: [
      { account_email: owner.email, document_signatures: [{ document_id: draft.documents[0]?.id }] },
    ],
  })
})
