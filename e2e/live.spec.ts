import { getDirectUser } from '@countersign/contract/accounts.ts'
import { listenToChanges } from '@countersign/contract/live-updates.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { aSignatureRequest, guestOf, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('what is signed elsewhere is shown in every tab without a reload', async ({
  page,
  context,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const email = 'rolf@example.org'
  await openDashboard(page, owner)
  await expect(page.getByRole('tab', { name: 'Documents' })).toBeVisible()

  const { id, title } = await aSignatureRequest(product, {
    owner,
    signers: [{ email, firstName: 'Luc', lastName: 'Favre' }],
  })
  const row = page.getByRole('list', { name: 'Signature requests' }).getByRole('listitem')
  await expect(row).toContainText(title)
  const view = await context.newPage()
  await view.goto(`/view/${id}`)
  await expect(view.getByText('Sent', { exact: true }).first()).toBeVisible()

  const { as } = guestOf(linkIn(await product.inbox.next(email)))
  await product.call(getDirectUser, {}, as)
  await product.call(signDirect, { body: { signatureRequests: [{ signatureRequestId: id }] } }, as)
  await expect(row).toContainText('Completed')
  await expect(view.getByText('Completed').first()).toBeVisible()
})

test('what changes while the dashboard loads is shown without a reload', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const { promise: changed, resolve: letListen } = Promise.withResolvers<void>()
  await page.route(`**${listenToChanges.path}`, async (route) => {
    await changed
    await route.continue()
  })
  await openDashboard(page, owner)
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  // The lists have been read, and the page doesn't listen yet.
  const { title } = await aSignatureRequest(product, { owner, signers: [{ email: 'luc@example.org' }] })
  letListen()
  const row = page.getByRole('list', { name: 'Signature requests' }).getByRole('listitem')
  // Sooner than the page polls.
  await expect(row).toContainText(title, { timeout: 10_000 })
})
