import { getReport } from '@countersign/contract/audit-trail.ts'
import { execFileSync } from 'node:child_process'
import * as requests from '@countersign/contract/signature-requests.ts'
import {
  type FieldInput,
  saveFieldInput,
  type SignerFieldInput,
} from '@countersign/contract/signer-fields.ts'
import { sign } from '@countersign/contract/signing.ts'
import { listInputFields } from '@countersign/pdf-signature/fields/list-input-fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { fieldSigning, value } from '#api/testing/field-signing.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { aField, fieldAt, someSizes } from '#api/testing/signer-fields.ts'

let api: TestApi
let ben: Person
let anna: Person
let willa: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna', lastName: 'Keller-Roth' })
  willa = await api.person({ firstName: 'Willa' })
})
afterAll(() => api?.stop())

const { signWith, read, signed, untilSigned, fileOf, outside: checkOutside } = fieldSigning(() => api)

const twelve: SignerFieldInput[] = [
  aField(0, { type: 'INITIALS' }),
  aField(1, { type: 'DATE_SIGNED' }),
  aField(2, { type: 'NAME' }),
  aField(3, { type: 'EMAIL' }),
  aField(4, { required: true }),
  aField(5, { multiline: true, position: { ...fieldAt(5, 60).position, y: 500, height: 60 } }),
  aField(6, { comb: true, max_length: 6 }),
  aField(7, { type: 'NUMBER' }),
  aField(8, { type: 'DATE' }),
  aField(9, { type: 'CHECKBOX', required: true }),
  someSizes(10),
  aField(11, { type: 'DROPDOWN', options: ['CH', 'IT'].map((one) => ({ value: one, label: one })) }),
  aField(12, { value: 'Fixed by Ben', read_only: true }),
]
const filled: FieldInput = [
  value('field-4', 'Zoë Žižek'),
  value('field-5', 'Καλημέρα\nПривет\nمرحبا\n你好'),
  value('field-6', 'AB12'),
  value('field-7', '-1234.5'),
  value('field-8', '2026-03-09'),
  value('field-9', true),
  value('field-10', 'M'),
  value('field-11', 'IT'),
]

test('a signer fills in fields of all kinds, and they are in the file, the request and the evidence', async () => {
  const sent = await aSignatureRequest(api, {
    owner: ben,
    signers: [
      { email: anna.email, sequence: 1, fields: twelve },
      { email: willa.email, sequence: 2, fields: [aField(13, { required: true })] },
    ],
  })
  await signed(sent, anna, 0, filled)
  expect(await signWith(sent, willa)).toMatchObject({
    error: { fields: [{ field: 'signatureRequests.0.fields.field-13', code: 'required' }] },
  })
  const sigId = sent.signatures[1]?.sid ?? ''
  const body = { fields: [value('field-13', 'Willa was here')] }
  await api.call(saveFieldInput, { params: { id: sent.id, sigId }, body }, willa.as)
  await signed(sent, willa, 1)

  const { signatures } = await read(sent, willa)
  const values = signatures.map((one) =>
    one.document_signatures[0]?.fields.map((field) => [field.id, field.value]),
  )
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' }).format(new Date())
  expect(Object.fromEntries(values[0] ?? [])).toEqual({
    'field-0': 'AKR',
    'field-1': today,
    'field-2': `${anna.firstName} ${anna.lastName}`,
    'field-3': anna.email,
    'field-12': 'Fixed by Ben',
    ...Object.fromEntries(filled.map((one) => [one.id, one.value])),
  })
  expect(values[1]).toEqual([['field-13', 'Willa was here']])

  const { items } = await api.call(requests.getEvents, { params: { id: sent.id } }, ben.as)
  const evidence = items.filter(({ type }) => type === 'signed').map(({ data }) => JSON.stringify(data))
  expect(evidence[0]).toContain('{"id":"field-7","type":"NUMBER","label":"Field 7","value":"-1234.5"}')
  expect(evidence[1]).toContain('Willa was here')

  for (const type of ['JSON', 'HTML', 'PDF'] as const) {
    const call = { params: { id: sent.id }, query: { type } }
    const report = await api.call(getReport, call, ben.as)
    const bytes = new Uint8Array(await report.arrayBuffer())
    const shown =
      type === 'PDF'
        ? execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes }).toString()
        : Buffer.from(bytes).toString()
    for (const one of ['Field 7', '-1234.5', 'Willa was here']) expect(shown).toContain(one)
  }

  const file = await fileOf(sent, ben)
  const outside = await checkOutside(file)
  expect(outside.qpdf).toBe('clean')
  expect(outside.signatures.map(({ kind, openssl }) => `${kind} ${openssl}`)).toEqual([
    'signature ok',
    'signature ok',
    'document_timestamp ok',
  ])
  expect(outside.pdfsig.slice(0, 2).map(({ signature }) => signature)).toEqual([
    'Signature is Valid.',
    'Signature is Valid.',
  ])
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: file }).toString()
  for (const one of [
    'AKR',
    'Fixed by Ben',
    'Zoë Žižek',
    'Καλημέρα',
    'Привет',
    '你好',
    '-1234.5',
    'Willa was here',
  ])
    expect(text).toContain(one)
})

test('what is filled in for a signer is shown to them as it is signed, whatever the sender calls them', async () => {
  const own = (['NAME', 'EMAIL', 'INITIALS'] as const).map((type, index) =>
    aField(index, { type, read_only: true }),
  )
  const signers = [{ email: anna.email, firstName: 'Fritz', lastName: 'Muster', fields: own }]
  const sent = await aSignatureRequest(api, { owner: ben, signers })
  const shown = (await read(sent, anna)).signatures[0]?.document_signatures[0]?.fields
  const values = ['Anna Keller-Roth', anna.email, 'AKR']
  expect(shown?.map((field) => [field.value, field.own_value])).toEqual(values.map((one) => [null, one]))
  await signed(sent, anna, 0)
  const held = listInputFields(await fileOf(sent, ben)).fields.map((field) => field.value)
  expect(held).toEqual(values)
  const after = (await read(sent, anna)).signatures[0]?.document_signatures[0]?.fields
  expect(after?.map((field) => [field.value, field.own_value])).toEqual(values.map((one) => [one, undefined]))
})

test('initials that were prefilled for a signer are not those of the person who signs instead', async () => {
  const fields = [
    aField(0, { type: 'INITIALS', value: 'AKR', read_only: true }),
    aField(1, { type: 'NAME', value: 'Anna Keller-Roth', read_only: true }),
  ]
  const sent = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email, fields }] })
  const body = { email: willa.email, message: '' }
  await api.call(requests.delegateSignature, { params: { id: sent.id }, body }, anna.as)
  // Neither does the sender’s next correction need them.
  const { signatures } = await read(sent, ben)
  const [of] = signatures
  const correction = {
    signatures: [
      {
        sid: of?.sid,
        account_email: willa.email,
        document_signatures: (of?.document_signatures ?? []).map(({ document_id, fields: kept }) => ({
          document_id,
          fields: kept,
        })),
      },
    ],
  }
  const params = { id: sent.id }
  expect(await api.ask(requests.updateSignatureRequest, { params, body: correction }, ben.as)).toMatchObject({
    ok: true,
  })
  await signed(sent, willa, 0)
  const held = listInputFields(await fileOf(sent, ben)).fields.map((field) => field.value)
  const letters = [willa.firstName, willa.lastName].map((name) => name.slice(0, 1).toUpperCase())
  expect(held).toEqual([letters.join(''), `${willa.firstName} ${willa.lastName}`])
})

test('what the sender has corrected since it was read is not signed unseen', async () => {
  const fee = (text: string) => aField(0, { value: text, read_only: true })
  const signers = [{ email: anna.email, fields: [fee('CHF 100')] }, { email: willa.email }]
  const sent = await aSignatureRequest(api, { owner: ben, signers })
  const before = await read(sent, anna)
  const signatures = before.signatures.map(({ sid, signer_identity_data: who }, index) => ({
    sid,
    account_email: who?.email_address ?? '',
    document_signatures: sent.documents.map(({ id }) => ({
      document_id: id,
      fields: index === 0 ? [fee('CHF 100000')] : [],
    })),
  }))
  const params = { id: sent.id }
  await api.call(requests.updateSignatureRequest, { params, body: { signatures } }, ben.as)

  const signAsRead = ({ updated_at: updatedAt }: { readonly updated_at: string }) =>
    api.ask(sign, { body: { signatureRequests: [{ signatureRequestId: sent.id, updatedAt }] } }, anna.as)
  expect(await signAsRead(before)).toMatchObject({ status: 409, error: { key: 'request.changed' } })
  const after = await read(sent, anna)
  expect(after.signatures[0]).toMatchObject({ status_code: 'OPEN', signing: null })
  // Another’s signature changes nothing of what this signer has read.
  await signed(sent, willa, 1)
  expect(await signAsRead(after)).toMatchObject({ ok: true })
  await untilSigned(sent, anna, 0)
  expect(listInputFields(await fileOf(sent, ben)).fields.map((field) => field.value)).toEqual(['CHF 100000'])
})

test('a required field is not filled in with what nobody sees', async () => {
  const fields = [aField(0, { required: true })]
  const sent = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email, fields }] })
  for (const nothing of ['\u200B', '\u3164', ' \u2800 ', '\u00AD'])
    expect(await signWith(sent, anna, [value('field-0', nothing)])).toMatchObject({
      error: { fields: [{ code: 'required' }] },
    })
})

test('an option that is longer than a name in the PDF can be is signed under its own value', async () => {
  const long = (start: string) => `${start} ${'согласие '.repeat(10).trim()}`
  const options = ['Полное', 'Частичное'].map((start, nth) => ({
    value: long(start),
    label: start,
    position: { ...fieldAt(1, 320 + nth * 30).position, width: 15, height: 15 },
  }))
  const fields = [
    aField(0, { comb: true, max_length: 500 }),
    aField(1, { type: 'RADIO', position: null, options }),
  ]
  const sent = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email, fields }] })
  await signed(sent, anna, 0, [value('field-0', 'A1'), value('field-1', long('Частичное'))])
  const { signatures } = await read(sent, ben)
  const shown = signatures[0]?.document_signatures[0]?.fields.map((field) => field.value)
  expect(shown).toEqual(['A1', long('Частичное')])
  const file = await fileOf(sent, ben)
  const group = listInputFields(file).fields.find(({ kind }) => kind === 'radio')
  expect(group?.options.map(({ label }) => label)).toEqual([long('Полное'), long('Частичное')])
  expect(group?.options.find((option) => option.value === group.value)?.label).toBe(long('Частичное'))
  expect((await checkOutside(file)).qpdf).toBe('clean')
})

test('what is wrong or missing is refused by name and nothing is signed', async () => {
  const sent = await aSignatureRequest(api, {
    owner: ben,
    signers: [
      { email: anna.email, fields: [...twelve, aField(0, { id: 'field-20', pattern: 'email' })] },
      { email: willa.email, fields: [aField(1, { id: 'field-30' })] },
    ],
  })
  const wrong = [
    value('field-7', '1,5'),
    value('field-8', '2026-02-30'),
    value('field-20', 'anna@'),
    value('field-9', false),
  ]
  const at = 'signatureRequests.0.documentSignatures.0.fields'
  expect(await signWith(sent, anna, wrong)).toMatchObject({
    status: 400,
    error: {
      fields: expect.arrayContaining([
        expect.objectContaining({ field: 'signatureRequests.0.fields.field-4', code: 'required' }),
        expect.objectContaining({ field: `${at}.0.value`, code: 'invalid_number' }),
        expect.objectContaining({ field: `${at}.1.value`, code: 'invalid_date' }),
        expect.objectContaining({ field: `${at}.2.value`, code: 'invalid_email' }),
        expect.objectContaining({ field: `${at}.3.value`, code: 'required' }),
      ]),
    },
  })
  expect(
    await signWith(sent, anna, [value('field-30', 'x'), value('field-12', 'y'), value('field-6', 'AB12345')]),
  ).toMatchObject({
    error: {
      fields: [
        { field: `${at}.0.id`, code: 'unknown' },
        { field: `${at}.1.value`, code: 'read_only' },
        { field: `${at}.2.value`, code: 'too_long' },
      ],
    },
  })
  expect((await read(sent, anna)).signatures[0]).toMatchObject({ status_code: 'OPEN', signing: null })
})
