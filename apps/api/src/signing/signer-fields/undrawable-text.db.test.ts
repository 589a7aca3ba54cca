import { execFileSync } from 'node:child_process'
import { saveFieldInput } from '@countersign/contract/signer-fields.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { fieldSigning, value } from '#api/testing/field-signing.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'
import { aGroupRequest, asMember } from '#api/testing/signer-group.ts'
import { aField, fieldAt } from '#api/testing/signer-fields.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
})
afterAll(() => api?.stop())
const { signWith, read, signed, fileOf } = fieldSigning(() => api)

const noFont = (field: string, message: string) => ({
  status: 400,
  error: { fields: [{ field, code: 'no_font', message: expect.stringContaining(message) as unknown }] },
})
const textOf = (file: Buffer) => execFileSync('pdftotext', ['-', '-'], { input: file }).toString()

test('a value with characters that no font has is not signed: the field and the characters are named', async () => {
  const sent = await aSignatureRequest(api, {
    owner: ben,
    signers: [{ email: anna.email, fields: [aField(0, { multiline: true }), aField(1)] }],
  })
  const written = value('field-0', 'I agree 😀 ☐ ☑\nবাংলা')
  expect(await signWith(sent, anna, [value('field-1', 'Zürich'), written])).toMatchObject(
    noFont(
      'signatureRequests.0.documentSignatures.0.fields.1.value',
      '“Field 0”: No font has these characters: 😀',
    ),
  )
  // A letter and a mark that have a font each, but none together.
  expect(
    await signWith(sent, anna, [value('field-0', 'Kp\u0254\u0300n\u00e9'), value('field-1', 'ok')]),
  ).toMatchObject(
    noFont('signatureRequests.0.documentSignatures.0.fields.0.value', 'characters: \u0254\u0300'),
  )
  // What was saved is looked at as well.
  const params = { id: sent.id, sigId: sent.signatures[0]?.sid ?? '' }
  await api.call(saveFieldInput, { params, body: { fields: [written] } }, anna.as)
  expect(await signWith(sent, anna)).toMatchObject(noFont('signatureRequests.0.fields.field-0', '😀'))
  await signed(sent, anna, 0, [value('field-0', 'I agree\nΖυρίχη 北京 नमस्ते'), value('field-1', 'ok')])
  expect(textOf(await fileOf(sent, ben))).toContain('Ζυρίχη 北京')
})

test('a reason with characters that no font has is not signed', async () => {
  const sent = await aSignatureRequest(api, { owner: ben, signers: [anna] })
  const item = { signatureRequestId: sent.id, signingReason: 'Approved 👍' }
  expect(await api.ask(sign, { body: { signatureRequests: [item] } }, anna.as)).toMatchObject(
    noFont('signatureRequests.0.signingReason', '👍'),
  )
  expect((await read(sent, anna)).signatures[0]).toMatchObject({ status_code: 'OPEN' })
})

test('a prefilled value with characters that no font has is refused when it is given', async () => {
  const draft = await aDraft(api, { owner: ben, signers: [anna] })
  const document_id = draft.documents[0]?.id ?? ''
  const give = (fields: ReturnType<typeof aField>[]) => {
    const signatures = [{ account_email: anna.email, document_signatures: [{ document_id, fields }] }]
    return api.ask(
      requests.updateSignatureRequest,
      { params: { id: draft.id }, body: { signatures } },
      ben.as,
    )
  }
  const path = 'signatures.0.document_signatures.0.fields.0'
  const fixed = aField(0, { value: 'Flat ☐ 3', read_only: true })
  expect(await give([fixed])).toMatchObject(noFont(`${path}.value`, '☐'))
  const list = aField(0, { type: 'DROPDOWN', options: [{ value: 'yes', label: '👍 Yes' }] })
  expect(await give([list])).toMatchObject(noFont(`${path}.options.0.label`, '👍'))
  expect(await give([aField(0, { value: 'Чур' })])).toMatchObject({ ok: true })
})

test('a person whose name is in a script without a font signs: the page shows the email, the signature has the name', async () => {
  const rahim = await api.person({ firstName: 'রহিম', lastName: 'উদ্দিন' })
  const named = { id: 'name', type: 'NAME' as const, label: 'Name', ...fieldAt(0) }
  const sent = await aSignatureRequest(api, {
    owner: ben,
    signers: [{ email: rahim.email, fields: [named] }],
  })
  // A field for the name shows what is in it: there they write it in letters that can be printed.
  expect(await signWith(sent, rahim)).toMatchObject(noFont('signatureRequests.0.fields.name', 'র'))
  await signed(sent, rahim, 0, [value('name', 'Rahim Uddin')])
  const file = await fileOf(sent, ben)
  expect(textOf(file)).toContain(rahim.email)
  const [, name = ''] = /\/Name <([0-9A-F]+)>/i.exec(file.toString('latin1')) ?? []
  expect(Buffer.from(name, 'hex').swap16().toString('utf16le')).toBe('\ufeffরহিম উদ্দিন')
  expect((await read(sent, ben)).signatures[0]).toMatchObject({ signed_name: 'রহিম উদ্দিন' })
})

test('a group whose name is in a script without a font is left out of the page: it has no boxes', async () => {
  const { request } = await aGroupRequest(api, {
    owner: ben,
    members: [asMember(anna), { email: 'dora@example.org' }],
    named: '\u10d8\u10e3\u10e0\u10d8\u10e1\u10e2\u10d4\u10d1\u10d8',
  })
  await signed(request, anna, 0)
  const page = textOf(await fileOf(request, ben))
  expect(page).toContain(anna.email)
  expect(page).not.toContain('for “')
})
