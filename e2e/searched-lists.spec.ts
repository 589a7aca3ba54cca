import { createSignerGroup, deleteSignerGroup } from '@countersign/contract/signer-groups.ts'
import { createTemplate } from '@countersign/contract/templates.ts'
import type { Page } from '@playwright/test'
import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { aBusiness } from './support/business.ts'
import type { Problems } from './support/problems.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Lists that are searched as one types: what was typed stays in its field, whatever the service says.

/** The next call like this gets no answer. */
async function loseCall(page: Page, problems: Problems, call: RegExp): Promise<void> {
  problems.expect(/ERR_CONNECTION_RESET/)
  await page.route(call, (route) => route.abort('connectionreset'))
}

test('the search of signer groups and templates stays when it could not be carried out', async ({
  page,
  product,
  problems,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const luc = { email: 'luc.favre@example.org', name: 'Luc Favre' }
  await product.call(createSignerGroup, { body: { name: 'Board', members: [luc] } }, mara.as)
  const request = await aSignatureRequest(product, { owner: mara, signers: [{ email: luc.email }] })
  const template = { name: 'Lease', signature_request_id: request.id }
  await product.call(createTemplate, { body: template }, mara.as)
  await haveSession(page, mara)
  for (const [path, calls, name] of [
    ['/signer-groups', /\/v3\/groups\?.*search=/, 'Board'],
    ['/templates', /\/v3\/templates\?.*search=/, 'Lease'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(name, { exact: true })).toBeVisible()
    const field = page.getByRole('searchbox')
    await loseCall(page, problems, calls)
    await field.fill('nobody')
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await expect(field).toHaveValue('nobody')
    await expect(field).toBeFocused()
    await page.unroute(calls)
    await again.click()
    await expect(page.getByText(/^(No groups found\.|No matching templates)$/)).toBeVisible()
    await expect(field).toHaveValue('nobody')
    await field.fill('')
    await expect(page.getByText(name, { exact: true })).toBeVisible()
  }
})

test('an activity search that found nothing is cleared without the page saying that nothing ever happened', async ({
  page,
  product,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await aBusiness(product, { name: 'Lindt Gärten Muri AG', admin: mara })
  await haveSession(page, mara)
  await page.goto('/business/activity?tab=accounts&q=nobody')
  const found = page.getByRole('status').filter({ hasText: 'No results for these filters' })
  await expect(found).toBeVisible()
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/\/activities\//, async (route) => {
    await held
    await route.fallback()
  })
  const asked = page.waitForRequest(/\/activities\//)
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await asked
  const field = page.getByRole('searchbox')
  await expect(field).toHaveValue('')
  await expect(page.getByText('No activity yet')).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  answer()
  await expect(page.getByRole('table')).toContainText('Mara Lindt')
})

test('a signer group that was deleted in another tab is gone from this one without an error', async ({
  page,
  product,
  problems,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const members = [{ email: 'luc.favre@example.org', name: 'Luc Favre' }]
  const { id } = await product.call(createSignerGroup, { body: { name: 'Board', members } }, mara.as)
  await haveSession(page, mara)
  await page.goto('/signer-groups')
  await page.getByRole('button', { name: 'Delete “Board”' }).click()
  await product.call(deleteSignerGroup, { params: { id } }, mara.as)
  problems.expect(/404/)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click()
  await expect(page.getByText('Group deleted.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No signer groups yet' })).toBeVisible()
})
