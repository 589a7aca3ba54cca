import { getSignatureRequest, updateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import type { Page } from '@playwright/test'
import { aPdf as anyPdf } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { aCertifiedPdf } from '../apps/api/src/testing/certified-pdf.ts'
import type { Person } from '../apps/api/src/testing/caller.ts'
import { aPdf } from '../apps/api/src/testing/pdf.ts'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aDraft } from '../apps/api/src/testing/signature-request.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const anna = { email: 'anna@example.org', firstName: 'Anna', lastName: 'Keller' }
const types = [
  ['Initials', 'INITIALS'],
  ['Date signed', 'DATE_SIGNED'],
  ['Name', 'NAME'],
  ['Email', 'EMAIL'],
  ['Text', 'TEXT'],
  ['Number', 'NUMBER'],
  ['Date', 'DATE'],
  ['Checkbox', 'CHECKBOX'],
  ['Radio group', 'RADIO'],
  ['Dropdown', 'DROPDOWN'],
] as const

const fieldsPanel = (page: Page) => page.getByRole('region', { name: '3. Fields' })
const onPage = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Presses the type in the palette, then the page at a part of its width and at a height from its top. */
async function place(page: Page, type: string, x: number, y: number): Promise<void> {
  const palette = fieldsPanel(page).getByRole('group', { name: 'Field types' })
  await palette.getByRole('button', { name: `${type} for Anna Keller`, exact: true }).click()
  const sheet = page.getByRole('group', { name: /^Page 1 of/ })
  const box = await sheet.boundingBox()
  await sheet.click({ position: { x: (box?.width ?? 0) * x, y } })
}

test('a sender places fields of all types, sets their properties and sends; the request has them all', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, documents: [aPdf({ pages: 2 })], signers: [anna] })
  const read = () => product.call(getSignatureRequest, { params: { id: draft.id } }, owner.as)
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}?step=fields`)
  await onPage(page, 'Signature of Anna Keller on page 1').press('Delete')

  await place(page, 'Signature', 0.2, 60)
  await place(page, 'Signature', 0.75, 60)
  await expect(onPage(page, 'Signature of Anna Keller on page 1')).toHaveCount(2)
  for (const [index, [name]] of types.entries()) {
    await place(page, name, index % 2 === 0 ? 0.2 : 0.75, 140 + Math.floor(index / 2) * 60)
    await expect(onPage(page, new RegExp(`^${name} “.*” of Anna Keller on page 1$`)).first()).toBeFocused()
  }
  await checkScreen(page, 'compose-fields-all')

  // Initials go on every page; one too many is taken back.
  await onPage(page, 'Initials “Initials” of Anna Keller on page 1').click()
  await fieldsPanel(page).getByRole('button', { name: 'On every page' }).click()
  await expect(onPage(page, 'Initials “Initials” of Anna Keller on page 2')).toBeFocused()
  await fieldsPanel(page).getByRole('button', { name: 'Duplicate' }).click()
  await expect(onPage(page, 'Initials “Initials” of Anna Keller on page 2')).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(onPage(page, 'Initials “Initials” of Anna Keller on page 2')).toHaveCount(1)

  const text = onPage(page, 'Text “Text” of Anna Keller on page 1')
  await text.focus()
  const properties = fieldsPanel(page).getByRole('region', { name: 'Properties of Text for Anna Keller' })
  await properties.getByLabel('Prefilled value (optional)').fill('Zurich')
  await properties.getByLabel('Maximum length (optional)').fill('4')
  await expect(properties.getByText('Enter at most 4 characters.')).toBeVisible()
  await expect(properties.getByText('Not saved yet: correct the marked fields.')).toBeVisible()
  // Nor is it sent without what was typed.
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(page.getByRole('heading', { name: '3. Fields' })).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await text.focus()
  await properties.getByLabel('Prefilled value (optional)').fill('Zug')
  await expect(properties.getByText('Not saved yet: correct the marked fields.')).toBeHidden()
  await properties.getByLabel('Required').check()
  await properties.getByLabel('Font size (points)').fill('9.5')
  await properties.getByLabel('Alignment').selectOption('Right')
  await properties.getByLabel('Tooltip (optional)').fill('Where you live')
  await properties.getByLabel('Label').fill('Town')
  await expect(onPage(page, 'Text “Town” of Anna Keller on page 1')).toBeVisible()

  await onPage(page, /^Radio group “Option 1”/).focus()
  const group = fieldsPanel(page).getByRole('region', { name: /^Properties of Radio group/ })
  await group.getByRole('button', { name: 'Add option' }).click()
  await group.getByRole('textbox', { name: 'Option 3' }).fill('Neither')
  await group.getByLabel('Prefilled value (optional)').selectOption('Neither')
  await checkScreen(page, 'compose-field-properties')

  // Two are selected, aligned, and moved together by a key.
  await onPage(page, /^Email “/).click()
  await onPage(page, /^Number “/).click({ modifiers: ['Shift'] })
  await expect(fieldsPanel(page).getByText('2 fields selected')).toBeVisible()
  await fieldsPanel(page).getByRole('button', { name: 'Align left' }).click()
  await fieldsPanel(page).getByRole('button', { name: 'Same size' }).click()
  await onPage(page, /^Number “/).press('Shift+ArrowRight')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Review and send' }).click()
  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page.getByRole('heading', { name: /^Sent:/ })).toBeVisible()

  const sent = await read()
  const [placed] = sent.signatures[0]?.document_signatures ?? []
  expect(placed?.visual_signature?.positions).toHaveLength(2)
  const fields = placed?.fields ?? []
  expect(fields.map(({ type }) => type).toSorted()).toEqual(
    ['INITIALS', ...types.map(([, type]) => type)].toSorted(),
  )
  const initials = fields.filter(({ type }) => type === 'INITIALS').map(({ position }) => position?.page)
  expect(new Set(initials)).toEqual(new Set(['0', '1']))
  expect(fields.find(({ type }) => type === 'TEXT')).toMatchObject({
    ...{ label: 'Town', value: 'Zug', required: true, max_length: 4, font_size: 9.5 },
    ...{ alignment: 'right', tooltip: 'Where you live' },
  })
  expect(fields.find(({ type }) => type === 'RADIO')).toMatchObject({
    value: 'Neither',
    options: [{ value: 'Option 1' }, { value: 'Option 2' }, { value: 'Neither' }],
  })
  const [email, number] = (['EMAIL', 'NUMBER'] as const).map(
    (type) => fields.find((field) => field.type === type)?.position,
  )
  expect(number).toMatchObject({ x: email?.x, width: email?.width, height: email?.height })
})

test('the palette stays in view with a signer’s form open, and properties that can’t be saved outlive the selection', async ({
  page,
  product,
}) => {
  // 900 px less the notice of a trial.
  await page.setViewportSize({ width: 1440, height: 836 })
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const signers = [anna, { ...anna, email: 'ben@example.org', firstName: 'Ben' }]
  const draft = await aDraft(product, { owner, documents: [aPdf({ pages: 2 })], signers })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  const palette = fieldsPanel(page).getByRole('group', { name: 'Field types' })
  await expect(palette).toBeInViewport({ ratio: 1 })
  await page
    .getByRole('region', { name: '2. People' })
    .getByRole('button', { name: /Anna Keller/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Add signer' }).click()
  await expect(palette).toBeInViewport({ ratio: 1 })
  await checkScreen(page, 'compose-palette-in-view')

  await place(page, 'Text', 0.2, 440)
  await place(page, 'Number', 0.2, 520)
  await onPage(page, 'Text “Text” of Anna Keller on page 1').focus()
  const properties = fieldsPanel(page).getByRole('region', { name: 'Properties of Text for Anna Keller' })
  await properties.getByLabel('Prefilled value (optional)').fill('Zurich')
  await properties.getByLabel('Maximum length (optional)').fill('4')
  await expect(palette).toBeInViewport({ ratio: 1 })
  await onPage(page, /^Number “/).focus()
  await expect(properties).toBeHidden()
  await fieldsPanel(page).getByRole('button', { name: '“Text” of Anna Keller' }).click()
  await expect(properties.getByText('Enter at most 4 characters.')).toBeVisible()
  await expect(properties.getByLabel('Prefilled value (optional)')).toHaveValue('Zurich')
})

test('a form with scripts is refused, and taken in without them on the sender’s word', async ({
  page,
  product,
  problems,
}) => {
  problems.expect(/422/)
  const script = '<</S/JavaScript/JS(event.value = 1)>>'
  const form = anyPdf({
    catalog: '/AcroForm<</Fields[60 0 R]/CO[60 0 R]>>',
    page: '/Annots[60 0 R]',
    objects: {
      60: `<</Type/Annot/Subtype/Widget/F 4/P 10 0 R/FT/Tx/T(Sum)/Rect[20 150 160 170]/AA<</C ${script}>>>>`,
    },
  })
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, documents: [aPdf()] })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  const documents = page.getByRole('region', { name: '1. Documents' })
  await documents
    .locator('input[type=file]')
    .setInputFiles({ name: 'Tax.pdf', mimeType: 'application/pdf', buffer: form })
  await expect(documents.getByRole('alert')).toContainText('This PDF is a dynamic form.')
  await documents.getByRole('button', { name: 'Upload without scripts' }).click()
  await expect(documents.getByText('Scripts removed')).toBeVisible()
  await expect(documents.getByRole('alert')).toHaveCount(0)
})

test('fields are aligned, distributed, made the same size, put on every page, and each step is undone by keyboard', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, documents: [aPdf({ pages: 3 })], signers: [anna] })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}?step=fields`)
  const names = ['Text', 'Number', 'Date'] as const
  for (const [index, name] of names.entries())
    await place(page, name, 0.2 + index * 0.1, [100, 190, 420][index] ?? 0)
  const field = (name: string) => onPage(page, new RegExp(`^${name} “`)).first()
  // On the page: what is shown of it scrolls to a field that is added.
  const boxes = async () => {
    const sheet = await page.getByRole('group', { name: /^Page 1 of/ }).boundingBox()
    const found = await Promise.all(names.map((name) => field(name).boundingBox()))
    return found.map((box) => ({
      x: (box?.x ?? 0) - (sheet?.x ?? 0),
      y: (box?.y ?? 0) - (sheet?.y ?? 0),
      width: box?.width ?? 0,
    }))
  }
  const tool = (name: string) => fieldsPanel(page).getByRole('button', { name, exact: true })
  const close = (a = 0, b = 0) => Math.abs(a - b) < 1
  const before = await boxes()
  await field('Text').click()
  for (const name of ['Number', 'Date']) await field(name).click({ modifiers: ['Shift'] })

  await tool('Align left').click()
  await expect.poll(async () => new Set((await boxes()).map(({ x }) => Math.round(x))).size).toBe(1)
  await tool('Distribute down').click()
  const isEven = ([a, b, c]: Awaited<ReturnType<typeof boxes>>) =>
    close((b?.y ?? 0) - (a?.y ?? 0), (c?.y ?? 0) - (b?.y ?? 0))
  await expect.poll(async () => isEven(await boxes())).toBe(true)
  await field('Date').press('Alt+Shift+ArrowRight')
  await tool('Same size').click()
  await expect.poll(async () => new Set((await boxes()).map(({ width }) => Math.round(width))).size).toBe(1)

  // What is selected with others stays so when it is pressed.
  await onPage(page, 'Signature of Anna Keller on page 1').click()
  await field('Text').click()
  await tool('On every page').click()
  await expect(onPage(page, 'Text “Text” of Anna Keller on page 3')).toHaveCount(1)
  const undo = () => page.keyboard.press('Control+z')
  await undo()
  await expect(onPage(page, 'Text “Text” of Anna Keller on page 3')).toHaveCount(0)
  for (const _ of ['size', 'width', 'distribute', 'align']) await undo()
  await expect
    .poll(async () =>
      (await boxes()).every((box, index) => close(box.x, before[index]?.x) && close(box.y, before[index]?.y)),
    )
    .toBe(true)
})

test('passing through the numbers of a field is nothing to undo', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aDraft(product, { owner, documents: [aPdf({ pages: 1 })], signers: [anna] })
  await haveSession(page, owner)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/compose/${draft.id}?step=fields`)
  const field = onPage(page, 'Signature of Anna Keller on page 1')
  await field.focus()
  const left = page.getByLabel('From the left')
  const before = await left.inputValue()
  await field.press('Shift+ArrowRight')
  await expect(left).not.toHaveValue(before)
  for (const label of ['From the left', 'From the top', 'Width', 'Height'])
    await page.getByLabel(label, { exact: true }).focus()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(left).toHaveValue(before)
})

/** A draft of a certified document, whose signers have no field yet. */
async function aCertifiedDraft(product: Product, owner: Person, signers: readonly (typeof anna)[]) {
  const draft = await aDraft(product, { owner, documents: [aCertifiedPdf()] })
  const signatures = signers.map(({ email, firstName, lastName }) => ({
    account_email: email,
    signer_identity_data: { email_address: email, first_name: firstName, last_name: lastName },
    all_documents: true,
    document_signatures: [],
  }))
  await product.call(updateSignatureRequest, { params: { id: draft.id }, body: { signatures } }, owner.as)
  return draft
}

test('the sender of a certified document chooses one of its own signature fields, and sends no other', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const draft = await aCertifiedDraft(product, owner, [anna])
  await haveSession(page, owner)
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.goto(`/compose/${draft.id}?step=fields`)
  const panel = fieldsPanel(page)
  await expect(panel.getByText('Document 1.pdf is certified')).toBeInViewport({ ratio: 1 })
  await expect(panel.getByText('Drag the field beside a signer')).toHaveCount(0)
  // What would be refused isn’t offered.
  await expect(panel.getByText('All documents are certified, so no fields can be placed')).toBeVisible()
  await expect(panel.getByRole('group', { name: 'Field types' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Place field/ })).toHaveCount(0)
  // Without a field nothing is sent.
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(page.getByRole('heading', { name: '3. Fields' })).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await checkScreen(page, 'compose-certified')
  await panel.getByLabel('Who signs the PDF field “Tenant”?').selectOption('Anna Keller')
  await page.getByRole('button', { name: 'Review and send' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 1 person' }).click()
  await expect
    .poll(async () => {
      const now = await product.call(getSignatureRequest, { params: { id: draft.id } }, owner.as)
      return [now.status_overall, now.signatures[0]?.document_signatures[0]?.visual_signature?.form_field]
    })
    .toEqual(['OPEN', 'Tenant'])
})

test('a signature field that is given to another signer goes back to the first in one step', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const ben = { email: 'ben@example.org', firstName: 'Ben', lastName: 'Ott' }
  const draft = await aCertifiedDraft(product, owner, [anna, ben])
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}?step=fields`)
  const choice = fieldsPanel(page).getByLabel('Who signs the PDF field “Tenant”?')
  const chosen = choice.locator('option:checked')
  const undo = fieldsPanel(page).getByRole('button', { name: 'Undo' })
  await choice.selectOption('Anna Keller')
  await choice.selectOption('Ben Ott')
  await expect(chosen).toHaveText('Ben Ott')
  await undo.click()
  await expect(chosen).toHaveText('Anna Keller')
  await undo.click()
  await expect(chosen).toHaveText('No one')
  await expect(undo).toBeDisabled()
})

test(
  'a sender on a phone chooses the type from a list and taps the page',
  { tag: '@only-phone' },
  async ({ page, product }) => {
    const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
    const draft = await aDraft(product, { owner, documents: [aPdf({ pages: 2 })], signers: [anna] })
    await haveSession(page, owner)
    await page.goto(`/compose/${draft.id}?step=fields`)
    await expect(page.getByLabel('Field type', { exact: true })).toBeInViewport({ ratio: 1 })
    await page.getByLabel('Field type', { exact: true }).selectOption('Date signed')
    await page.getByRole('button', { name: 'Place field for Anna Keller' }).tap()
    await page.getByRole('group', { name: 'Page 1 of 2' }).tap({ position: { x: 180, y: 60 } })
    await expect(onPage(page, 'Date signed “Date signed” of Anna Keller on page 1')).toBeVisible()
    await checkScreen(page, 'phone-compose-date-signed')
    await expect
      .poll(async () => {
        const now = await product.call(getSignatureRequest, { params: { id: draft.id } }, owner.as)
        return now.signatures[0]?.document_signatures[0]?.fields.map(({ type }) => type)
      })
      .toEqual(['DATE_SIGNED'])
  },
)
