import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { withdrawSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { checkBothSizes, checkScreen } from './support/screen.ts'
import { openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('several requests are signed with one confirmation, also when what shows it is closed', async ({
  page,
  product,
}) => {
  const [mara, ben] = await Promise.all(
    ['Mara', 'Ben'].map((firstName) => product.person({ firstName, lastName: 'Lindt' })),
  )
  if (!mara || !ben) throw new Error('nobody came')
  for (const title of ['Lease', 'Order', 'Offer'])
    await aSignatureRequest(product, { owner: ben, title, signers: [{ email: mara.email }] })
  await aSignatureRequest(product, { owner: mara, title: 'For Ben', signers: [{ email: ben.email }] })
  await openDashboard(page, mara)
  const list = page.getByRole('tabpanel')
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await page.getByRole('checkbox', { name: /Lease/ }).press('Space')
  await expect(page.getByRole('checkbox', { name: /Lease/ })).toBeChecked()
  await page.getByRole('button', { name: 'Select all 4' }).click()
  await page.getByRole('button', { name: 'Sign 3', exact: true }).click()

  const overlay = page.getByRole('dialog', { name: 'Sign multiple' })
  await expect(overlay.getByRole('list', { name: 'To be signed' }).getByRole('listitem')).toHaveCount(3)
  await expect(overlay.getByText('From Ben Lindt').first()).toBeVisible()
  await checkBothSizes(page, 'sign-many')
  await overlay.getByRole('button', { name: 'Sign all 3' }).click()
  await overlay.getByRole('button', { name: 'Close' }).last().click()
  await expect(overlay).toBeHidden()
  await expect(list.getByText('Completed', { exact: true })).toHaveCount(3)
})

test('one that was taken back meanwhile keeps no other from being signed', async ({
  page,
  product,
  problems,
}) => {
  const [mara, ben] = await Promise.all(
    ['Mara', 'Ben'].map((firstName) => product.person({ firstName, lastName: 'Lindt' })),
  )
  if (!mara || !ben) throw new Error('nobody came')
  for (const title of ['Lease', 'Order'])
    await aSignatureRequest(product, { owner: ben, title, signers: [{ email: mara.email }] })
  await openDashboard(page, mara)
  await page.getByRole('checkbox', { name: /Lease/ }).press('Space')
  await expect(page.getByRole('checkbox', { name: /Lease/ })).toBeChecked()
  await page.getByRole('checkbox', { name: /Order/ }).press('Space')
  await expect(page.getByRole('checkbox', { name: /Order/ })).toBeChecked()
  await page.route('**/v3/sign', async (route) => {
    const { signatureRequests } = route.request().postDataJSON() as {
      signatureRequests: [{ signatureRequestId: string }]
    }
    const [{ signatureRequestId: id }] = signatureRequests
    // The first of the two is withdrawn between looking and signing.
    if (!withdrawn) {
      withdrawn = id
      await product.call(withdrawSignatureRequest, { params: { id }, body: {} }, ben.as)
    }
    await route.continue()
  })
  problems.expect(/409/)
  let withdrawn: string | null = null
  await page.getByRole('button', { name: 'Sign 2', exact: true }).click()
  const overlay = page.getByRole('dialog', { name: 'Sign multiple' })
  await overlay.getByRole('button', { name: 'Sign all 2' }).click()
  await expect(overlay.getByText('1 was signed. 1 failed.')).toBeVisible()
  await expect(overlay.getByText('The signature request was closed in the meantime.')).toBeVisible()
  await checkScreen(page, 'sign-many-one-failed')
  await overlay.getByRole('link', { name: 'Open document' }).click()
  await expect(page).toHaveURL(/\/view\//)
})

test('one that is gone meanwhile, or no longer to be signed, keeps no other from being signed, and is named', async ({
  page,
  product,
  problems,
}) => {
  const [mara, ben] = await Promise.all(
    ['Mara', 'Ben'].map((firstName) => product.person({ firstName, lastName: 'Lindt' })),
  )
  if (!mara || !ben) throw new Error('nobody came')
  const requests = []
  for (const title of ['Lease', 'Order', 'Offer'])
    requests.push(await aSignatureRequest(product, { owner: ben, title, signers: [{ email: mara.email }] }))
  await openDashboard(page, mara)
  for (const name of [/Lease/, /Order/, /Offer/]) {
    await page.getByRole('checkbox', { name }).press('Space')
    await expect(page.getByRole('checkbox', { name })).toBeChecked()
  }
  problems.expect(/404/)
  // As if it had been deleted since it was listed; another is withdrawn before it is read.
  const [id = '', withdrawn = ''] = requests.map((request) => request.id)
  await page.route(`**/v3/signature-requests/${withdrawn}`, async (route) => {
    const params = { id: withdrawn }
    await product.call(withdrawSignatureRequest, { params, body: {} }, ben.as).catch(() => undefined)
    await route.continue()
  })
  await page.route(`**/v3/signature-requests/${id}`, (route) =>
    route.continue({ url: route.request().url().replace(id, crypto.randomUUID()) }),
  )
  await page.getByRole('button', { name: 'Sign 3', exact: true }).click()
  const overlay = page.getByRole('dialog', { name: 'Sign multiple' })
  await expect(overlay.getByText('Lease: It’s no longer in your documents.')).toBeVisible()
  await expect(overlay.getByText('Not waiting for your signature')).toBeVisible()
  await expect(overlay.getByRole('list', { name: 'To be signed' }).getByRole('listitem')).toHaveText([
    /Offer/,
  ])
  await checkScreen(page, 'sign-many-one-gone')
  await overlay.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(overlay.getByText('1 was signed')).toBeVisible()
})
