import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { checkBothSizes } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('auto-deletion is activated, shows on what is sent from then on, and is deactivated again', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Rita' })
  const anna = { email: `anna.${Date.now()}@example.org` }
  const before = await aSignatureRequest(product, { owner, title: 'Before', signers: [anna] })
  await haveSession(page, owner)
  await page.goto('/profile/settings')
  const section = page.getByRole('region', { name: 'Auto-deletion' })
  await expect(section.getByText('Off: your requests are kept')).toBeVisible()
  await section.getByRole('button', { name: 'Activate auto-deletion' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Days until deletion' }).fill('7')
  await dialog.getByRole('button', { name: 'Activate' }).click()
  await expect(dialog.getByText('Enter a whole number from 30 to 3650.')).toBeVisible()
  await checkBothSizes(page, 'activate-auto-deletion')
  await dialog.getByRole('textbox', { name: 'Days until deletion' }).fill('45')
  await dialog.getByRole('radio', { name: 'the creation of the request' }).check()
  await dialog.getByRole('checkbox', { name: /^Also apply to existing requests/ }).check()
  await dialog.getByRole('button', { name: 'Activate' }).click()
  await expect(section.getByText('On: deleted 45 days after creation.')).toBeVisible()

  const { id } = await aSignatureRequest(product, { owner, title: 'Kept for a while', signers: [anna] })
  await page.goto(`/view/${id}`)
  const note = page.getByRole('region', { name: 'Auto-deletion' })
  await expect(
    note.getByText(/Documents will be auto-deleted on .* and can’t be deleted before then/),
  ).toBeVisible()
  await checkBothSizes(page, 'view-under-auto-deletion')
  // What was there before follows as a job.
  await expect(async () => {
    await page.goto(`/view/${before.id}`)
    await expect(note).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 30_000 })

  await page.goto('/profile/settings')
  await expect(section.getByText('Applies to 2 requests.')).toBeVisible()
  await section.getByRole('button', { name: 'Deactivate auto-deletion' }).click()
  await expect(dialog.getByText('What should happen to the 2 requests it applies to?')).toBeVisible()
  await checkBothSizes(page, 'deactivate-auto-deletion')
  await dialog.getByRole('radio', { name: 'Exempt it and keep it' }).check()
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(section.getByText('Off: your requests are kept')).toBeVisible()
  await expect(async () => {
    await page.goto(`/view/${id}`)
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible({ timeout: 3000 })
    await expect(note).toHaveCount(0, { timeout: 1000 })
  }).toPass({ timeout: 30_000 })
})

test('anyone who comes by a link to what was deleted is told so', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Rita' })
  const email = `anna.${Date.now()}@example.org`
  await aSignatureRequest(product, { owner, signers: [{ email }] })
  await page.route(/\/v3\/direct\/signature-requests\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    const deleted = {
      days: 30,
      counted_from: 'creation',
      delete_at: '2026-01-31T08:00:00.000Z',
      deleted_at: '2026-01-31T08:00:00.000Z',
    }
    await route.fulfill({ response, json: { ...(await response.json()), retention: deleted } })
  })
  await page.goto(linkIn(await product.inbox.next(email)))
  await expect(
    page.getByRole('heading', { name: /The documents were deleted on .*31 Jan.* 2026/ }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download audit trail' })).toHaveCount(0)
})
