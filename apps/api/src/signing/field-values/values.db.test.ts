import { getBulkSend } from '@countersign/contract/bulk-sends.ts'
import { getBulkSendValues, getTemplateValues } from '@countersign/contract/field-values.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { saveFieldInput } from '@countersign/contract/signer-fields.ts'
import { sign } from '@countersign/contract/signing.ts'
import { createRequestFromTemplate, type Template } from '@countersign/contract/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aField } from '#api/testing/signer-fields.ts'
import { aBulkSend, aTemplate } from '#api/testing/template.ts'
import { parseTable } from '#api/signing/bulk-sends/table/parse-table.ts'

let api: TestApi
let ben: Person
let anna: Person
let template: Template
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna', lastName: 'Keller' })
  template = await aTemplate(api, {
    owner: ben,
    roles: ['Tenant', 'Landlord'],
    inOrder: true,
    name: 'Lease',
    fields: [
      [
        aField(0, { label: 'City', value: 'Bern' }),
        aField(1, { label: 'Balance', type: 'NUMBER' }),
        aField(2, { label: 'City' }),
        aField(3, { label: 'Pets', type: 'CHECKBOX' }),
      ],
      [aField(4, { label: 'City' })],
    ],
  })
})
afterAll(() => api?.stop())

const filled = [
  { id: 'field-0', value: '=HYPERLINK("x")' },
  { id: 'field-1', value: '-12.5' },
  { id: 'field-3', value: true },
]

/** A request from the template, sent; `more` is a field that its draft has besides. */
async function sendTo(tenant: string, more: readonly ReturnType<typeof aField>[] = []) {
  const [first, second] = template.roles.map(({ id }) => id)
  const signers = [
    { role_id: first ?? '', signer_identity_data: { email_address: tenant } },
    { role_id: second ?? '', signer_identity_data: { email_address: 'lena@example.org' } },
  ]
  const made = await api.call(
    createRequestFromTemplate,
    { params: { id: template.id }, body: { signers } },
    ben.as,
  )
  const params = { id: made.id }
  const signatures = made.signatures.map((one, index) => ({
    sid: one.sid,
    account_email: one.signer_identity_data?.email_address ?? '',
    sequence: one.sequence,
    document_signatures: one.document_signatures.map((document) => ({
      document_id: document.document_id,
      visual_signature: { positions: document.visual_signature?.positions ?? [] },
      fields: [...document.fields, ...(index === 0 ? more : [])],
    })),
  }))
  if (more.length > 0)
    await api.call(requests.updateSignatureRequest, { params, body: { signatures } }, ben.as)
  return api.call(requests.initiateSignatureRequest, { params }, ben.as)
}

async function signed(
  request: Awaited<ReturnType<typeof sendTo>>,
  fields: { id: string; value: string | boolean }[],
) {
  const documentSignatures = request.documents.map(({ id }) => ({ documentId: id, fields }))
  const body = { signatureRequests: [{ signatureRequestId: request.id, documentSignatures }] }
  await api.call(sign, { body }, anna.as)
  const state = async () => {
    const { signatures } = await api.call(
      requests.getSignatureRequest,
      { params: { id: request.id } },
      ben.as,
    )
    return signatures[0]?.status_code
  }
  await expect.poll(state).toBe('SIGNED')
}

async function values(type: 'JSON' | 'CSV', as = ben.as) {
  const file = await api.call(getTemplateValues, { params: { id: template.id }, query: { type } }, as)
  return file.text()
}

test('roles that are called the same have a signer each in the table', async () => {
  const pair = await aTemplate(api, { owner: ben, roles: ['Signer', 'Signer'] })
  const emails = ['one@example.org', 'two@example.org']
  const signers = pair.roles.map(({ id }, index) => ({
    role_id: id,
    signer_identity_data: { email_address: emails[index] ?? '' },
  }))
  const made = await api.call(
    createRequestFromTemplate,
    { params: { id: pair.id }, body: { signers } },
    ben.as,
  )
  await api.call(requests.initiateSignatureRequest, { params: { id: made.id } }, ben.as)
  const file = await api.call(getTemplateValues, { params: { id: pair.id }, query: { type: 'CSV' } }, ben.as)
  const [head = [], row = []] = parseTable(await file.text())
  expect(['Signer: Email', 'Signer: Email (2)'].map((name) => row[head.indexOf(name)])).toEqual(emails)
})

test('what signers filled in in all requests of a template is given out as CSV and JSON, once they have signed', async () => {
  const first = await sendTo(anna.email, [aField(8, { id: 'own', label: 'Parking' })])
  await signed(first, [...filled, { id: 'own', value: 'P4' }])
  const second = await sendTo(anna.email)
  const params = { id: second.id, sigId: second.signatures[0]?.sid ?? '' }
  await api.call(saveFieldInput, { params, body: { fields: filled } }, anna.as)
  await api.call(createRequestFromTemplate, { params: { id: template.id } }, ben.as)

  const csv = await values('CSV')
  const [head = [], ...rows] = parseTable(csv)
  expect(head).toEqual([
    ...['Signature request', 'Title', 'Status', 'Sent (UTC)', 'Completed (UTC)'],
    ...['Tenant: Email', 'Tenant: Name', 'Tenant: Signed (UTC)'],
    ...['Tenant: City', 'Tenant: Balance', 'Tenant: City (2)', 'Tenant: Pets'],
    ...['Landlord: Email', 'Landlord: Name', 'Landlord: Signed (UTC)', 'Landlord: City', 'Other fields'],
  ])
  // The draft isn't sent. What would be run as a formula is text; a negative number stays one.
  expect(rows).toHaveLength(2)
  const [row, open] = rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index]])))
  expect(row).toMatchObject({
    Title: 'Rental contract',
    Status: 'OPEN',
    'Tenant: Email': anna.email,
    'Tenant: Name': 'Anna Keller',
    'Tenant: City': '\'=HYPERLINK("x")',
    'Tenant: Balance': '-12.5',
    'Tenant: City (2)': '',
    'Tenant: Pets': 'true',
    'Landlord: Email': 'lena@example.org',
    'Landlord: Signed (UTC)': '',
    'Other fields': 'Parking: P4',
  })
  expect(row?.['Signature request']).toContain(`/view/${first.id}`)
  expect(open).toMatchObject({ 'Tenant: Email': anna.email, 'Tenant: City': '', 'Tenant: Balance': '' })

  const { items } = JSON.parse(await values('JSON'))
  expect(items).toMatchObject([
    {
      signature_request_id: first.id,
      status_overall: 'OPEN',
      signers: [
        {
          role: 'Tenant',
          status_code: 'SIGNED',
          fields: [
            { id: 'field-0', label: 'City', type: 'TEXT', value: '=HYPERLINK("x")' },
            { id: 'field-1', value: '-12.5' },
            { id: 'field-2', value: null },
            { id: 'field-3', value: true },
            { id: 'own', value: 'P4' },
          ],
        },
        { role: 'Landlord', signed_at: null, fields: [{ id: 'field-4', value: null }] },
      ],
    },
    {
      signature_request_id: second.id,
      signers: [{ fields: [{ value: null }, {}, {}, { value: null }] }, {}],
    },
  ])
  // Those who take part see the values in the request; the whole of the template is its owner's.
  for (const [as, status] of [
    [anna.as, 404],
    [undefined, 401],
  ] as const)
    expect(await api.ask(getTemplateValues, { params: { id: template.id }, query: {} }, as)).toMatchObject({
      status,
    })

  // What the owner no longer sees isn't given out.
  for (const _ of ['withdrawn', 'deleted'])
    await api.call(requests.deleteSignatureRequest, { params: { id: second.id } }, ben.as)
  expect(parseTable(await values('CSV'))).toHaveLength(2)
})

test('the values of a bulk send are given out row by row, with what only that template had', async () => {
  const people = Array.from(
    { length: 30 },
    (_, n) => `${n === 27 ? anna.email : `p${n}@example.org`},l${n}@example.org`,
  )
  const table = `Tenant email,Landlord email\n${people.join('\n')}`
  const { id } = await aBulkSend(api, { owner: ben, template, table })
  const see = () => api.call(getBulkSend, { params: { id }, query: { size: '50' } }, ben.as)
  await expect.poll(async () => (await see()).state).toBe('DONE')
  const annas = (await see()).rows.items[27]?.signature_request_id ?? ''
  await signed(await api.call(requests.getSignatureRequest, { params: { id: annas } }, ben.as), filled)

  const call = { params: { id }, query: { type: 'CSV' } } as const
  const [head = [], ...rows] = parseTable(await (await api.call(getBulkSendValues, call, ben.as)).text())
  expect(head[0]).toBe('Row')
  expect(rows.map(([row]) => row)).toEqual(people.map((_, index) => String(index + 2)))
  expect(rows.map((cells) => cells[head.indexOf('Tenant: Balance')]).filter(Boolean)).toEqual(['-12.5'])
  expect(rows[27]).toContain('-12.5')
  const json = await (await api.call(getBulkSendValues, { params: { id } }, ben.as)).text()
  expect(JSON.parse(json).items.map(({ row }: { row: number }) => row)).toEqual(
    people.map((_, index) => index + 2),
  )
  expect(await api.ask(getBulkSendValues, call, anna.as)).toMatchObject({ status: 404 })
})

test('of a template that nothing was sent from there is a table without rows', async () => {
  const empty = await aTemplate(api, { owner: ben, roles: ['A'], name: 'Empty' })
  const params = { id: empty.id }
  const csv = await api.call(getTemplateValues, { params, query: { type: 'CSV' } }, ben.as)
  expect(parseTable(await csv.text())).toHaveLength(1)
  const json = await api.call(getTemplateValues, { params }, ben.as)
  expect(JSON.parse(await json.text())).toEqual({ items: [] })
})
