import * as requests from '@countersign/contract/signature-requests.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { chooseSignature } from './support/approvals.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession, openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('who signs second is told that it is not their turn, and asked when it is', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const ben = await product.person({ firstName: 'Ben', lastName: 'Ott' })
  const luc = `luc.${Date.now()}@example.org`
  const signers = [
    { email: luc, firstName: 'Luc', lastName: 'Favre', sequence: 0 },
    { email: ben.email, firstName: 'Ben', lastName: 'Ott', sequence: 1 },
  ]
  const request = await aSignatureRequest(product, { owner, signers })
  await haveSession(page, ben)
  await page.goto(`/view/${request.id}`)
  await expect(page.getByText('It’s not your turn yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review and sign' })).toBeHidden()
  await checkScreen(page, 'view-not-in-turn')

  const first = await page.context().newPage()
  await first.goto(linkIn(await product.inbox.next(luc)))
  await chooseSignature(first)
  await first.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(first.getByRole('heading', { name: 'You have signed' })).toBeVisible()

  await page.goto(linkIn(await product.inbox.next(ben.email, /requested your signature/)))
  await expect(page.getByRole('button', { name: 'Review and sign' })).toBeVisible()
})

test('the key s signs an open document, the way back leads out of the dialog, and a double click signs it once', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const request = await aSignatureRequest(product, { owner, signers: [{ email: owner.email }] })
  await openDashboard(page, owner)
  await page
    .getByRole('link', { name: new RegExp(request.title) })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Review and sign' })).toBeVisible()
  const calls: string[] = []
  page.on('request', (one) => one.url().endsWith('/v3/sign') && calls.push(one.method()))
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Review and sign' })
  await expect(dialog).toBeVisible()
  // The browser's way back leads out of what is open first.
  await page.evaluate(() => history.back())
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/view/${request.id}$`))
  await page.keyboard.press('s')
  await page.getByRole('tab', { name: 'Name only' }).click()
  await page.getByRole('button', { name: 'Use this signature' }).click()
  await page.getByRole('button', { name: 'Sign now' }).dblclick()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  const { items } = await product.call(requests.getEvents, { params: { id: request.id } }, owner.as)
  expect(items.filter(({ type }) => type === 'signed')).toHaveLength(1)
  expect(calls).toEqual(['POST'])
  await page.getByRole('button', { name: 'Back to the document' }).click()
  await expect(page.getByRole('status').getByText('Everyone has signed')).toBeVisible()
})
