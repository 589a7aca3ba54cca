import { getDirectUser } from '@countersign/contract/accounts.ts'
import { listenToChanges } from '@countersign/contract/live-updates.ts'
import { addObserver, removeObserver } from '@countersign/contract/observers.ts'
import { removeSignature } from '@countersign/contract/signature-requests.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { aSignatureRequest, guestOf, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { haveSession, openDashboard } from './support/sign-in.ts'
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

test('a page no longer shows a request once its reader has no part in it', async ({
  page,
  visit,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const ida = await product.person({ firstName: 'Ida' })
  const luc = 'luc.removed@example.org'
  const title = 'Sale of the boat shed'
  const { id, signatures } = await aSignatureRequest(product, {
    owner,
    title,
    signers: [{ email: luc }, { email: 'noor.stays@example.org' }],
  })
  await product.call(addObserver, { params: { id }, body: { email: ida.email } }, owner.as)
  const guest = await visit()
  await haveSession(page, ida)
  await page.goto(`/view/${id}`)
  await guest.goto(linkIn(await product.inbox.next(luc)))
  for (const one of [page, guest]) await expect(one.getByRole('heading', { name: title })).toBeVisible()

  problems.expect(/40[14]/)
  await product.call(removeObserver, { params: { id, obs: ida.email } }, owner.as)
  await expect(page.getByText('Page not found, or you don’t have access.')).toBeVisible()
  await expect(page.getByText(title)).toHaveCount(0)
  await expect(page).not.toHaveTitle(new RegExp(title))
  // Nor where the service can't be reached after that.
  problems.expect(/ERR_FAILED/)
  await page.route(`**/signature-requests/${id}**`, (route) => route.abort())
  const asked = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Try again' }).click()
  await asked
  await expect(page.getByText('Page not found, or you don’t have access.')).toBeVisible()
  await expect(page.getByText(title)).toHaveCount(0)

  // What is open goes with the page that it is about.
  await guest.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(guest.getByRole('dialog')).toBeVisible()
  await product.call(removeSignature, { params: { id, sigId: signatures[0]?.sid ?? '' } }, owner.as)
  await expect(async () => {
    // A person who comes back to the tab has it look again.
    await guest.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(guest.getByRole('heading', { name: 'Your signature is no longer needed' })).toBeVisible()
  }).toPass()
  await expect(guest.getByText(title)).toHaveCount(0)
  await expect(guest.getByRole('dialog')).toHaveCount(0)
  await expect(guest).not.toHaveTitle(new RegExp(title))
})
