import { execFileSync } from 'node:child_process'
import { listInputFields } from '@countersign/pdf-signature/fields/list-input-fields.ts'
import { aPdf, streamObject } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allAnchors } from '#api/signing/signing/engine/sign-document.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { fieldSigning, value } from '#api/testing/field-signing.ts'
import { aDraft } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
let anna: Person
let willa: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
  willa = await api.person({ firstName: 'Willa' })
})
afterAll(() => api?.stop())
const { read, signed, fileOf, outside } = fieldSigning(() => api)

const numbers = {
  Note: 60,
  Town: 61,
  Agree: 62,
  Size: 63,
  Rent: 64,
  Floor: 65,
  Reference: 66,
  Remark: 67,
  Hint: 68,
}
const refs = Object.values(numbers).map((number) => `${number} 0 R`)
const buttons = refs.filter((ref) => ref !== '63 0 R').join(' ')

/** A form that comes filled in: each field holds a value and shows it. */
function aFilledForm(): Buffer {
  const widget = (top: number, width = 140, left = 20) =>
    `/Type/Annot/Subtype/Widget/F 4/P 10 0 R/Rect[${left} ${top} ${left + width} ${top + 12}]`
  const text = (name: string, shown: string, top: number) =>
    `<<${widget(top)}/FT/Tx/T(${name})/V(${shown})/DA(/Helv 9 Tf 0 g)>>`
  const states = (on: string) => `/AP<</N<</${on} 80 0 R/Off 81 0 R>>>>`
  const form = '<</Length 0/Type/XObject/Subtype/Form/BBox[0 0 12 12]>>\nstream\n\nendstream'
  return aPdf({
    catalog: `/AcroForm<</Fields[${refs.join(' ')}]/DR<</Font<</Helv 90 0 R>>>>>>`,
    page: `/Annots[${buttons} 70 0 R 71 0 R]`,
    objects: {
      60: text('Note', 'I owe 1000', 170),
      61: `<<${widget(150)}/FT/Ch/Ff 131072/T(Town)/Opt[(Chur)(Bern)]/V(Chur)/DA(/Helv 9 Tf 0 g)>>`,
      62: `<<${widget(130, 12)}/FT/Btn/T(Agree)/V/Yes/AS/Yes${states('Yes')}>>`,
      63: '<</FT/Btn/Ff 49152/T(Size)/V/M/Kids[70 0 R 71 0 R]>>',
      64: text('Rent', '1250', 110),
      65: text('Floor', '3', 90),
      66: text('Reference', 'A-17', 70),
      67: text('Remark', 'For Willa', 50),
      68: `<<${widget(150, 100, 180)}/FT/Tx/T(Hint)/DA(/Helv 9 Tf 0 g)/AP<</N 82 0 R>>>>`,
      70: `<<${widget(30, 12)}/Parent 63 0 R/AS/M${states('M')}>>`,
      71: `<<${widget(10, 12)}/Parent 63 0 R/AS/Off${states('L')}>>`,
      80: form,
      81: form,
      // Shown, though it isn't the field's value.
      82: streamObject(
        '/Tx BMC BT /Helv 9 Tf 2 2 Td (Pay 500) Tj ET EMC',
        '/Type/XObject/Subtype/Form/BBox[0 0 100 12]/Resources<</Font<</Helv 90 0 R>>>>',
      ),
      90: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    },
  })
}

const own = (form_field: string, given: Partial<SignerFieldInput> = {}): SignerFieldInput => ({
  id: form_field.toLowerCase(),
  type: 'TEXT',
  label: form_field,
  form_field,
  ...given,
})

test('a form field that its signer left empty is empty in the signed file, whatever the document said there', async () => {
  const draft = await aDraft(api, { owner: ben, documents: [aFilledForm()] })
  const document_id = draft.documents[0]?.id ?? ''
  const asSigner = ({ email }: Person, sequence: number, fields: SignerFieldInput[]) => ({
    account_email: email,
    sequence,
    document_signatures: [{ document_id, fields }],
  })
  const annas = [
    own('Note', { value: 'I owe 1000' }),
    own('Town', { type: 'DROPDOWN', value: 'Chur' }),
    own('Agree', { type: 'CHECKBOX' }),
    own('Size', { type: 'RADIO' }),
    own('Rent', { value: '1250' }),
    own('Floor', { value: '3' }),
    own('Hint'),
  ]
  const signatures = [asSigner(anna, 1, annas), asSigner(willa, 2, [own('Remark')])]
  const params = { id: draft.id }
  await api.call(requests.updateSignatureRequest, { params, body: { signatures } }, ben.as)
  const sent = await api.call(requests.initiateSignatureRequest, { params }, ben.as)

  // Two are cleared, two never touched, one is left as Ben prefilled it, and one is changed.
  await signed(sent, anna, 0, [value('note', ''), value('town', ''), value('floor', '4')])
  const inFile = async () => {
    const { fields } = listInputFields(await fileOf(sent, ben))
    return Object.fromEntries(fields.map((one) => [one.name, one.value]))
  }
  const afterAnna = {
    Note: '',
    Town: '',
    Agree: false,
    Size: '',
    Rent: '1250',
    Floor: '4',
    Reference: 'A-17',
    Hint: '',
  }
  expect(await inFile()).toEqual({ ...afterAnna, Remark: 'For Willa' })
  const { signatures: shown } = await read(sent, ben)
  const recorded = shown[0]?.document_signatures[0]?.fields.map((field) => [field.id, field.value])
  expect(Object.fromEntries(recorded ?? [])).toEqual({
    note: null,
    town: null,
    agree: null,
    size: null,
    rent: '1250',
    floor: '4',
    hint: null,
  })

  await signed(sent, willa, 1)
  expect(await inFile()).toEqual({ ...afterAnna, Remark: '' })
  const file = await fileOf(sent, ben)
  const text = execFileSync('pdftotext', ['-', '-'], { input: file }).toString()
  for (const gone of ['I owe', 'Chur', 'For Willa', 'Pay 500']) expect(text).not.toContain(gone)
  const { signatures: verdicts } = validatePdf([file], {
    anchors: await allAnchors(api.context),
    at: new Date(),
  })
  expect(verdicts.map(({ indication }) => indication)).toEqual(Array(3).fill('TOTAL_PASSED'))
  expect((await outside(file)).qpdf).toBe('clean')
})
