import { readFile } from 'node:fs/promises'
import { getBulkSend } from '@countersign/contract/bulk-sends.ts'
import { getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import { sign } from '@countersign/contract/signing.ts'
import type { Page } from '@playwright/test'
import { aTemplate } from '../apps/api/src/testing/template.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const at = (y: number) => ({ position: { page: '0', x: 80, y, width: 160, height: 22 } })
const fields: SignerFieldInput[] = [
  { id: 'rent', type: 'NUMBER', label: 'Monthly rent', read_only: true, value: '1', ...at(300) },
  { id: 'start', type: 'DATE', label: 'Moves in', ...at(340) },
  { id: 'town', type: 'TEXT', label: 'Place of birth', ...at(380) },
]

/** The file that the button gives. */
async function downloaded(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return readFile(await file.path(), 'utf8')
}

test('columns of a recipient list of 100 rows prefill fields, and what was filled in is exported', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const tom = await product.person({ firstName: 'Tom', lastName: 'Keller' })
  const template = await aTemplate(product, { owner, roles: ['Tenant'], name: 'Flat', fields: [fields] })
  const rows = Array.from({ length: 100 }, (_, index) => {
    const email =
      index === 41 ? tom.email : `tenant${index}.${Math.random().toString(36).slice(2)}@example.org`
    return `${email};${1000 + index},5;1.${(index % 12) + 1}.2027`
  })
  const choose = (all: readonly string[]) => {
    const text = `\uFEFFE-Mail;Monthly rent;Einzug\r\n${all.join('\r\n')}\r\n`
    const file = { name: 'flats.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    return page.getByLabel('Choose a CSV file').setInputFiles(file)
  }
  await haveSession(page, owner)
  await page.goto(`/templates/${template.id}/send`)

  await test.step('a column is found by the field’s label, another one chosen', async () => {
    await choose([...rows.slice(0, 99), 'last@example.org;a lot;30.2.2027'])
    await page.getByRole('button', { name: 'Next' }).click()
    const prefilled = page.getByRole('group', { name: 'Prefilled fields' })
    await expect(prefilled.getByLabel('Monthly rent')).toHaveValue('1')
    await expect(prefilled.getByLabel('Place of birth')).toHaveValue('')
    await prefilled.getByLabel('Moves in').selectOption('2')
    await checkScreen(page, 'bulk-send-fields')
    await page.getByRole('button', { name: 'Next' }).click()
  })

  await test.step('a value that the field can’t take is reported by row and column', async () => {
    await expect(page.getByText('99 rows become signature requests.')).toBeVisible()
    const wrong = page.getByRole('region', { name: 'Rows that won’t be sent' })
    await expect(wrong.getByText('Row 101')).toBeVisible()
    await expect(
      wrong.getByText('The value isn’t a number such as 1234.5 (column “Monthly rent”)'),
    ).toBeVisible()
    await expect(
      wrong.getByText('The value isn’t a date such as 2026-11-27 or 27.11.2026 (column “Einzug”)'),
    ).toBeVisible()
    await expect(page.getByText('1000.5', { exact: true })).toBeVisible()
    await checkScreen(page, 'bulk-send-fields-check')
  })

  await test.step('corrected, all 100 are sent', async () => {
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await choose(rows)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByLabel('Moves in')).toHaveValue('2')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Send 100 requests' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send 100 requests' }).click()
    await page.waitForURL(/\/bulk-sends\//)
    await expect(page.getByText('100 requests sent')).toBeVisible({ timeout: 60_000 })
  })

  await test.step('what one has signed is in the files of the bulk send and of the template', async () => {
    const params = { id: new URL(page.url()).pathname.split('/').at(-1) ?? '' }
    const sent = await product.call(getBulkSend, { params, query: { size: '50' } }, owner.as)
    const id = sent.rows.items[41]?.signature_request_id ?? ''
    const request = await product.call(getSignatureRequest, { params: { id } }, tom.as)
    const documentSignatures = request.documents.map((document) => ({
      documentId: document.id,
      fields: [{ id: 'town', value: '=1+1' }],
    }))
    await product.call(
      sign,
      { body: { signatureRequests: [{ signatureRequestId: id, documentSignatures }] } },
      tom.as,
    )
    const state = async () =>
      (await product.call(getSignatureRequest, { params: { id } }, owner.as)).status_overall
    await expect.poll(state, { timeout: 30_000 }).toBe('SIGNED')

    const ofSend = await downloaded(page, 'Values as CSV')
    expect(ofSend.split('\r\n')).toHaveLength(102)
    expect(ofSend).toContain(`"1041.5","2027-06-01","'=1+1"`)
    // Nobody else has signed: what the sender prefilled is not what they filled in.
    expect(ofSend).not.toContain('1042.5')
    await page.goto(`/templates/${template.id}`)
    await checkScreen(page, 'template-with-fields')
    expect(await downloaded(page, 'Values as CSV')).toContain(`"1041.5","2027-06-01","'=1+1"`)
  })
})
