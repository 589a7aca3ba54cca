import {
  getSignatureRequest,
  initiateSignatureRequest,
  updateSignatureRequest,
} from '@countersign/contract/signature-requests.ts'
import type { Page } from '@playwright/test'
import { testPdf } from '../apps/api/src/documents/documents/test-pdf.ts'
import { aPdf } from '../apps/api/src/testing/pdf.ts'
import { aDraft } from '../apps/api/src/testing/signature-request.ts'
import { checkBothSizes, checkScreen, checkWidth } from './support/screen.ts'
import { addSigner, chooseForSigner, openOptions, openSigner } from './support/compose.ts'
import { asOwner } from './support/database.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()
const people = (page: Page) => page.getByRole('region', { name: '2. People' })
const anna = { email: 'anna@example.org', firstName: 'Anna', lastName: 'Keller' }
const ben = { email: 'ben@example.org', firstName: 'Ben', lastName: 'Ott' }

test('a sender pastes a list of people, corrects what is wrong in it, and sets who is asked when', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}?step=people`)
  await page.getByRole('button', { name: 'Paste recipient list' }).click()
  const list = page.getByLabel('Recipient list')
  await expect(list).toBeFocused()
  await list.fill('Anna Keller <anna@example.org>; Ben Ott <ben@example>\nCarla Rossi\tcarla@example.org')
  await page.getByRole('button', { name: 'Add people' }).click()
  await expect(page.getByText('2 people were added.')).toBeVisible()
  await expect(page.getByText('No valid email in “Ben Ott <ben@example>”')).toBeVisible()
  await expect(list).toHaveValue('Ben Ott <ben@example>')
  await checkBothSizes(page, 'compose-paste')
  await list.fill('Ben Ott <ben@example.org>; anna@example.org')
  await page.getByRole('button', { name: 'Add people' }).click()
  await expect(page.getByText('1 person was added. 1 is on the list already.')).toBeVisible()
  await page.getByRole('button', { name: 'Close list' }).click()
  await expect(page.getByRole('button', { name: 'Paste recipient list' })).toBeFocused()
  // A name of 60 letters without a space leaves the buttons beside it within the panel.
  const first = await openSigner(page, 'Anna Keller')
  await first.getByRole('textbox', { name: 'Name' }).fill('Abcdefghijklmnopqrst'.repeat(3))
  await checkWidth(page, 'compose-long-name')
  const more = people(page).getByRole('button', { name: /^More actions for Abcdef/ })
  const isWithinPanel = async () => {
    const [panel, last] = [await people(page).boundingBox(), await more.boundingBox()]
    expect((last?.x ?? NaN) + (last?.width ?? NaN)).toBeLessThanOrEqual(
      (panel?.x ?? NaN) + (panel?.width ?? NaN),
    )
  }
  await isWithinPanel()
  await people(page).getByRole('button', { name: 'Done' }).click()
  await isWithinPanel()
  await checkBothSizes(page, 'compose-long-name')
  await (await openSigner(page, 'Abcdef')).getByRole('textbox', { name: 'Name' }).fill('Anna Keller')

  await people(page).getByRole('checkbox', { name: 'Set signing order' }).check()
  const third = await openSigner(page, 'Ben Ott')
  await third.getByRole('textbox', { name: 'Name' }).press('Alt+ArrowUp')
  await expect(people(page).getByRole('group').nth(1)).toHaveAccessibleName('Ben Ott')
  await expect(third.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await third.getByRole('combobox', { name: 'Signing order' }).selectOption('Same step as the signer above')
  await chooseForSigner(page, 'Carla Rossi', 'Move up')
  await chooseForSigner(page, 'Carla Rossi', 'Move up')
  await expect(people(page).getByRole('button', { name: 'More actions for Carla Rossi' })).toBeFocused()
  await saved(page)
  await expect
    .poll(async () => {
      const now = await product.call(getSignatureRequest, { params: { id: draft.id } }, owner.as)
      return now.signatures.map(({ signer_identity_data: { email_address }, sequence }) => [
        email_address,
        sequence,
      ])
    })
    .toEqual([
      ['carla@example.org', 0],
      ['anna@example.org', 1],
      ['ben@example.org', 1],
    ])
})

test('a sender chooses which documents each person signs, and a signer is told what they sign', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, {
    owner,
    documents: [aPdf({ title: 'One' }), aPdf({ title: 'Two' })],
    signers: [{ email: owner.email, firstName: 'Mara', lastName: 'Lindt' }, anna],
  })
  const params = { id: draft.id }
  const [first = '', second = ''] = draft.documents.map(({ id }) => id)
  const signed = async () => {
    const now = await product.call(getSignatureRequest, { params }, owner.as)
    return now.signatures.map((one) => one.document_signatures.map(({ document_id }) => document_id))
  }
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}?step=people`)
  const mara = await openSigner(page, 'Mara Lindt')
  await mara.getByRole('combobox', { name: 'Documents to sign' }).selectOption('Selected documents')
  await mara.getByRole('checkbox', { name: 'Document 2.pdf' }).uncheck()
  await mara.getByRole('checkbox', { name: 'Document 1.pdf' }).press('Space')
  await expect(mara.getByRole('checkbox', { name: 'Document 1.pdf' })).not.toBeChecked()
  await mara.getByRole('checkbox', { name: 'Document 1.pdf' }).press('Space')
  await saved(page)
  await expect.poll(signed).toEqual([[first], [first, second]])
  await checkBothSizes(page, 'compose-documents-of-signer')

  await product.call(initiateSignatureRequest, { params }, owner.as)
  await page.goto(`/view/${draft.id}`)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review and sign' })
  await expect(dialog.getByText('Not for you to sign')).toBeVisible()
  await dialog.getByRole('button', { name: 'Use this signature' }).click()
  await page.getByRole('button', { name: 'Sign now' }).click()
  await expect(page.getByRole('dialog', { name: 'You have signed' })).toBeVisible({ timeout: 60_000 })
  const done = await product.call(getSignatureRequest, { params }, owner.as)
  expect(done.documents.map(({ id, version_id }) => id === version_id)).toEqual([false, true])
})

test('five people are a line each, and the control that places their fields is beside the page without scrolling', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const names = ['Anna', 'Ben', 'Chiara', 'Luc', 'Zoe']
  const signers = names.map((firstName) => ({
    email: `${firstName.toLowerCase()}@example.org`,
    firstName,
    lastName: 'Keller',
  }))
  const draft = await aDraft(product, { owner, documents: [aPdf({ title: 'One' })], signers })
  await page.setViewportSize({ width: 1440, height: 900 })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  for (const name of names) {
    const line = people(page).getByRole('group', { name: `${name} Keller` })
    expect((await line.boundingBox())?.height).toBeLessThanOrEqual(44)
    const handle = people(page).getByRole('button', { name: `Place field for ${name} Keller` })
    await expect(handle).toBeInViewport({ ratio: 1 })
  }
  await expect(page.getByLabel('Expires on')).toBeHidden()
  await checkScreen(page, 'compose-five')
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  for (const done of [
    '1. Documents complete',
    '2. People complete',
    '3. Fields complete',
    '4. Send complete',
  ])
    await expect(heading(done)).toBeVisible()
  await page.getByRole('button', { name: 'Signature of Zoe Keller on page 1' }).focus()
  await page.keyboard.press('Delete')
  await expect(heading('3. Fields')).toBeVisible()
  await page.getByLabel('Title').fill(' ')
  await expect(heading('4. Send')).toBeVisible()
})

test('a person pasted as an address book gives them has both a name and an email', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, documents: [aPdf({ title: 'One' })], signers: [] })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  const email = people(page).getByRole('combobox', { name: 'Email', exact: true })
  await email.fill('Luc Favre <luc@example.org>')
  await email.press('Tab')
  await expect(people(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Luc Favre')
  await expect(email).toHaveValue('luc@example.org')
  await page.getByRole('button', { name: 'Add signer' }).click()
  await expect(people(page).getByRole('group')).toHaveCount(2)
  await people(page).getByRole('textbox', { name: 'Name' }).fill('"Ott, Ben" <ben@example.org>')
  await expect(email).toHaveValue('ben@example.org')
  await saved(page)
  await expect
    .poll(async () => {
      const now = await product.call(getSignatureRequest, { params: { id: draft.id } }, owner.as)
      return now.signatures.map(({ signer_identity_data: one }) => [one.first_name, one.email_address])
    })
    .toEqual([
      ['Luc', 'luc@example.org'],
      ['Ben', 'ben@example.org'],
    ])
})

test('a draft is saved with a name that can’t be one, and says beside it what is wrong', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, documents: [aPdf({ title: 'One' })], signers: [] })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  const kept = async () => {
    const now = await product.call(getSignatureRequest, { params: { id: draft.id } }, owner.as)
    const signers = now.signatures.map(({ signer_identity_data: one }) => [one.last_name, one.email_address])
    return { title: now.title, signers }
  }
  const name = people(page).getByRole('textbox', { name: 'Name' })
  await name.fill('luc@example.org')
  const email = people(page).getByRole('combobox', { name: 'Email', exact: true })
  await email.fill('luc@example.org')
  await email.press('Tab')
  const wrong = people(page).getByText('A name can’t contain an email address or a link')
  await expect(wrong).toBeVisible()
  await page.getByLabel('Title').fill('Lease of 2027')
  await expect.poll(kept).toEqual({ title: 'Lease of 2027', signers: [[null, 'luc@example.org']] })
  // The name isn't: leaving the page asks.
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Not everything is saved' })).toHaveCount(1)
  await checkScreen(page, 'compose-wrong-name')
  await page.getByRole('link', { name: 'Back to the documents' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByText('Stay on page').click()
  await name.fill('Luc Favre')
  await expect(wrong).toBeHidden()
  await saved(page)
  await expect.poll(kept).toEqual({ title: 'Lease of 2027', signers: [['Favre', 'luc@example.org']] })

  await test.step('an email that a mail has in place of a name is no name', async () => {
    await page.getByRole('button', { name: 'Paste recipient list' }).click()
    await page.getByLabel('Recipient list').fill('"carla@example.org" <carla@example.org>')
    await page.getByRole('button', { name: 'Add people' }).click()
    await expect(page.getByText('1 person was added.')).toBeVisible()
    await saved(page)
    const signers = [
      ['Favre', 'luc@example.org'],
      [null, 'carla@example.org'],
    ]
    await expect.poll(kept).toEqual({ title: 'Lease of 2027', signers })
  })
})

test('a draft whose expiry date has passed is saved, and the date is marked', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, documents: [aPdf({ title: 'One' })], signers: [anna] })
  const params = { id: draft.id }
  const yesterday = "UPDATE signature_requests SET expires_at = now() - interval '1 day' WHERE id = $1"
  await asOwner(product, yesterday, [draft.id])
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  await expect(page.getByText('Choose a future date.')).toBeVisible()
  await checkScreen(page, 'compose-expired')
  await page.getByLabel('Title').fill('Lease of 2027')
  await saved(page)
  await expect
    .poll(async () => (await product.call(getSignatureRequest, { params }, owner.as)).title)
    .toBe('Lease of 2027')
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Expires on').fill(day)
  await expect(page.getByText('Choose a future date.')).toBeHidden()
  await expect
    .poll(async () => (await product.call(getSignatureRequest, { params }, owner.as)).expiration_date)
    .toContain(day)
})

test('in a window that has room for one step at a time, the way back leads to the step before', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, documents: [aPdf({ title: 'One' })], signers: [anna] })
  await haveSession(page, owner)
  await page.setViewportSize({ width: 1100, height: 800 })
  await page.goto('/dashboard')
  await page.goto(`/compose/${draft.id}`)
  const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name })
  await step('People').click()
  await expect(step('People')).toHaveAttribute('aria-current', 'step')
  await page.goBack()
  await expect(step('Documents')).toHaveAttribute('aria-current', 'step')
})

test('a draft can be sent right after its last email is typed, by a tap that leaves the field focused', async ({
  page,
  product,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner: mara, documents: [aPdf({ title: 'One' })], signers: [] })
  await haveSession(page, mara)
  await page.goto(`/compose/${draft.id}`)
  await addSigner(page, { name: 'Luc Favre', email: 'luc@example.org', language: 'English' })
  const email = page.getByRole('combobox', { name: 'Email', exact: true })
  await email.fill('luc.favre@example.org')
  // As on an iPhone: the button is pressed, and the focus stays where it is.
  await page
    .getByRole('button', { name: 'Review and send' })
    .evaluate((button: HTMLElement) => button.click())
  await expect(page.getByRole('dialog').getByText('luc.favre@example.org')).toBeVisible()
})

test('a field is shown under the pointer before it is placed, and placed where it was shown', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const documents = [aPdf({ title: 'One' })]
  const draft = await aDraft(product, { owner, documents, signers: [anna] })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  const field = page.getByRole('button', { name: 'Signature of Anna Keller on page 1' })
  await field.focus()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Place field for Anna Keller' }).click()
  const sheet = await page.getByRole('group', { name: /^Page 1 of/ }).boundingBox()
  if (!sheet) throw new Error('the page is not shown')
  const ghost = page.locator('[data-ghost]')
  await expect(ghost).toBeHidden()
  await page.mouse.move(sheet.x + sheet.width / 2, sheet.y + sheet.height / 3)
  await expect(ghost).toHaveText('Signature · Anna Keller')
  const shown = await ghost.boundingBox()
  await page.mouse.move(sheet.x + sheet.width / 2, sheet.y - 30)
  await expect(ghost).toBeHidden()
  await page.mouse.click(sheet.x + sheet.width / 2, sheet.y + sheet.height / 3)
  await expect(field).toHaveText('Signature · Anna Keller')
  await expect(ghost).toBeHidden()
  const placed = await field.boundingBox()
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(placed?.[side]).toBeCloseTo(shown?.[side] ?? -1, 0)
  await checkScreen(page, 'compose-field-placed')
})

test('a signer without a field on a document is pointed out before sending, and the way to it is one press', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const documents = [aPdf({ title: 'One' }), aPdf({ title: 'Two' })]
  const draft = await aDraft(product, { owner, documents, signers: [anna, ben] })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  const fields = page.getByRole('button', { name: 'Signature of Anna Keller on page 1' })
  // One on each document: the last of them is the second one's only once both are shown.
  await expect(fields).toHaveCount(2)
  await fields.last().focus()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Review and send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ready to send?' })
  await expect(dialog).toContainText('Simple electronic signature (SES)')
  const [hers, his] = [
    dialog.getByRole('listitem').filter({ hasText: 'Anna' }),
    dialog.getByRole('listitem').filter({ hasText: 'Ben' }),
  ]
  await expect(hers).toContainText('No signature field on Document 2.pdf')
  await expect(his).not.toContainText('No signature field')
  await checkScreen(page, 'compose-review-without-field')
  await hers.getByRole('button', { name: 'Place field for Anna Keller' }).click()
  await expect(dialog).toBeHidden()
  const second = page.getByRole('group', { name: /^Page 1 of/ }).last()
  await second.click({ position: { x: 300, y: 450 } })
  await expect(page.getByRole('button', { name: 'Signature of Anna Keller on page 1' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(dialog).toBeVisible()
  await expect(dialog).not.toContainText('No signature field')
})

test('a sender who means a signature without a field says so, and previews the email that goes out', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const luc = { email: `luc.${Date.now()}@example.org`, firstName: 'Luc', lastName: 'Favre' }
  const draft = await aDraft(product, { owner, signers: [{ ...luc, language: 'fr' }] })
  const [signature] = draft.signatures
  const signatures = [
    {
      sid: signature?.sid ?? '',
      account_email: luc.email,
      signer_identity_data: signature?.signer_identity_data ?? null,
      language: 'fr' as const,
    },
  ]
  await product.call(
    updateSignatureRequest,
    { params: { id: draft.id }, body: { signatures, message: 'Please sign by Friday.' } },
    owner.as,
  )
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}?step=send`)
  await page.getByRole('button', { name: 'Review and send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ready to send?' })
  await dialog.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(dialog.getByRole('alert')).toContainText('choose to sign without them')
  await checkBothSizes(page, 'compose-undecided')
  await dialog.getByRole('button', { name: 'Sign without field' }).click()
  await expect(dialog).toContainText('Signs Document 1.pdf without a field')
  await expect(dialog.getByRole('alert')).toBeHidden()
  await dialog.getByRole('button', { name: 'Preview email' }).click()
  const preview = dialog.getByRole('region', { name: 'Email preview' })
  await expect(preview).toContainText('Please sign by Friday.')
  await expect(preview).toHaveAttribute('lang', 'fr')
  await checkBothSizes(page, 'compose-preview')
  const subject = (await preview.getByRole('paragraph').first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page.getByRole('heading', { name: /^Sent:/ })).toBeVisible()
  expect((await product.inbox.next(luc.email)).subject).toBe(subject)
})

test('places are lined up, copied to the other documents and taken back with the keyboard', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, {
    owner,
    documents: [aPdf({ title: 'One' }), aPdf({ title: 'Two', pages: 2 })],
    signers: [anna],
  })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  const field = page.getByRole('button', { name: 'Signature of Anna Keller on page 1' })
  await field.first().focus()
  await page.keyboard.press('Delete')
  await expect(field).toHaveCount(1)
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.press('Enter')
  await expect(field).toHaveCount(2)
  await expect(undo).toBeDisabled()
  // A frame later the browser takes the focus from what it holds for disabled.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(undo).toBeFocused()

  await field.first().focus()
  const left = page.getByRole('spinbutton', { name: 'From the left' })
  await page.keyboard.press('Control+ArrowLeft')
  await expect(left).toHaveValue('0')
  await page.keyboard.press('Control+ArrowRight')
  await expect(left).not.toHaveValue('0')
  await page.keyboard.press('Shift+ArrowRight')
  const moved = await left.inputValue()
  await page.getByRole('button', { name: 'Copy to the other document' }).press('Enter')
  const request = () => product.call(getSignatureRequest, { params: { id: draft.id } }, owner.as)
  const lefts = async () => {
    const { documents, signatures } = await request()
    const placed = signatures[0]?.document_signatures ?? []
    // By document: the entries of a signature are in no particular order.
    return documents.map(
      ({ id }) =>
        placed.find(({ document_id: documentId }) => documentId === id)?.visual_signature?.positions[0]?.x,
    )
  }
  await expect.poll(lefts).toEqual([Number(moved), Number(moved)])
  await page.keyboard.press('Control+z')
  await expect.poll(lefts).toEqual([Number(moved), 100])
  await page.keyboard.press('Control+Shift+Z')
  await expect.poll(lefts).toEqual([Number(moved), Number(moved)])
  await checkScreen(page, 'compose-fields')
})

test('a place snaps to lines while it is dragged, and two that overlap are named', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, signers: [anna, ben] })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  const his = page.getByRole('button', { name: 'Signature of Ben Ott on page 1' })
  const box = await his.boundingBox()
  if (!box) throw new Error('the field is not shown')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x + 3, middle.y - 50, { steps: 4 })
  await expect(page.locator('[data-guide=x]')).toBeVisible()
  await page.keyboard.down('Alt')
  await page.mouse.move(middle.x + 4, middle.y - 50)
  await expect(page.locator('[data-guide]')).toHaveCount(0)
  await expect.poll(async () => (await his.boundingBox())?.x ?? 0).toBeCloseTo(box.x + 4, 0)
  await page.keyboard.up('Alt')
  await page.mouse.move(middle.x + 3, middle.y - 50)
  await expect(page.locator('[data-guide=x]')).toBeVisible()
  await page.mouse.up()
  await expect(page.locator('[data-guide]')).toHaveCount(0)
  await expect.poll(async () => (await his.boundingBox())?.x ?? 0).toBeCloseTo(box.x, 0)
  await expect(page.getByText(/^Anna Keller and Ben Ott overlap on page 1/)).toBeVisible()
  await checkScreen(page, 'compose-overlap')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/overlap on page/)).toHaveCount(0)
  await saved(page)
})

test('places that the document names itself are offered, with whom they name', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const text = (y: number, said: string) => `BT /F1 14 Tf 72 ${y} Td (${said}) Tj ET`
  const content = [
    text(700, 'Lease'),
    text(500, '{{date:1:Date of birth*}}'),
    text(300, '{{s1}}'),
    text(120, '[[sign:carla@example.org]]'),
  ].join(' ')
  const widget =
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Landlord) /Rect [380 100 560 160] /F 4 /P 10 0 R >>'
  const pdf = testPdf({
    pages: [{ content, annots: '101 0 R' }],
    more: ['<< >>', widget],
    catalog: '/AcroForm << /Fields [101 0 R] >>',
  })
  const draft = await aDraft(product, { owner, documents: [pdf], signers: [anna, ben] })
  const [first, second] = draft.signatures
  const nowhere = [first, second].map((signature) => ({
    sid: signature?.sid ?? '',
    account_email: signature?.signer_identity_data.email_address ?? '',
    signer_identity_data: signature?.signer_identity_data ?? null,
  }))
  await product.call(
    updateSignatureRequest,
    { params: { id: draft.id }, body: { signatures: nowhere } },
    owner.as,
  )
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  await expect(page.getByText('4 fields found in the documents')).toBeVisible()
  await page.getByRole('button', { name: 'Review fields' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who signs or fills in what?' })
  await expect(dialog.getByLabel('{{s1}}').locator('option:checked')).toHaveText('Anna Keller')
  await expect(dialog.getByLabel('[[sign:carla@example.org]]').locator('option:checked')).toHaveText(
    'carla@example.org, to be added',
  )
  await dialog.getByLabel('Landlord').selectOption('Anna Keller')
  await expect(dialog.getByText('This signer already has a signature field in this document.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add 4 fields' })).toBeDisabled()
  await dialog.getByLabel('Landlord').selectOption('Ben Ott')
  await checkScreen(page, 'compose-found-places')
  await dialog.getByRole('button', { name: 'Add 4 fields' }).click()
  await expect(page.getByRole('button', { name: 'Signature of Anna Keller on page 1' })).toBeVisible()
  await expect(page.getByLabel('Who signs the PDF field “Landlord”?')).toHaveValue(/./)
  await expect(people(page).getByRole('group')).toHaveCount(3)
  await expect
    .poll(async () => {
      const now = await product.call(getSignatureRequest, { params: { id: draft.id } }, owner.as)
      return now.signatures.map(({ document_signatures: [place] }) => place?.visual_signature?.form_field)
    })
    .toEqual([null, 'Landlord', null])
  const { signatures } = await product.call(getSignatureRequest, { params: { id: draft.id } }, owner.as)
  expect(signatures[0]?.document_signatures[0]?.fields).toMatchObject([
    { type: 'DATE', label: 'Date of birth', required: true },
  ])
})

test('changes of two tabs are put together, and what both changed is chosen part by part', async ({
  page,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, signers: [anna] })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  await expect(page.getByLabel('Title')).toBeVisible()
  const second = await page.context().newPage()
  await second.goto(`/compose/${draft.id}`)
  await second.getByLabel('Title').fill('From the second tab')
  await saved(second)
  problems.expect(/409/)
  await page.getByLabel('Message').fill('From the first tab')
  await expect(page.getByText('Changes made elsewhere have been added to this draft')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('From the second tab')
  await page.getByRole('button', { name: 'OK' }).click()
  await saved(page)

  // Who comes back to a tab sees what was changed in another.
  await second.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(second.getByLabel('Message')).toHaveValue('From the first tab')
  await second.getByLabel('Message').fill('Second again')
  await second.getByLabel('Title').fill('Second title')
  await saved(second)
  await page.getByLabel('Message').fill('First again')
  await page.getByLabel('Title').fill('First title')
  await expect(page.getByText('This draft was changed elsewhere')).toBeVisible()
  await checkScreen(page, 'compose-conflict')
  const title = page.getByRole('group', { name: 'Title' })
  await title.getByRole('radio', { name: 'The other version' }).check()
  await page.getByRole('button', { name: 'Save these choices' }).click()
  await saved(page)
  await expect(page.getByLabel('Title')).toHaveValue('Second title')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('First again')
  await expect(page.getByLabel('Title')).toHaveValue('Second title')

  await test.step('each version of a signer says what it differs in', async () => {
    const language = async (of: Page, label: string) => {
      await openSigner(of, 'Anna Keller')
      await people(of).getByLabel('Email language').selectOption({ label })
    }
    await second.reload()
    await language(second, 'Français')
    await saved(second)
    await language(page, 'Deutsch')
    const signer = page.getByRole('group', { name: 'Person Anna Keller' })
    await expect(signer.getByText('Anna Keller <anna@example.org> · Deutsch')).toBeVisible()
    await expect(signer.getByText('Anna Keller <anna@example.org> · Français')).toBeVisible()
  })
})

test('removed signers come back, and a document with fields is removed only after a question', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, signers: [anna, ben] })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  const rows = people(page).getByRole('group')
  await chooseForSigner(page, 'Anna Keller', 'Remove')
  await expect(page.getByText('“Anna Keller” was removed.')).toBeVisible()
  await chooseForSigner(page, 'Ben Ott', 'Remove')
  // The latest is the one whose way back is shown.
  await expect(page.getByText('“Anna Keller” was removed.')).toHaveCount(0)
  await page
    .getByRole('status')
    .filter({ hasText: '“Ben Ott” was removed.' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(rows.filter({ hasText: 'Ben Ott' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Signature of Ben Ott on page 1' })).toBeVisible()
  await saved(page)

  await page.getByRole('button', { name: 'Remove Document 1.pdf' }).click()
  const question = page.getByRole('dialog', { name: 'Remove “Document 1.pdf”?' })
  await question.getByRole('button', { name: 'Keep file' }).click()
  await expect(page.getByText('Document 1.pdf')).toBeVisible()
  await page.getByLabel('Title').fill('Lease of 2028')
  await page.getByRole('button', { name: 'Remove Document 1.pdf' }).click()
  await question.getByRole('button', { name: 'Remove file' }).click()
  await expect(page.getByText('Document 1.pdf', { exact: true })).toHaveCount(0)
  await saved(page)
  // What was typed just before is saved first: the removal is taken for nobody else's change.
  await expect(page.getByText('Changes made elsewhere')).toHaveCount(0)
  const { title } = await product.call(getSignatureRequest, { params: { id: draft.id } }, owner.as)
  expect(title).toBe('Lease of 2028')
})

test('one is asked before leaving only where something would be lost', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, signers: [anna] })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  await page.getByLabel('Title').fill('Not yet saved')
  await page.getByRole('link', { name: 'Back to the documents' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto(`/compose/${draft.id}`)
  await expect(page.getByLabel('Title')).toHaveValue('Not yet saved')
  await page.getByRole('button', { name: 'Add signer' }).click()
  await people(page).getByRole('group').last().getByRole('textbox', { name: 'Name' }).fill('Nobody yet')
  await page.getByRole('link', { name: 'Back to the documents' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await checkScreen(page, 'compose-leave')
  await page.getByRole('button', { name: 'Stay on page' }).click()
  await expect(page).toHaveURL(/\/compose\//)
  await chooseForSigner(page, 'Nobody yet', 'Remove')
  await page.getByRole('button', { name: 'Paste recipient list' }).click()
  await page.getByLabel('Recipient list').fill(`ben@example.org; ${owner.email}`)
  await page.getByRole('link', { name: 'Back to the documents' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay on page' }).click()
  await page.getByRole('button', { name: 'Add people' }).click()
  await expect(people(page).getByRole('group', { name: 'Mara Lindt' })).toBeVisible()
  await saved(page)
  await page.getByRole('link', { name: 'Back to the documents' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('an observer and an attachment go along, and the date is the one that was set', async ({
  page,
  product,
  problems,
}) => {
  problems.expect(/422/)
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, signers: [anna] })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  await openOptions(page)
  await page.getByRole('button', { name: 'Add an observer' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill('olga@example.org')
  await page.getByRole('button', { name: 'Add observer' }).click()
  await expect(page.getByRole('region', { name: 'Observers' })).toContainText('olga@example.org')
  await page.getByLabel('Choose attachments').setInputFiles([
    { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: aPdf({ title: 'Plan' }) },
    { name: 'Plan.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
  ])
  const attachments = page.getByRole('region', { name: 'Attachments' })
  await expect(attachments).toContainText('Plan.pdf')
  await expect(attachments.getByRole('alert')).toContainText('isn’t supported for attachments')
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Expires on').fill(day)
  await expect(page.getByRole('combobox', { name: 'Signature level' })).toHaveValue('SES')
  await page.getByText('Not yet available to you').click()
  await expect(page.getByText('Signature on regulated records (Part 11)')).toBeVisible()
  await page.getByRole('combobox', { name: 'Signature level' }).selectOption('DEMO')
  await saved(page)
  await checkScreen(page, 'compose-send')
  await page.getByRole('button', { name: 'Review and send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ready to send?' })
  await expect(dialog).toContainText('olga@example.org')
  await expect(dialog).toContainText('Plan.pdf')
  await expect(dialog).toContainText('Demo: signatures have no legal effect.')
  await dialog.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page.getByRole('heading', { name: /^Sent:/ })).toBeVisible()
  const sent = await product.call(getSignatureRequest, { params: { id: draft.id } }, owner.as)
  expect(sent).toMatchObject({ quality: 'DEMO', status_overall: 'OPEN' })
  expect(sent.expiration_date?.slice(0, 10)).toBe(day)
})

test('fifty documents and a hundred people are worked with as one document and two', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const documents = Array.from({ length: 50 }, (_, index) => aPdf({ title: `Annex ${index + 1}` }))
  const { id, documents: uploaded } = await aDraft(product, { owner, documents })
  const signatures = Array.from({ length: 100 }, (_, person) => ({
    account_email: `person.${person}@example.org`,
    signer_identity_data: {
      email_address: `person.${person}@example.org`,
      first_name: 'Person',
      last_name: `${person}`,
    },
    document_signatures: uploaded.map((document) => ({
      document_id: document.id,
      visual_signature: {
        position: { page: '0', x: (person % 8) * 70, y: 60 * Math.floor(person / 8), width: 60, height: 50 },
      },
    })),
  }))
  await product.call(updateSignatureRequest, { params: { id }, body: { signatures } }, owner.as)
  await haveSession(page, owner)
  await page.goto(`/compose/${id}`)
  await expect(page.getByRole('group', { name: 'Page 1 of 1' }).first().locator('img')).toBeVisible()
  await expect(people(page).getByRole('listitem')).toHaveCount(100)
  // What lies far from what one looks at is not drawn.
  expect(await page.getByRole('button', { name: /^Signature of Person/ }).count()).toBeLessThan(500)
  const person = await openSigner(page, 'Person 42')
  await person.getByRole('textbox', { name: 'Name' }).fill('Nora Berger')
  await people(page).getByRole('button', { name: 'More actions for Nora Berger' }).press('Alt+Home')
  await expect(people(page).getByRole('listitem').first()).toContainText('Nora Berger')
  await page.getByRole('button', { name: 'Signature of Person 0 on page 1' }).first().press('ArrowRight')
  await saved(page)
  const first = async () => {
    const now = await product.call(getSignatureRequest, { params: { id } }, owner.as)
    return now.signatures.slice(0, 2).map(({ signer_identity_data, document_signatures }) => ({
      name: signer_identity_data.last_name,
      // On the document that was in sight: only those near it are drawn.
      isMoved: document_signatures.some((one) => one.visual_signature?.positions[0]?.x === 1),
    }))
  }
  // The page may still say that what came before was saved.
  await expect
    .poll(first, { timeout: 15_000 })
    .toMatchObject([{ name: 'Berger' }, { name: '0', isMoved: true }])
})

test('a screen reader is told that a draft could not be saved and that it is again, and not of each save', async ({
  page,
  product,
  problems,
}) => {
  problems.expect(/ERR_CONNECTION_RESET/)
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, documents: [aPdf({ title: 'One' })], signers: [anna] })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  const told = page.getByRole('status').filter({ hasText: /sav/i })
  const isStored = (title: string) =>
    expect
      .poll(async () => {
        const params = { id: draft.id }
        return (await product.call(getSignatureRequest, { params }, owner.as)).title
      })
      .toBe(title)
  await page.getByLabel('Title').fill('Lease')
  await isStored('Lease')
  await saved(page)
  await expect(told).toHaveCount(0)
  const saving = `**/signature-requests/${draft.id}`
  await page.route(saving, (route) =>
    route.request().method() === 'PUT' ? route.abort('connectionreset') : route.fallback(),
  )
  await page.getByLabel('Title').fill('Lease of 2027')
  await expect(page.getByRole('alert').getByText('We couldn’t save the draft')).toBeVisible({
    timeout: 30_000,
  })
  await page.getByRole('button', { name: 'Save again' }).click()
  // It is tried again after a while, too.
  await page.unroute(saving)
  await isStored('Lease of 2027')
  await expect(told).toHaveText('The draft is saved again.')
  await page.getByLabel('Title').fill('Lease of 2028')
  await isStored('Lease of 2028')
  await expect(told).toHaveCount(0)
})
