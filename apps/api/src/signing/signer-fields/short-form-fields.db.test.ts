import * as requests from '@countersign/contract/signature-requests.ts'
import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import { listInputFields } from '@countersign/pdf-signature/fields/list-input-fields.ts'
import { aPdf } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { fieldSigning, value } from '#api/testing/field-signing.ts'
import { aDraft } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna', lastName: 'Keller Roth Meier' })
})
afterAll(() => api?.stop())
const { signWith, read, signed, fileOf } = fieldSigning(() => api)

type Type = SignerFieldInput['type']

/** A draft whose document has one text field, of limited length, for each of the types, and Anna’s fields in them. */
async function aDraftWith(maxLength: number, ...types: Type[]) {
  const refs = types.map((_, index) => `${60 + index} 0 R`).join(' ')
  const widgets = types.map((type, index) => [
    60 + index,
    `<</Type/Annot/Subtype/Widget/F 4/P 10 0 R/FT/Tx/T(${type})/MaxLen ${maxLength}` +
      `/DA(/Helv 9 Tf 0 g)/Rect[20 ${170 - index * 20} 160 ${184 - index * 20}]>>`,
  ])
  const form = aPdf({
    catalog: `/AcroForm<</Fields[${refs}]>>`,
    page: `/Annots[${refs}]`,
    objects: Object.fromEntries(widgets),
  })
  const draft = await aDraft(api, { owner: ben, documents: [form] })
  const fields = types.map((type) => ({ id: type, type, label: type, form_field: type }))
  return { draft, answer: await put(draft, fields) }
}

function put(draft: Awaited<ReturnType<typeof aDraft>>, fields: SignerFieldInput[]) {
  const document_signatures = [{ document_id: draft.documents[0]?.id ?? '', fields }]
  const body = { signatures: [{ account_email: anna.email, document_signatures }] }
  return api.ask(requests.updateSignatureRequest, { params: { id: draft.id }, body }, ben.as)
}

const send = (id: string) => api.call(requests.initiateSignatureRequest, { params: { id } }, ben.as)

test('a value that is too long for the document’s own form field is refused by name, whatever its type', async () => {
  const { draft, answer } = await aDraftWith(8, 'NUMBER', 'NAME', 'EMAIL', 'INITIALS')
  expect(answer).toMatchObject({ ok: true })
  const shown = await read(draft, ben)
  const fields = shown.signatures[0]?.document_signatures[0]?.fields ?? []
  expect(fields.map(({ max_length }) => max_length)).toEqual([8, 8, 8, 8])
  // What a page reads it can send back.
  expect(await put(draft, fields)).toMatchObject({ ok: true })

  const sent = await send(draft.id)
  const path = 'signatureRequests.0.'
  expect(await signWith(sent, anna, [value('NUMBER', '123456789')])).toMatchObject({
    error: {
      fields: [{ field: `${path}documentSignatures.0.fields.0.value`, code: 'too_long' }],
    },
  })
  expect(await signWith(sent, anna)).toMatchObject({
    error: {
      fields: [
        { field: `${path}fields.NAME`, code: 'too_long' },
        { field: `${path}fields.EMAIL`, code: 'too_long' },
      ],
    },
  })
  const fitting = [value('NUMBER', '12345678'), value('NAME', 'A Keller'), value('EMAIL', 'a@b.ch')]
  await signed(sent, anna, 0, fitting)
  const held = listInputFields(await fileOf(sent, ben)).fields.map((field) => [field.name, field.value])
  expect(Object.fromEntries(held)).toEqual({
    NUMBER: '12345678',
    NAME: 'A Keller',
    EMAIL: 'a@b.ch',
    INITIALS: 'AKRM',
  })
})

test('initials are no longer than the form field takes', async () => {
  const { draft } = await aDraftWith(2, 'INITIALS')
  const sent = await send(draft.id)
  await signed(sent, anna, 0)
  expect(listInputFields(await fileOf(sent, ben)).fields[0]?.value).toBe('AK')
})

test('a date needs a form field of ten characters, and is printed as ISO 8601 where its signer’s own notation is longer', async () => {
  const short = await aDraftWith(9, 'DATE', 'DATE_SIGNED')
  const path = 'signatures.0.document_signatures.0.fields.'
  expect(short.answer).toMatchObject({
    error: {
      fields: [
        { field: `${path}0.form_field`, code: 'too_short' },
        { field: `${path}1.form_field`, code: 'too_short' },
      ],
    },
  })
  const { draft, answer } = await aDraftWith(10, 'DATE', 'DATE_SIGNED')
  expect(answer).toMatchObject({ ok: true })
  const sent = await send(draft.id)
  await signed(sent, anna, 0, [value('DATE', '2026-03-09')])
  const [date, signedOn] = listInputFields(await fileOf(sent, ben)).fields
  expect(date?.value).toBe('2026-03-09')
  expect(signedOn?.value).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})
