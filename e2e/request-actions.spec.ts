import { addObserver } from '@countersign/contract/observers.ts'
import { deleteSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { aSignatureRequest, guestOf, linkIn } from '../apps/api/src/testing/signature-request.ts'
import type { Product } from '../apps/api/src/testing/product.ts'
import { coveredAmong } from './support/covered.ts'
import { phone } from './support/devices.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession, openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const mailOf = (name: string) => `${name}.${Math.random().toString(36).slice(2)}@example.org`

/** A request to Luc, who has no account, and his link. */
async function aRequestToLuc(product: Product, title = 'Rental contract') {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const email = mailOf('luc')
  const signers = [{ email, firstName: 'Luc', lastName: 'Favre' }]
  const request = await aSignatureRequest(product, { owner, title, signers })
  return { owner, email, request, link: linkIn(await product.inbox.next(email)) }
}

test('who declines says why, and sender and visitor see how it ended', async ({ page, visit, product }) => {
  const { owner, request, link } = await aRequestToLuc(product)
  const luc = await visit(phone)
  await luc.goto(link)
  await luc.getByRole('button', { name: 'Decline' }).tap()
  const dialog = luc.getByRole('dialog', { name: 'Decline to sign?' })
  await dialog.getByRole('textbox').fill('The rent is too high.')
  await checkScreen(luc, 'decline')
  await dialog.getByRole('button', { name: 'Decline to sign' }).tap()
  await expect(luc.getByRole('heading', { name: 'You declined to sign' })).toBeVisible()
  await expect(luc.getByText('The rent is too high.')).toBeVisible()
  await checkScreen(luc, 'declined')
  await luc.reload()
  await expect(luc.getByRole('heading', { name: 'You declined to sign' })).toBeVisible()
  await haveSession(page, owner)
  await page.goto(`/view/${request.id}`)
  await expect(page.getByText('Luc Favre declined to sign').first()).toBeVisible()
  await expect(page.getByText('The rent is too high.').first()).toBeVisible()
})

test('who hands a signature on has no part in it any longer, and someone else signs', async ({
  visit,
  product,
  problems,
}) => {
  const { email, link } = await aRequestToLuc(product)
  const noor = mailOf('noor')
  const luc = await visit(phone)
  await luc.goto(link)
  await luc.getByRole('button', { name: 'Delegate' }).tap()
  const dialog = luc.getByRole('dialog', { name: 'Ask someone else to sign' })
  await dialog.getByLabel('Email of the person').fill(email)
  problems.expect(/400/)
  await dialog.getByRole('button', { name: 'Delegate' }).tap()
  await expect(dialog.getByText('This person is already the signer.')).toBeVisible()
  await dialog.getByLabel('Email of the person').fill(noor)
  await dialog.getByLabel('Message').fill('She runs the office.')
  await checkScreen(luc, 'hand-on')
  await dialog.getByRole('button', { name: 'Delegate' }).tap()
  await expect(luc.getByRole('heading', { name: 'You’ve delegated this document' })).toBeVisible()
  await checkScreen(luc, 'delegated')
  problems.expect(/401/)
  await luc.reload()
  await expect(luc.getByRole('heading', { name: 'You delegated this request' })).toBeVisible()
  const other = await visit(phone)
  await other.goto(linkIn(await product.inbox.next(noor)))
  await other.getByText('Signers and activity').tap()
  await expect(other.getByText('Delegated by Luc Favre')).toBeVisible()
  await expect(other.getByText('She runs the office.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Review and sign' })).toBeVisible()
})

test('the sender reminds, adds people and files, and takes the request back', async ({ page, product }) => {
  const { owner, email, request } = await aRequestToLuc(product)
  await haveSession(page, owner)
  await page.goto(`/view/${request.id}`)
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  await test.step('one line says how far it is, and reminds', async () => {
    await expect(page.getByRole('status').filter({ hasText: 'signed' })).toHaveText(
      /^0 of 1 signed · waiting for Luc · expires /,
    )
    await page.getByRole('button', { name: 'Remind', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Remind signers' })).toBeVisible()
    await page.keyboard.press('Escape')
    await checkScreen(page, 'view-progress')
  })

  await test.step('a reminder, once an hour', async () => {
    await choose('Remind …')
    await checkScreen(page, 'remind')
    await page.getByRole('button', { name: 'Remind 1 person' }).click()
    await expect(page.getByText('1 reminder sent.')).toBeVisible()
    await product.inbox.next(email)
    await expect(page.getByText(/You can remind again at/)).toBeVisible()
  })

  await test.step('a signer and an observer more', async () => {
    await choose('Add a signer …')
    await page.getByRole('button', { name: 'Add and notify' }).click()
    await expect(page.getByText('This field is required')).toBeVisible()
    const kim = mailOf('kim')
    await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill(kim)
    await checkScreen(page, 'add-signer')
    await page.getByRole('button', { name: 'Add and notify' }).click()
    await expect(page.getByText(`${kim} as a signer`)).toBeVisible()
    const olga = mailOf('olga')
    await choose('Add an observer …')
    await page.getByRole('dialog').getByLabel('Email').fill(olga)
    await page.getByRole('button', { name: 'Add observer' }).click()
    await expect(page.getByRole('button', { name: `Remove ${olga}` })).toBeVisible()
  })

  await test.step('an observer is removed by a button that says so', async () => {
    const remove = page.getByRole('button', { name: /^Remove olga/ })
    await remove.click()
    const dialog = page.getByRole('dialog', { name: /^Remove olga/ })
    await dialog.getByRole('button', { name: 'Remove observer' }).click()
    await expect(remove).toHaveCount(0)
  })

  await test.step('an attachment', async () => {
    const buffer = Buffer.from('Quiet after ten.')
    const input = page.getByLabel('Choose attachments')
    await input.setInputFiles({ name: 'House rules.txt', mimeType: 'text/plain', buffer })
    await expect(page.getByRole('button', { name: 'Download House rules.txt' })).toBeVisible()
    await checkScreen(page, 'view-with-extras')
  })

  await choose('Withdraw …')
  await page.getByRole('dialog').getByRole('textbox').fill('A new one follows.')
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(page.getByText('You withdrew this signature request')).toBeVisible()
  await expect(page.getByText('A new one follows.').first()).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a long press selects a request instead of opening it', async ({ page, product }) => {
    const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
    await aSignatureRequest(product, { owner, title: 'First', signers: [{ email: mailOf('luc') }] })
    await openDashboard(page, owner)
    const row = page.getByRole('link', { name: /First/ })
    await row.dispatchEvent('pointerdown', { pointerType: 'touch' })
    await expect(page.getByText('1 selected')).toBeVisible()
    await row.dispatchEvent('pointerup', { pointerType: 'touch' })
    await row.dispatchEvent('click')
    await expect(page).toHaveURL(/\/dashboard/)
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await expect(row).toBeFocused()
    await page.getByRole('button', { name: 'More actions for First' }).click()
    await page.getByRole('menuitem', { name: 'Select' }).click()
    await expect(page.getByRole('checkbox', { name: 'Select First' })).toBeVisible()
  })
})

test('several are selected by keys and go at once, after saying what that means', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  for (const title of ['First', 'Second', 'Third'])
    await aSignatureRequest(product, { owner, title, signers: [{ email: mailOf('luc') }] })
  await openDashboard(page, owner)
  await expect(page.getByRole('link', { name: /Third/ })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(page.getByText('3 selected')).toBeVisible()
  await checkScreen(page, 'dashboard-selected')
  await page.getByRole('button', { name: 'Remind' }).click()
  await expect(page.getByText('The signers of 3 requests were reminded.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Third' }).click()
  await page.getByRole('checkbox', { name: 'Select First' }).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(/^The request can no longer be signed/)).toBeVisible()
  await checkScreen(page, 'delete-documents')
  await page.getByRole('button', { name: 'Withdraw 3' }).click()
  await expect(page.getByText('3 were removed or withdrawn.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Withdrawn' })).toHaveCount(3)
})

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a computer', { width: 1280, height: 720 }],
] as const)
  test(`the bar of what is selected, and of what failed, covers nothing that the keyboard comes to on ${device}`, async ({
    page,
    product,
    problems,
  }) => {
    problems.expect(/409/)
    const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
    const titles = Array.from({ length: 12 }, (_, at) => `Lease ${at + 1}`)
    for (const title of titles)
      await aSignatureRequest(product, { owner, title, signers: [{ email: mailOf('luc') }] })
    await page.setViewportSize(viewport)
    await openDashboard(page, owner)
    const rows = page.getByRole('listitem').getByRole('link', { name: /Lease/ })
    await expect(rows).toHaveCount(12)
    await page.getByRole('checkbox', { name: 'Select Lease 12' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('1 selected')).toBeVisible()
    expect(await coveredAmong(rows)).toEqual([])
    const json = { key: 'request.not_open', status: 409, message: 'Not open' }
    await page.route('**/remind', (route) => route.fulfill({ status: 409, json }))
    await page.getByRole('button', { name: 'Select all 12' }).click()
    await page.getByRole('button', { name: 'Remind' }).click()
    await expect(page.getByText('Failed to remind signers')).toBeVisible()
    expect(await coveredAmong(rows)).toEqual([])
  })

test('someone who leaves the tab while several are reminded can stop it there, and sees what failed', async ({
  page,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  for (const title of ['First', 'Second'])
    await aSignatureRequest(product, { owner, title, signers: [{ email: mailOf('luc') }] })
  await openDashboard(page, owner)
  await page.getByRole('checkbox', { name: 'Select First' }).click()
  await page.getByRole('checkbox', { name: 'Select Second' }).click()
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  await page.route('**/remind', async (route) => {
    await left
    await route.fulfill({ status: 409, json: { key: 'request.not_open', status: 409, message: 'Not open' } })
  })
  problems.expect(/409/)
  await page.getByRole('button', { name: 'Remind' }).click()
  await expect(page.getByText('Reminding 1 of 2')).toBeVisible()
  await page.getByRole('tab', { name: 'Drafts' }).click()
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
  await expect(page.getByText('Reminding 1 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  leave()
  await expect(page.getByText('Failed to remind signers')).toBeVisible()
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(page.getByText('Failed to remind signers')).toBeHidden()
})

/** Luc signs by his link, as on another device. */
async function signedByLuc(product: Product, { request, link }: Awaited<ReturnType<typeof aRequestToLuc>>) {
  const body = { signatureRequests: [{ signatureRequestId: request.id, signingName: 'Luc Favre' }] }
  await product.call(signDirect, { body }, guestOf(link).as)
}

test('a request that is signed while its sender confirms its withdrawal is kept', async ({
  page,
  product,
  problems,
}) => {
  const sent = await aRequestToLuc(product)
  await openDashboard(page, sent.owner)
  const row = page.getByRole('link', { name: /Rental contract/ })
  await expect(row).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(/^The request can no longer be signed/)).toBeVisible()
  await signedByLuc(product, sent)
  problems.expect(/409/)
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(page.getByText(/This request changed in the meantime, so it wasn’t removed/)).toBeVisible()
  await expect(row).toBeVisible()
})

test('a request that others no longer keep is deleted only after saying so', async ({
  page,
  product,
  problems,
}) => {
  const sent = await aRequestToLuc(product)
  const olga = await product.person({ firstName: 'Olga' })
  const params = { id: sent.request.id }
  await product.call(addObserver, { params, body: { email: olga.email } }, sent.owner.as)
  await signedByLuc(product, sent)
  await haveSession(page, sent.owner)
  await page.goto(`/view/${sent.request.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remove from my documents …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Before you delete' })
  await expect(dialog.getByText(/Others keep their copy/)).toBeVisible()
  await product.call(deleteSignatureRequest, { params }, olga.as)
  problems.expect(/409/)
  await dialog.getByRole('button', { name: 'Remove from list' }).click()
  await expect(dialog.getByText('This request has changed')).toBeVisible()
  await expect(dialog.getByText(/will be deleted permanently/)).toBeVisible()
  await checkScreen(page, 'delete-changed')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('“Rental contract” was deleted.')).toBeVisible()
})

test('an observer who stops following a request is back at their documents', async ({
  page,
  product,
  problems,
}) => {
  const { owner, request } = await aRequestToLuc(product)
  const olga = await product.person({ firstName: 'Olga' })
  await product.call(addObserver, { params: { id: request.id }, body: { email: olga.email } }, owner.as)
  await haveSession(page, olga)
  await page.goto(`/view/${request.id}`)
  await page.getByRole('button', { name: `Remove ${olga.email}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop following this request?' })
  problems.expect(/404/)
  await dialog.getByRole('button', { name: 'Stop following' }).click()
  await expect(page.getByText('You removed “Rental contract” from your documents.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible()
})
