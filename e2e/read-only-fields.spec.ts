import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import { updateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { chooseSignature } from './support/approvals.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const at = (y: number, width = 200, height = 22, x = 80) => ({ page: '0', x, y, width, height })
const given = { read_only: true } as const
const clauses = `Rent is due on the first.\nA month’s notice.\n${'Pets need our consent. '.repeat(20).trim()}`

const fields: SignerFieldInput[] = [
  { ...given, id: 'name', type: 'NAME', label: 'Your name', position: at(200) },
  { ...given, id: 'short', type: 'TEXT', label: 'Flat', value: 'Flat 3', position: at(240) },
  {
    ...given,
    id: 'fee',
    type: 'TEXT',
    label: 'Fee',
    value: 'CHF 100 in the first month, and CHF 1’000 in each month after that',
    position: at(280, 90),
  },
  {
    ...given,
    id: 'clauses',
    type: 'TEXT',
    label: 'Clauses',
    multiline: true,
    value: clauses,
    position: at(320, 200, 40),
  },
  // Nobody overlooks a field that the sender has made as small as a point.
  {
    ...given,
    id: 'tiny',
    type: 'TEXT',
    label: 'Small print',
    value: 'And a deposit',
    position: at(380, 1, 1),
  },
  { ...given, id: 'ticked', type: 'CHECKBOX', label: 'Furnished', value: true, position: at(400, 16, 16) },
  {
    ...given,
    id: 'pets',
    type: 'RADIO',
    label: 'Pets',
    value: 'n',
    options: [
      { value: 'y', label: 'Yes', position: at(430, 16, 16) },
      { value: 'n', label: 'No', position: at(460, 16, 16) },
    ],
  },
]

test('a signer reads all that is filled in for them, as it is signed', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const anna = await product.person({ firstName: 'Anna', lastName: 'Keller' })
  const signers = [{ email: anna.email, firstName: 'Fritz', lastName: 'Muster', fields }]
  const { id } = await aSignatureRequest(product, { owner, signers })
  await haveSession(page, anna)
  await page.goto(`/view/${id}`)

  await expect(page.getByRole('img', { name: 'Your name: Anna Keller' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Flat: Flat 3' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Furnished: ✓' })).toHaveText('✓')
  // One of the two buttons is on.
  await expect(page.getByRole('img', { name: 'Pets: No' })).toHaveText('✓')
  await expect(page.getByText('✓', { exact: true })).toHaveCount(2)

  const read = async (label: string, text: string) => {
    await page.getByRole('button', { name: `Read all of “${label}”` }).click()
    const dialog = page.getByRole('dialog', { name: label })
    await expect(dialog.locator('p').first()).toHaveText(text, { useInnerText: true })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
  }
  await read('Fee', 'CHF 100 in the first month, and CHF 1’000 in each month after that')
  await read('Clauses', clauses)
  await read('Small print', 'And a deposit')
})

test('a guest sees the name that the sender gave where it is signed', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const email = `luc.${Math.random().toString(36).slice(2)}@example.org`
  await aSignatureRequest(product, {
    owner,
    signers: [{ email, firstName: 'Luc', lastName: 'Favre', fields }],
  })
  await page.goto(linkIn(await product.inbox.next(email)))
  await expect(page.getByRole('img', { name: 'Your name: Luc Favre' })).toBeVisible()
  // Nothing is left to fill in, so nothing is counted.
  await expect(page.getByRole('button', { name: 'Review and sign' })).toBeVisible()
  await expect(page.getByText('optional field')).toBeHidden()
})

test('what the sender corrects at the last moment is shown before it is signed', async ({
  page,
  product,
  problems,
}) => {
  problems.expect(/409/)
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const email = `luc.${Math.random().toString(36).slice(2)}@example.org`
  const fee = (value: string): SignerFieldInput => ({
    ...given,
    id: 'fee',
    type: 'TEXT',
    label: 'Fee',
    value,
    position: at(280),
  })
  const signers = [{ email, firstName: 'Luc', lastName: 'Favre', fields: [fee('CHF 100')] }]
  const request = await aSignatureRequest(product, { owner, signers })
  const correct = async () => {
    const signatures = request.signatures.map(({ sid, document_signatures: [signed] }) => ({
      sid,
      account_email: email,
      signer_identity_data: { email_address: email, first_name: 'Luc', last_name: 'Favre' },
      document_signatures: [
        {
          document_id: signed?.document_id ?? '',
          visual_signature: { positions: signed?.visual_signature?.positions ?? [] },
          fields: [fee('CHF 1’000')],
        },
      ],
    }))
    await product.call(updateSignatureRequest, { params: { id: request.id }, body: { signatures } }, owner.as)
  }
  await page.goto(linkIn(await product.inbox.next(email)))
  await expect(page.getByRole('img', { name: 'Fee: CHF 100' })).toBeVisible()
  await chooseSignature(page)
  // The correction arrives while the click is on its way.
  await page.route(
    '**/v3/direct/sign',
    async (route) => {
      await correct()
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByText('The sender has changed this request')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('img', { name: 'Fee: CHF 1’000' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
})
