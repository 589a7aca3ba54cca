import {
  getSignatureRequest,
  initiateSignatureRequest,
  updateSignatureRequest,
} from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import type { Person } from '../apps/api/src/testing/caller.ts'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aPdf } from '../apps/api/src/testing/pdf.ts'
import { aDraft, aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { phone } from './support/devices.ts'
import { breakParty, mendParties } from './support/faults.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const mailOf = (name: string) => `${name}.${Math.random().toString(36).slice(2)}@example.org`

const mara = (product: Product) => product.person({ firstName: 'Mara', lastName: 'Lindt' })

async function aRequestOfMara(
  product: Product,
  signers: { email: string; firstName?: string }[],
  owner?: Person,
) {
  owner ??= await mara(product)
  return { owner, request: await aSignatureRequest(product, { owner, title: 'Rental contrct', signers }) }
}

test('the sender puts right what is out, and those who were asked hear of it', async ({ page, product }) => {
  const luc = mailOf('luc')
  const { owner, request } = await aRequestOfMara(product, [{ email: luc, firstName: 'Luc' }])
  await product.inbox.next(luc)
  await haveSession(page, owner)
  await page.goto(`/view/${request.id}`)

  await test.step('title and message, by keys', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Correct …' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Correct signature request' })
    await checkScreen(page, 'correct')
    await dialog.getByLabel('Title').fill('')
    await dialog.getByLabel('Title').press('Enter')
    await expect(dialog.getByText('This field is required')).toBeVisible()
    await dialog.getByLabel('Title').fill('Rental contract')
    const expiry = dialog.getByLabel('Expires on')
    const day = await expiry.inputValue()
    await expiry.fill('')
    await dialog.getByLabel('Title').press('Enter')
    await expect(expiry).toHaveAttribute('aria-invalid', 'true')
    await expiry.fill(day)
    await dialog.getByLabel('Message').fill('With the new rent.')
    await dialog.getByLabel('Title').press('Enter')
    await expect(page.getByRole('heading', { name: 'Rental contract', exact: true })).toBeVisible()
    const mail = await product.inbox.next(luc, /has corrected/)
    expect(mail.text).toContain('With the new rent.')
  })

  await test.step('the history says what it was, and on demand who and when', async () => {
    const entry = page.getByRole('listitem').filter({ hasText: 'Mara Lindt changed the signature request' })
    await expect(entry.getByText('Rental contrct')).toBeVisible()
    await entry.getByText('Details').click()
    await expect(entry.getByText(`Mara Lindt, ${owner.email} (signed in)`)).toBeVisible()
    await checkScreen(page, 'history')
    await page.getByLabel('Filter history').selectOption('People')
    await expect(entry).toBeHidden()
    await expect(page.getByText('Mara Lindt added', { exact: false }).first()).toBeVisible()
    await page.getByLabel('Filter history').selectOption('Everything')
  })

  await test.step('where one signs, by keys', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Move signature field …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move signature field' })
    const box = dialog.getByRole('button', { name: /^Signature: 35 mm from the left, 35 mm from the top/ })
    await box.focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByText('36 mm from the left, 46 mm from the top.')).toBeVisible()
    await checkScreen(page, 'correct-place')
    await dialog.getByRole('button', { name: 'Save position' }).click()
    await expect(page.getByText('Signature field')).toBeVisible()
  })

  await test.step('who signs, at another address', async () => {
    const lucas = mailOf('lucas')
    await page.getByRole('button', { name: 'Correct Luc', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct signers' })
    await dialog.getByLabel('Email', { exact: true }).fill(lucas)
    await checkScreen(page, 'correct-signer')
    await dialog.getByRole('button', { name: 'Send to this address' }).click()
    await expect(page.getByText(lucas).first()).toBeVisible()
    await product.inbox.next(lucas)
  })
})

test('a mail that came back is put right where it shows', async ({ visit, product }) => {
  const wrong = mailOf('wrong')
  const owner = await mara(product)
  await breakParty(product, 'smtp', 'reject_recipient')
  const { request } = await aRequestOfMara(product, [{ email: wrong, firstName: 'Luc' }], owner)
  const read = () => product.call(getSignatureRequest, { params: { id: request.id } }, owner.as)
  await expect.poll(async () => (await read()).signatures[0]?.delivery?.state).toBe('failed')
  await mendParties(product)
  const page = await visit(phone)
  await haveSession(page, owner)
  await page.goto(`/view/${request.id}`)
  await page.getByRole('button', { name: 'Details' }).first().tap()
  await page.getByRole('button', { name: 'Correct the address of Luc' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Correct signers' })
  await expect(dialog.getByText(`The email to ${wrong} bounced.`)).toBeVisible()
  const right = mailOf('right')
  await dialog.getByLabel('Email', { exact: true }).fill(right)
  await checkScreen(page, 'correct-address')
  await dialog.getByRole('button', { name: 'Send to this address' }).tap()
  await expect(page.getByRole('button', { name: 'Correct the address of Luc' })).toBeHidden()
  expect(linkIn(await product.inbox.next(right))).toContain(request.id)
})

test('after the first signature one is told why it cannot change, withdraws, and begins again', async ({
  page,
  product,
}) => {
  const anna = await product.person({ firstName: 'Anna' })
  const { owner, request } = await aRequestOfMara(product, [{ email: anna.email }, { email: mailOf('luc') }])
  await product.call(sign, { body: { signatureRequests: [{ signatureRequestId: request.id }] } }, anna.as)
  await haveSession(page, owner)
  await page.goto(`/view/${request.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Correct …' })).toBeHidden()
  await page.getByRole('menuitem', { name: 'Duplicate …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Duplicate this request?' })
  await expect(dialog.getByText('someone has already signed')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: 'Withdraw this request' })).toBeChecked()
  await checkScreen(page, 'duplicate-request')
  await dialog.getByRole('button', { name: 'Withdraw and start over' }).click()
  await expect(page).toHaveURL(/\/compose\//)
  await expect(page.getByText('Draft created.')).toBeVisible()
  await page.goto(`/view/${request.id}`)
  await expect(page.getByText('You withdrew this signature request')).toBeVisible()
})

test('a signature field is moved on the documents that its signer signs, and on no others', async ({
  page,
  product,
  problems,
}) => {
  const owner = await mara(product)
  const draft = await aDraft(product, {
    owner,
    documents: [aPdf({ title: 'Lease' }), aPdf({ title: 'Plan' })],
  })
  const params = { id: draft.id }
  const signs = (index: number) => ({
    account_email: mailOf('signer'),
    document_signatures: [{ document_id: draft.documents[index]?.id ?? '', visual_signature: null }],
  })
  await product.call(updateSignatureRequest, { params, body: { signatures: [signs(0), signs(1)] } }, owner.as)
  await product.call(initiateSignatureRequest, { params }, owner.as)
  await haveSession(page, owner)
  // One that can’t be read is said to be so, and can be asked for again.
  problems.expect(/ERR_CONNECTION_RESET/)
  const document = new RegExp(`/documents/${draft.documents[1]?.id}$`)
  await page.route(document, (route) => route.abort('connectionreset'))
  await page.goto(`/view/${draft.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Move signature field …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move signature field' })
  await expect(dialog.getByLabel('Show signature on a page')).toBeVisible()
  await expect(dialog.getByLabel('Document')).toBeHidden()
  await dialog.getByLabel('Signer').selectOption({ index: 1 })
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute(document)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByLabel('Show signature on a page').check()
  await dialog.getByRole('button', { name: 'Save position' }).click()
  await expect(dialog).toBeHidden()
  const { signatures } = await product.call(getSignatureRequest, { params }, owner.as)
  expect(signatures.map((one) => one.document_signatures.map(({ document_id }) => document_id))).toEqual(
    draft.documents.map(({ id }) => [id]),
  )
  expect(signatures[1]?.document_signatures[0]?.visual_signature?.positions).toHaveLength(1)
})
