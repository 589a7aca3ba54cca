import * as calls from '@countersign/contract/bulk-sends.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { getTemplate, type Template } from '@countersign/contract/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aField, someSizes } from '#api/testing/signer-fields.ts'
import { aTemplate } from '#api/testing/template.ts'
import { parseTable } from './table/parse-table.ts'

let api: TestApi
let ben: Person
let template: Template
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  template = await aTemplate(api, {
    owner: ben,
    roles: ['Landlord', 'Tenant'],
    fields: [
      [aField(0, { label: 'City' })],
      [
        aField(1, { label: 'City', value: 'Bern' }),
        aField(2, { label: 'Monthly rent', type: 'NUMBER', read_only: true, value: '1' }),
        aField(3, { label: 'Moves in', type: 'DATE' }),
        aField(4, { label: 'Company name', max_length: 10 }),
        aField(5, { label: 'Garage', type: 'CHECKBOX' }),
        someSizes(6),
        aField(7, { label: 'Signed on', type: 'DATE_SIGNED' }),
      ],
    ],
  })
})
afterAll(() => api?.stop())

const header = [
  ['Landlord email', 'Tenant email', 'Landlord City', 'Tenant: City'],
  ['Monthly_rent', 'moves in', 'Company name', 'Garage', 'field-6', 'Signed on'],
].flat()
const good = (tenant: string, ...cells: string[]) => [ben.email, tenant, 'Thun', ...cells]
const check = (rows: string[][], mapping?: object) =>
  api.ask(
    calls.checkBulkSend,
    {
      params: { id: template.id },
      body: { table: { rows: [header, ...rows] }, ...(mapping && { mapping }) },
    } as never,
    ben.as,
  )
const send = (body: object) =>
  api.ask(calls.createBulkSend, { params: { id: template.id }, body: body as never }, ben.as)
const people = () => template.roles.map(({ id }, index) => ({ role_id: id, email: index }))
const see = (id: string) => api.call(calls.getBulkSend, { params: { id }, query: { size: '100' } }, ben.as)

/** What the fields of a request are prefilled with, by their ids. */
async function prefilled(id: string | null | undefined) {
  const request = await api.call(requests.getSignatureRequest, { params: { id: id ?? '' } }, ben.as)
  const fields = request.signatures.flatMap(({ document_signatures }) =>
    document_signatures.flatMap((document) => document.fields),
  )
  return Object.fromEntries(fields.map((field) => [field.id, field.value]))
}

test('a template lists its fields by role, with the ids that requests have them under', async () => {
  const read = await api.call(getTemplate, { params: { id: template.id } }, ben.as)
  expect(read.roles.map(({ place_count, all_documents }) => [place_count, all_documents])).toEqual([
    [1, false],
    [1, false],
  ])
  const [landlord, tenant] = read.roles.map(({ document_signatures }) => document_signatures[0])
  expect(landlord).toMatchObject({
    document_id: template.documents[0]?.id,
    visual_signature: { positions: [{ page: '0', x: 100 }] },
    fields: [{ id: 'field-0', label: 'City', position: { page: '0', x: 320 } }],
  })
  expect(tenant?.fields.map(({ id, value }) => [id, value])).toMatchObject([
    ['field-1', 'Bern'],
    ['field-2', '1'],
    ['field-3', null],
    ['field-4', null],
    ['field-5', null],
    ['field-6', null],
    ['field-7', null],
  ])
})

test('columns called as the fields are prefill them, per role, and the requests have the values', async () => {
  const rows = [
    good('tom@example.org', '', '1’500.50', '1.12.2026', 'ACME', 'x', 'Size M', 'today'),
    good('tina@example.org', 'Chur', '900', '', '', '', '', ''),
  ]
  const looked = await check(rows)
  const body = looked.ok ? looked.body : null
  expect(body?.mapping.roles).toMatchObject([
    { email: 0, last_name: null, fields: [{ id: 'field-0', column: 2 }] },
    {
      email: 1,
      last_name: null,
      fields: [1, 2, 3, 4, 5, 6].map((n) => ({ id: `field-${n}`, column: n + 2 })),
    },
  ])
  expect(body?.wrong).toEqual([])
  expect(body?.preview[0]?.signers[1]?.fields).toEqual([
    { id: 'field-2', type: 'NUMBER', label: 'Monthly rent', value: '1500.50' },
    { id: 'field-3', type: 'DATE', label: 'Moves in', value: '2026-12-01' },
    { id: 'field-4', type: 'TEXT', label: 'Company name', value: 'ACME' },
    { id: 'field-5', type: 'CHECKBOX', label: 'Garage', value: true },
    { id: 'field-6', type: 'RADIO', label: 'Size', value: 'M' },
  ])

  // Without `fields` the names of the columns say the same when it is sent.
  const made = await send({ table: { rows: [header, ...rows] }, mapping: { roles: people() } })
  const id = made.ok ? made.body.id : ''
  await expect.poll(async () => (await see(id)).state).toBe('DONE')
  const [tom, tina] = (await see(id)).rows.items
  expect(await prefilled(tom?.signature_request_id)).toEqual({
    'field-0': 'Thun',
    'field-1': 'Bern',
    'field-2': '1500.50',
    'field-3': '2026-12-01',
    'field-4': 'ACME',
    'field-5': true,
    'field-6': 'M',
    'field-7': null,
  })
  expect(await prefilled(tina?.signature_request_id)).toMatchObject({
    'field-1': 'Chur',
    'field-2': '900',
    'field-3': null,
    'field-5': false,
  })
  const { rows: kept } = await api.context.pool.query<{ content: string }>(
    'SELECT content::text FROM bulk_send_rows WHERE send_id = $1',
    [id],
  )
  expect(kept.map(({ content }) => content).join()).not.toMatch(/1500|values/)
})

test('a value that a field can’t take is reported by row and column, and the row isn’t sent', async () => {
  const rows = [
    good('tom@example.org', '', 'much', '2026-02-30', 'ACME International', 'perhaps', 'XL'),
    good('tina@example.org', '', ''),
  ]
  const wrong = [
    {
      row: 2,
      problems: [
        { code: 'value_invalid_number', column: 'Monthly_rent' },
        { code: 'value_invalid_date', column: 'moves in' },
        { code: 'value_too_long', column: 'Company name' },
        { code: 'value_wrong_type', column: 'Garage' },
        { code: 'value_unknown_option', column: 'field-6' },
      ],
    },
    { row: 3, problems: [{ code: 'value_missing', column: 'Monthly_rent' }] },
  ]
  expect(await check(rows)).toMatchObject({ body: { good_count: 0, wrong } })
  const table = { rows: [header, ...rows] }
  expect(await send({ table, mapping: { roles: people() } })).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'table', code: 'no_good_row' }] },
  })

  const withGood = [...rows, good('tess@example.org', '', '800')]
  const all = { table: { rows: [header, ...withGood] }, mapping: { roles: people() } }
  expect(await send({ ...all, expected_count: 3 })).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'expected_count', code: 'different' }] },
  })
  const made = await send(all)
  const id = made.ok ? made.body.id : ''
  await expect.poll(async () => (await see(id)).state).toBe('DONE')
  const { rows: sent, sent_count } = await see(id)
  expect(sent_count).toBe(1)
  expect(sent.items.slice(0, 2).map(({ row, problems }) => ({ row, problems }))).toMatchObject(wrong)
  const report = await api.call(calls.getBulkSendReport, { params: { id } }, ben.as)
  const [, first] = parseTable(await report.text())
  expect(first?.[4]).toContain('The value is too long for the field (Company name)')
})

test('a cell or a fixed name with a character that no font has is reported by the check, and its row isn’t sent', async () => {
  const fixed = await aTemplate(api, {
    owner: ben,
    roles: ['Tenant'],
    fields: [
      [aField(0, { label: 'City' }), aField(1, { label: 'Signer’s name', type: 'NAME', read_only: true })],
    ],
  })
  const rows = [
    ['Email', 'First name', 'Last name', 'City'],
    ['tom@example.org', 'Tom', 'Keller', 'Bern\uF8FF'],
    ['tina@example.org', 'Tina', 'Kel\uF8FFler', 'Bern'],
    ['tess@example.org', 'Tess', 'Keller', 'Ολύμπια'],
  ]
  const params = { id: fixed.id }
  const looked = await api.call(calls.checkBulkSend, { params, body: { table: { rows } } }, ben.as)
  const wrong = [
    { row: 2, problems: [{ code: 'value_wrong_characters', column: 'City' }] },
    { row: 3, problems: [{ code: 'name_wrong', column: 'Last name' }] },
  ]
  expect(looked).toMatchObject({ good_count: 1, wrong })
  const roles = looked.mapping.roles.map((role) => ({ ...role, email: role.email ?? 0 }))
  const body = { table: { rows }, mapping: { roles }, expected_count: 1 }
  const { id } = await api.call(calls.createBulkSend, { params, body }, ben.as)
  await expect.poll(async () => (await see(id)).state).toBe('DONE')
  const { rows: sent } = await see(id)
  expect(sent.items.map(({ state, problems }) => ({ state, problems }))).toMatchObject([
    ...wrong.map(({ problems }) => ({ state: 'REFUSED', problems })),
    { state: 'SENT', problems: [] },
  ])
})

test('columns are named by the sender instead, and what isn’t a field of the role is refused by name', async () => {
  const rows = [good('tom@example.org', 'Visp', '1')]
  const [landlord, tenant] = people()
  const withFields = (fields: object[]) => ({ roles: [landlord, { ...tenant, fields }] })
  expect(await check(rows, withFields([{ id: 'field-4', column: 3 }]))).toMatchObject({
    body: {
      mapping: { roles: [{ fields: [{ id: 'field-0' }] }, { fields: [{ id: 'field-4', column: 3 }] }] },
      preview: [{ signers: [{}, { fields: [{ id: 'field-4', value: 'Visp' }] }] }],
    },
  })
  expect(await check(rows, withFields([]))).toMatchObject({
    body: { preview: [{ signers: [{}, { fields: [] }] }] },
  })
  const tries: [object[], string, string][] = [
    [[{ id: 'field-0', column: 3 }], '0.id', 'unknown'],
    [[{ id: 'field-7', column: 3 }], '0.id', 'unknown'],
    [[{ id: 'field-1', column: 99 }], '0.column', 'unknown'],
    [
      [
        { id: 'field-1', column: 3 },
        { id: 'field-1', column: 4 },
      ],
      '1.id',
      'twice',
    ],
  ]
  for (const [fields, field, code] of tries)
    expect(await check(rows, withFields(fields))).toMatchObject({
      error: { fields: [{ field: `mapping.roles.1.fields.${field}`, code }] },
    })
})
