import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import * as templates from '@countersign/contract/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import { aField, fieldAt, someSizes } from '#api/testing/signer-fields.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
})
afterAll(() => api?.stop())

const draftWith = (...fields: SignerFieldInput[]) =>
  aDraft(api, { owner: ben, signers: [{ email: anna.email, fields }] })

/** What is refused of these fields of one signer, by name and code. */
async function refused(...fields: SignerFieldInput[]): Promise<string[]> {
  const draft = await aDraft(api, { owner: ben })
  const document_signatures = [{ document_id: draft.documents[0]?.id ?? '', fields }]
  const signatures = [{ account_email: anna.email, document_signatures }]
  const call = { params: { id: draft.id }, body: { signatures } }
  const answer = await api.ask(requests.updateSignatureRequest, call, ben.as)
  if (answer.ok) return []
  const path = 'signatures.0.document_signatures.0.fields.'
  return (answer.error.fields ?? []).map(({ field, code }) => `${field.replace(path, '')} ${code}`)
}

const dropdown = {
  type: 'DROPDOWN',
  options: ['CH', 'IT'].map((value) => ({ value, label: value })),
} as const

test('a field of each type is kept as it was defined', async () => {
  const fields: SignerFieldInput[] = [
    aField(0, { type: 'INITIALS', alignment: 'center' }),
    aField(1, { type: 'DATE_SIGNED' }),
    aField(2, { type: 'NAME', read_only: true }),
    aField(3, { type: 'EMAIL', required: true }),
    aField(4, { max_length: 8, comb: true, font_size: 9.5, tooltip: 'As in your contract', value: 'A12' }),
    aField(5, { multiline: true, value: 'One\r\nTwo' }),
    aField(6, { pattern: 'phone', value: '+41 79 123 45 67' }),
    aField(7, { type: 'NUMBER', value: '-12.50' }),
    aField(8, { type: 'DATE', value: '2028-02-29', read_only: true }),
    aField(9, { type: 'CHECKBOX', required: true }),
    someSizes(10, { value: 'M' }),
    aField(11, { ...dropdown, value: 'CH' }),
  ]
  const draft = await draftWith(...fields)
  const { signatures } = await api.call(requests.getSignatureRequest, { params: { id: draft.id } }, ben.as)
  const kept = signatures[0]?.document_signatures[0]?.fields ?? []
  expect(kept).toMatchObject([
    { id: 'field-0', type: 'INITIALS', label: 'Field 0', alignment: 'center', value: null, pattern: null },
    { type: 'DATE_SIGNED' },
    { type: 'NAME', read_only: true, value: null },
    { type: 'EMAIL', required: true },
    {
      max_length: 8,
      comb: true,
      font_size: 9.5,
      tooltip: 'As in your contract',
      pattern: 'text',
      value: 'A12',
    },
    { multiline: true, value: 'One\nTwo' },
    { pattern: 'phone', value: '+41791234567' },
    { type: 'NUMBER', value: '-12.50' },
    { type: 'DATE', value: '2028-02-29', read_only: true },
    { type: 'CHECKBOX', required: true },
    { type: 'RADIO', position: null, value: 'M', options: [{ value: 'S', label: 'Size S' }, {}, {}] },
    { type: 'DROPDOWN', options: [{ value: 'CH', position: null }, {}] },
  ])
  expect(kept[4]?.position).toEqual({ ...fieldAt(4).position, rotation: 0 })

  // What a page reads it can send back.
  const again = await api.call(
    requests.updateSignatureRequest,
    {
      params: { id: draft.id },
      body: {
        signatures: [
          {
            sid: signatures[0]?.sid,
            account_email: anna.email,
            document_signatures: [
              {
                document_id: draft.documents[0]?.id ?? '',
                visual_signature: {
                  positions: [0, 1, 2].map((n) => ({
                    page: '0',
                    x: 50,
                    y: 300 + n * 70,
                    width: 180,
                    height: 60,
                  })),
                },
                fields: kept.map((field) => ({ ...field, options: field.options })),
              },
            ],
          },
        ],
      },
    },
    ben.as,
  )
  const [placed] = again.signatures[0]?.document_signatures ?? []
  expect(placed?.fields).toEqual(kept)
  expect(placed?.visual_signature?.positions.map(({ y }) => y)).toEqual([300, 370, 440])
})

test.each<[string, SignerFieldInput[], string[]]>([
  ['has no place', [aField(0, { position: null })], ['0.position required']],
  [
    'lies outside the page',
    [aField(0, { position: { ...fieldAt(0).position, x: 590 } })],
    ['0.position outside_page'],
  ],
  [
    'is on no page',
    [aField(0, { position: { ...fieldAt(0).position, page: '7' } })],
    ['0.position.page unknown'],
  ],
  [
    'is a form field that isn’t there',
    [aField(0, { position: null, form_field: 'Nope' })],
    ['0.form_field unknown'],
  ],
  ['is placed twice over', [aField(0, { form_field: 'Nope' })], ['0.form_field ambiguous']],
  ['has another’s id', [aField(0), aField(0)], ['1.id twice']],
  ['is a comb without a length', [aField(0, { comb: true })], ['0.comb needs_max_length']],
  [
    'is a comb of more boxes than can be read',
    [aField(0, { comb: true, max_length: 501 })],
    ['0.max_length too_big'],
  ],
  [
    'is a comb of several lines',
    [aField(0, { comb: true, max_length: 9, multiline: true })],
    ['0.comb not_allowed'],
  ],
  ['has lines with a pattern', [aField(0, { multiline: true, pattern: 'email' })], ['0.pattern not_allowed']],
  [
    'is a number with the settings of a text',
    [aField(0, { type: 'NUMBER', max_length: 3, pattern: 'text', multiline: true, comb: true })],
    ['0.multiline not_allowed', '0.max_length not_allowed', '0.comb not_allowed', '0.pattern not_allowed'],
  ],
  [
    'is a checkbox with the style of a text',
    [aField(0, { type: 'CHECKBOX', font_size: 9, alignment: 'right' })],
    ['0.font_size not_allowed', '0.alignment not_allowed'],
  ],
  ['is a text with options', [aField(0, { options: dropdown.options.slice() })], ['0.options not_allowed']],
  ['is a dropdown without options', [aField(0, { type: 'DROPDOWN' })], ['0.options too_small']],
  [
    'has the same option twice',
    [aField(0, { type: 'DROPDOWN', options: [...dropdown.options, ...dropdown.options.slice(0, 1)] })],
    ['0.options.2.value twice'],
  ],
  [
    'is a choice without buttons',
    [aField(0, { ...dropdown, options: dropdown.options.slice(), type: 'RADIO', position: null })],
    ['0.options.0.position required', '0.options.1.position required'],
  ],
  ['is read-only without a value', [aField(0, { read_only: true })], ['0.value required']],
  [
    'has the name of what every JSON object has',
    ['__proto__', 'constructor', 'toString'].map((id) => aField(0, { id })),
    ['0.id reserved', '1.id reserved', '2.id reserved'],
  ],
  ['is too long', [aField(0, { max_length: 3, value: 'four' })], ['0.value too_long']],
  ['is text in a checkbox', [aField(0, { type: 'CHECKBOX', value: 'yes' })], ['0.value wrong_type']],
  ['is no option', [someSizes(0, { value: 'XL' })], ['0.value unknown_option']],
  ['is no day', [aField(0, { type: 'DATE', value: '2026-02-29' })], ['0.value invalid_date']],
  ['is no number', [aField(0, { type: 'NUMBER', value: '1,5' })], ['0.value invalid_number']],
  ['is no email', [aField(0, { type: 'EMAIL', value: 'anna' })], ['0.value invalid_email']],
  [
    'is an email as a name',
    [aField(0, { type: 'NAME', value: 'anna@example.org' })],
    ['0.value contains_link'],
  ],
  ['has two lines where there is one', [aField(0, { value: 'a\nb' })], ['0.value one_line']],
  [
    'gives the date of signing',
    [aField(0, { type: 'DATE_SIGNED', value: '2026-01-01' })],
    ['0.value not_allowed'],
  ],
])('a field that %s is refused by name', async (_, fields, expected) => {
  expect(await refused(...fields)).toEqual(expected)
})

test('a read-only name, email or initials need no value: they are the signer’s own', async () => {
  const own = (['NAME', 'EMAIL', 'INITIALS'] as const).map((type, index) =>
    aField(index, { type, read_only: true }),
  )
  expect(await refused(...own)).toEqual([])
})

test('two signers don’t share an id, and a request has 500 fields at most', async () => {
  const draft = await aDraft(api, { owner: ben })
  const document_id = draft.documents[0]?.id ?? ''
  const put = (...fields: SignerFieldInput[][]) =>
    api.ask(
      requests.updateSignatureRequest,
      {
        params: { id: draft.id },
        body: {
          signatures: fields.map((own, index) => ({
            account_email: `signer${index}@example.org`,
            document_signatures: [{ document_id, fields: own }],
          })),
        },
      },
      ben.as,
    )
  expect(await put([aField(0)], [aField(0)])).toMatchObject({
    error: { fields: [{ field: 'signatures.1.document_signatures.0.fields.0.id', code: 'twice' }] },
  })
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...aField(0), id: `f${from + index}` }))
  expect(await put(many(0, 300), many(300, 201))).toMatchObject({
    error: { fields: [{ field: 'signatures', code: 'too_many_fields' }] },
  })
  expect(await put(many(0, 300), many(300, 200))).toMatchObject({ ok: true })
})

test('a document that is taken out takes its fields along', async () => {
  const draft = await draftWith(aField(0, { value: 'Flat 3' }))
  const [document] = draft.documents
  const params = { id: draft.id, docId: document?.id ?? '' }
  await api.call(requests.removeDocument, { params }, ben.as)
  const left = await api.call(requests.getSignatureRequest, { params: { id: draft.id } }, ben.as)
  expect(left.signatures[0]?.document_signatures).toEqual([])
})

test('a copy of a request, a template of it and a request from that have the same fields', async () => {
  const fields = [
    aField(0, { value: 'Flat 3', required: true, tooltip: 'As in the lease' }),
    someSizes(1, { value: 'M' }),
    aField(2, { type: 'NAME', value: 'Anna Keller' }),
    aField(3, { type: 'INITIALS', value: 'AK', read_only: true }),
  ]
  const draft = await draftWith(...fields)
  const fieldsIn = ({ signatures }: Pick<typeof draft, 'signatures'>) =>
    signatures.map(({ document_signatures: [document] }) => document?.fields)
  const params = { id: draft.id }
  const copy = await api.call(requests.copySignatureRequest, { params }, ben.as)
  expect(fieldsIn(copy)).toEqual(fieldsIn(draft))

  const body = { name: 'Flat', signature_request_id: copy.id }
  const { id } = await api.call(templates.createTemplate, { body }, ben.as)
  const template = await api.call(templates.getTemplate, { params: { id } }, ben.as)
  // A name and initials are the person’s, and a template has no people.
  const [kept = []] = fieldsIn(draft)
  const own = ['NAME', 'INITIALS']
  const withoutName = kept.map((field) => (own.includes(field.type) ? { ...field, value: null } : field))
  expect(template.roles[0]?.document_signatures[0]?.fields).toEqual(withoutName)
  const made = await api.call(templates.createRequestFromTemplate, { params: { id } }, ben.as)
  expect(fieldsIn(made)).toEqual([withoutName])
  expect(made.signatures[0]?.document_signatures[0]?.document_id).toBe(made.documents[0]?.id)
})
