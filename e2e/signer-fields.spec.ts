import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import { getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { aPdf } from '../apps/api/src/testing/pdf.ts'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { chooseSignature } from './support/approvals.ts'
import { phone } from './support/devices.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const at = (y: number, width = 200, height = 22, page = '0', x = 80) => ({ page, x, y, width, height })

const city: SignerFieldInput = {
  id: 'city',
  type: 'TEXT',
  label: 'Place of birth',
  required: true,
  position: at(240),
}
const rent: SignerFieldInput = {
  id: 'rent',
  type: 'NUMBER',
  label: 'Monthly rent',
  required: true,
  position: at(280),
}
const birthday: SignerFieldInput = {
  id: 'born',
  type: 'DATE',
  label: 'Date of birth',
  required: true,
  position: at(320),
}
const terms: SignerFieldInput = {
  id: 'terms',
  type: 'CHECKBOX',
  label: 'I have read the house rules',
  required: true,
  position: at(360, 20, 20),
}
const room: SignerFieldInput = {
  id: 'room',
  type: 'DROPDOWN',
  label: 'Room',
  position: at(400),
  options: [
    { value: 'n', label: 'North' },
    { value: 's', label: 'South' },
  ],
}
const pets: SignerFieldInput = {
  id: 'pets',
  type: 'RADIO',
  label: 'Pets',
  required: true,
  options: [
    { value: 'y', label: 'Yes', position: at(420, 16, 16) },
    { value: 'n', label: 'No', position: at(444, 16, 16) },
  ],
}
const note: SignerFieldInput = {
  id: 'note',
  type: 'TEXT',
  label: 'Remarks',
  multiline: true,
  position: at(100, 300, 80, '1'),
}
const signedOn: SignerFieldInput = { id: 'on', type: 'DATE_SIGNED', label: 'Date', position: at(440) }

async function aRequestTo(product: Product, fields: readonly SignerFieldInput[]) {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const email = `luc.${Math.random().toString(36).slice(2)}@example.org`
  const signers = [{ email, firstName: 'Luc', lastName: 'Favre', fields }]
  const request = await aSignatureRequest(product, { owner, signers, documents: [aPdf({ pages: 2 })] })
  return { owner, request, email, link: linkIn(await product.inbox.next(email)) }
}

test('a guest on a phone fills in the fields above the keyboard and signs, with three taps besides typing', async ({
  visit,
  product,
}) => {
  const { link, owner, request } = await aRequestTo(product, [city, rent])
  const page = await visit(phone)
  await page.goto(link)
  await expect(page.getByText('0 of 2 done')).toBeVisible()
  await checkScreen(page, 'direct-sign-fields')
  await page.getByRole('button', { name: 'Next', exact: true }).tap()
  const first = page.getByRole('textbox', { name: 'Place of birth' })
  await expect(first).toBeFocused()
  await checkScreen(page, 'direct-sign-field-editor')
  await first.fill('Genève')
  await first.press('Enter')
  const second = page.getByRole('textbox', { name: 'Monthly rent' })
  await expect(second).toBeFocused()
  await expect(second).toHaveAttribute('inputmode', 'decimal')
  await second.fill('1’234,50')
  await second.press('Enter')
  await page.getByRole('button', { name: 'Use this signature' }).tap()
  await page.getByRole('button', { name: 'Sign', exact: true }).tap()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  const { signatures } = await product.call(getSignatureRequest, { params: { id: request.id } }, owner.as)
  const values = signatures[0]?.document_signatures[0]?.fields.map(({ id, value }) => [id, value])
  expect(values).toEqual([
    ['city', 'Genève'],
    ['rent', '1234.50'],
  ])
})

test('a guest on a phone ticks boxes and chooses options in the editor, where a finger hits them', async ({
  visit,
  product,
}) => {
  const { link, owner, request } = await aRequestTo(product, [terms, pets])
  const page = await visit(phone)
  await page.goto(link)
  await page.getByRole('button', { name: 'Next', exact: true }).tap()
  const editor = page.getByRole('group', { name: 'Fill in' })
  const box = editor.getByRole('checkbox', { name: 'I have read the house rules' })
  await expect(box).toBeFocused()
  expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(24)
  await box.tap()
  await expect(box).toBeChecked()
  await editor.getByRole('button', { name: 'Next', exact: true }).tap()
  await expect(editor.getByRole('radiogroup', { name: 'Pets' })).toBeVisible()
  await checkScreen(page, 'direct-sign-option-editor')
  await editor.getByRole('button', { name: 'Close' }).tap()
  await page.getByRole('button', { name: 'Pets, required, empty' }).tap()
  const options = editor.getByRole('radio')
  await expect(options.first()).toBeFocused()
  const [above, below] = [await options.first().boundingBox(), await options.last().boundingBox()]
  expect((below?.y ?? 0) - (above?.y ?? 0)).toBeGreaterThanOrEqual(24)
  await editor.getByText('No', { exact: true }).tap()
  await expect(editor.getByRole('radio', { name: 'No' })).toBeChecked()
  await editor.getByRole('button', { name: 'Next', exact: true }).tap()
  await page.getByRole('button', { name: 'Use this signature' }).tap()
  await page.getByRole('button', { name: 'Sign', exact: true }).tap()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  const { signatures } = await product.call(getSignatureRequest, { params: { id: request.id } }, owner.as)
  const values = signatures[0]?.document_signatures[0]?.fields.map(({ id, value }) => [id, value])
  expect(values).toEqual([
    ['terms', true],
    ['pets', 'n'],
  ])
})

test('each kind of field is filled in on the page by keyboard, and its errors are beside it', async ({
  page,
  product,
}) => {
  const { link, owner, request } = await aRequestTo(product, [
    city,
    rent,
    birthday,
    terms,
    room,
    note,
    signedOn,
  ])
  await page.goto(link)
  await expect(page.getByText('0 of 4 done')).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Place of birth' })).toBeFocused()
  await page.keyboard.type('Lausanne')
  await page.keyboard.press('Enter')
  await page.keyboard.type('plenty')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    'Monthly rent: Enter a number with digits only, like 1234.50.',
  )
  await expect(page.getByRole('textbox', { name: 'Monthly rent' })).toHaveAccessibleDescription(
    /Enter a number with digits only/,
  )
  await checkScreen(page, 'direct-sign-field-error')
  await expect(page.getByLabel('Date of birth')).toBeFocused()
  await page.getByLabel('Date of birth').fill('1990-02-28')
  await page.getByRole('checkbox', { name: 'I have read the house rules' }).press('Space')
  await page.getByRole('combobox', { name: 'Room' }).selectOption('South')
  await expect(page.getByText('3 of 4 done')).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('textbox', { name: 'Monthly rent' }).fill('2140')
  await page.getByRole('textbox', { name: 'Remarks' }).fill('Keys by noon.\nThank you.')
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  const { signatures } = await product.call(getSignatureRequest, { params: { id: request.id } }, owner.as)
  const fields = signatures[0]?.document_signatures[0]?.fields ?? []
  const values = Object.fromEntries(fields.map(({ id, value }) => [id, value]))
  expect(values).toMatchObject({
    city: 'Lausanne',
    rent: '2140',
    born: '1990-02-28',
    terms: true,
    room: 's',
    note: 'Keys by noon.\nThank you.',
  })
})

test('what was typed outlives a lost connection and a reload', async ({ page, product, problems }) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const { link } = await aRequestTo(product, [city, rent])
  await page.goto(link)
  const field = page.getByRole('textbox', { name: 'Place of birth' })
  await field.fill('Basel')
  await expect(page.getByText('1 of 2 done')).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('textbox', { name: 'Monthly rent' }).fill('900')
  await expect(page.getByText('No connection. Your entries are kept on this device.')).toBeVisible()
  await page.context().setOffline(false)
  await page.reload()
  await expect(field).toHaveValue('Basel')
  await expect(page.getByRole('textbox', { name: 'Monthly rent' })).toHaveValue('900')
})

test('an account holder is led to an empty field before signing', async ({ page, product }) => {
  const ben = await product.person({ firstName: 'Ben', lastName: 'Ott' })
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const signers = [{ email: ben.email, fields: [city] }]
  const request = await aSignatureRequest(product, { owner, signers })
  await haveSession(page, ben)
  await page.goto(`/view/${request.id}`)
  await page.getByRole('button', { name: 'Sign here' }).click()
  await page.getByRole('button', { name: 'Use this signature' }).click()
  // The page shows the chosen signature in its place first.
  await expect(page.getByRole('button', { name: 'Your signature as it will appear' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('s')
  await expect(page.getByRole('textbox', { name: 'Place of birth' })).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText('Place of birth: Fill in this field.')
  await page.getByRole('textbox', { name: 'Place of birth' }).fill('Chur')
  await page.getByRole('button', { name: 'Sign now' }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
})

test('an account holder fills in fields that are small on a wide screen', async ({ page, product }) => {
  const ben = await product.person({ firstName: 'Ben', lastName: 'Ott' })
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const signers = [{ email: ben.email, fields: [city, rent] }]
  const request = await aSignatureRequest(product, { owner, signers })
  await haveSession(page, ben)
  await page.goto(`/view/${request.id}`)
  await page.getByRole('button', { name: 'Whole page' }).click()
  await page.getByRole('button', { name: 'Place of birth, required, empty' }).click()
  const birthplace = page.getByRole('textbox', { name: 'Place of birth' })
  await expect(birthplace).toBeFocused()
  await checkScreen(page, 'view-field-editor')
  await birthplace.fill('Chur')
  await birthplace.press('Enter')
  const amount = page.getByRole('textbox', { name: 'Monthly rent' })
  await expect(amount).toBeFocused()
  const onPage = page.getByRole('button', { name: 'Monthly rent, required, empty' })
  // Clicked again, the field on the page leads back to what is typed in.
  await onPage.click()
  await expect(amount).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(amount).toHaveCount(0)
  await expect(onPage).toBeFocused()
  await page.keyboard.press('Enter')
  await amount.fill('900')
  await page.getByRole('group', { name: 'Fill in' }).getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Use this signature' }).click()
  await page.getByRole('button', { name: 'Sign now' }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
})

test('a character that can’t be printed is named beside the field, and nothing is signed with it', async ({
  page,
  product,
  problems,
}) => {
  problems.expect(/400/)
  const { link } = await aRequestTo(product, [city])
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Place of birth' }).fill('Chur 🏔')
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByText('One of the characters can’t be printed. Please use another.')).toBeVisible()
  // What is typed is saved again, as nothing is being signed.
  const saved = page.waitForRequest((one) => one.method() !== 'GET' && one.url().endsWith('/fields'))
  await page.getByRole('textbox', { name: 'Place of birth' }).fill('Chur')
  const content = (await saved).postData()
  expect(content).toContain('Chur')
  expect(content).not.toContain('🏔')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
})
