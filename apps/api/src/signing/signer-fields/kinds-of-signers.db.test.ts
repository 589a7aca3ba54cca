import { execFileSync } from 'node:child_process'
import { getDocument } from '@countersign/contract/documents.ts'
import * as seals from '@countersign/contract/seals.ts'
import { aPdf as anyPdf } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { listInputFields } from '@countersign/pdf-signature/fields/list-input-fields.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { saveFieldInput, type SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadAppearanceFonts } from '#api/documents/appearance/appearance-fonts.ts'
import { allAnchors } from '#api/signing/signing/engine/sign-document.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness, aSeal } from '#api/testing/business.ts'
import { fieldSigning, value } from '#api/testing/field-signing.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'
import { aGroupRequest, asMember } from '#api/testing/signer-group.ts'
import { aField } from '#api/testing/signer-fields.ts'

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
const { signWith, read, signed, untilSigned, fileOf, outside } = fieldSigning(() => api)

const verdictsOf = async (file: Uint8Array) => {
  const { signatures } = validatePdf([file], {
    anchors: await allAnchors(api.context),
    at: new Date(),
    fonts: await loadAppearanceFonts(),
  })
  return signatures.map(({ type, indication, withReservation }) =>
    [type, indication, ...(withReservation ? ['with reservation'] : [])].join(' '),
  )
}
const valuesOf = async (sent: Parameters<typeof read>[0], index: number) => {
  const { signatures } = await read(sent, ben)
  const fields = signatures[index]?.document_signatures[0]?.fields ?? []
  return Object.fromEntries(fields.map((field) => [field.id, field.value]))
}

/** A document with a form of its own, and a draft in which these signers fill it in. */
async function aFormRequest(catalog: string, ...fields: (readonly SignerFieldInput[])[]) {
  const widget = '/Type/Annot/Subtype/Widget/F 4/P 10 0 R'
  const form = anyPdf({
    catalog,
    page: '/Annots[60 0 R 61 0 R 62 0 R]',
    objects: {
      60: `<<${widget}/FT/Tx/T(Rent)/MaxLen 8/DA(/F1 9 Tf 0 g)/Rect[20 150 160 170]>>`,
      61: `<<${widget}/FT/Ch/Ff 131072/T(Town)/Opt[(Chur)(Bern)]/DA(/F1 9 Tf 0 g)/Rect[20 120 160 140]>>`,
      62: `<<${widget}/FT/Tx/T(Note)/DA(/F1 9 Tf 0 g)/Rect[20 90 160 110]>>`,
    },
  })
  const draft = await aDraft(api, { owner: ben, documents: [form] })
  const [document] = draft.documents
  const people = [anna, willa]
  const signatures = fields.map((own, index) => ({
    account_email: people[index]?.email ?? '',
    sequence: index + 1,
    document_signatures: [{ document_id: document?.id ?? '', fields: [...own] }],
  }))
  const call = { params: { id: draft.id }, body: { signatures } }
  return { draft, answer: await api.ask(requests.updateSignatureRequest, call, ben.as) }
}
const send = (id: string) => api.call(requests.initiateSignatureRequest, { params: { id } }, ben.as)
const existing = (
  id: string,
  form_field: string,
  given: Partial<SignerFieldInput> = {},
): SignerFieldInput => ({
  id,
  type: 'TEXT',
  label: form_field,
  form_field,
  ...given,
})
const plainForm = '/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]>>'

test('two signers fill in the fields that the document has itself, by their own rules', async () => {
  const { draft, answer } = await aFormRequest(
    plainForm,
    [existing('rent', 'Rent', { required: true }), existing('town', 'Town', { type: 'DROPDOWN' })],
    [existing('note', 'Note')],
  )
  expect(answer).toMatchObject({ ok: true })
  const sent = await send(draft.id)
  expect(await signWith(sent, anna, [value('rent', '123456789'), value('town', 'Chur')])).toMatchObject({
    error: { fields: [{ code: 'too_long' }] },
  })
  await signed(sent, anna, 0, [value('rent', '1250'), value('town', 'Bern')])
  await signed(sent, willa, 1, [value('note', 'Ζυρίχη')])
  const file = await fileOf(sent, ben)
  const { fields } = listInputFields(file)
  expect(fields.map((one) => [one.name, one.value, one.readOnly])).toEqual([
    ['Rent', '1250', true],
    ['Town', 'Bern', true],
    ['Note', 'Ζυρίχη', true],
  ])
  const text = execFileSync('pdftotext', ['-', '-'], { input: file }).toString()
  for (const shown of ['1250', 'Bern', 'Ζυρίχη']) expect(text).toContain(shown)
  expect(await verdictsOf(file)).toEqual(
    ['signature', 'signature', 'timestamp'].map((one) => `${one} TOTAL_PASSED`),
  )
  const theirs = await outside(file)
  expect([theirs.qpdf, ...theirs.signatures.map(({ openssl }) => openssl)]).toEqual([
    'clean',
    'ok',
    'ok',
    'ok',
  ])
})

test('a dropdown of the document shows its signer what it prints', async () => {
  const fees = '[[(low)(CHF 100)][(high)(CHF 100000)]]'
  const catalog = '/AcroForm<</Fields[60 0 R]>>'
  const widget = `<</Type/Annot/Subtype/Widget/F 4/P 10 0 R/FT/Ch/Ff 131072/T(Fee)/Opt${fees}/DA(/F1 9 Tf 0 g)/Rect[20 120 160 140]>>`
  const form = anyPdf({ catalog, page: '/Annots[60 0 R]', objects: { 60: widget } })
  const draft = await aDraft(api, { owner: ben, documents: [form] })
  const document_id = draft.documents[0]?.id ?? ''
  const put = (...labels: [string, string][]) => {
    const options = labels.map(([option, label]) => ({ value: option, label }))
    const fields = [existing('fee', 'Fee', { type: 'DROPDOWN', options })]
    const body = {
      signatures: [{ account_email: anna.email, document_signatures: [{ document_id, fields }] }],
    }
    return api.ask(requests.updateSignatureRequest, { params: { id: draft.id }, body }, ben.as)
  }
  expect(await put(['low', 'CHF 100'], ['high', 'CHF 100'])).toMatchObject({
    error: {
      fields: [{ field: 'signatures.0.document_signatures.0.fields.0.options.1.label', code: 'differs' }],
    },
  })
  expect(await put(['high', ' CHF 100000'])).toMatchObject({ ok: true })
  const sent = await send(draft.id)
  const [shown] = (await read(sent, anna)).signatures[0]?.document_signatures[0]?.fields ?? []
  expect(shown?.options).toEqual([{ value: 'high', label: 'CHF 100000', position: null }])
  await signed(sent, anna, 0, [value('fee', 'high')])
  expect(execFileSync('pdftotext', ['-', '-'], { input: await fileOf(sent, ben) }).toString()).toContain(
    'CHF 100000',
  )
})

test('a form that is kept as XFA as well takes no fields, and the document says why', async () => {
  const { draft, answer } = await aFormRequest('/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]/XFA(static)>>', [
    existing('rent', 'Rent'),
  ])
  const [document] = draft.documents
  const { form_problem } = await api.call(getDocument, { params: { id: document?.id ?? '' } }, ben.as)
  expect(form_problem).toBe('xfa')
  expect(answer).toMatchObject({
    status: 400,
    error: { fields: expect.arrayContaining([expect.objectContaining({ code: 'form_xfa' })]) as unknown },
  })
})

test('the member of a signer group who signs fills in its fields, under their own name', async () => {
  const { request } = await aGroupRequest(api, {
    owner: ben,
    members: [asMember(anna), asMember(willa)],
    fields: [aField(0), aField(1, { type: 'NAME', read_only: true }), aField(2, { type: 'EMAIL' })],
  })
  const params = { id: request.id, sigId: request.signatures[0]?.sid ?? '' }
  const typed = { fields: [value('field-0', 'Anna was first')] }
  await api.call(saveFieldInput, { params, body: typed }, anna.as)
  const own = async (member: Person) =>
    (await read(request, member)).signatures[0]?.document_signatures[0]?.fields.map(
      (field) => field.own_value,
    )
  expect(await own(anna)).toEqual([undefined, `${anna.firstName} ${anna.lastName}`, anna.email])
  expect(await own(willa)).toEqual([undefined, `${willa.firstName} ${willa.lastName}`, willa.email])
  expect(await own(ben)).toEqual([undefined, undefined, undefined])
  await signed(request, willa, 0, [value('field-0', 'Willa signs')])
  expect(await valuesOf(request, 0)).toEqual({
    'field-0': 'Willa signs',
    'field-1': `${willa.firstName} ${willa.lastName}`,
    'field-2': willa.email,
  })
  const file = await fileOf(request, ben)
  expect(execFileSync('pdftotext', ['-', '-'], { input: file }).toString()).not.toContain('Anna was first')
  expect(await verdictsOf(file)).toEqual(['signature TOTAL_PASSED', 'timestamp TOTAL_PASSED'])
})

test('a seal that certifies fills in its own fields and leaves the others to the person who signs next', async () => {
  const id = await aBusiness(api, { admins: [anna] })
  const sealId = `seal-a${crypto.randomUUID().slice(0, 8)}`
  await aSeal(api, id, { name: sealId, certifies: true })
  await api.call(seals.addSealMembers, { params: { id, sealId }, body: { members: [anna.email] } }, anna.as)
  const sent = await aSignatureRequest(api, {
    owner: ben,
    signers: [
      { email: anna.email, sequence: 1, fields: [aField(0, { required: true })] },
      { email: willa.email, sequence: 2, fields: [aField(1, { required: true })] },
    ],
  })
  const sealed = await signWith(sent, anna, [value('field-0', 'No. 2026-118')], { sealAccountName: sealId })
  expect(sealed).toMatchObject({ ok: true })
  await untilSigned(sent, anna, 0)
  await signed(sent, willa, 1, [value('field-1', 'Received')])
  expect([await valuesOf(sent, 0), await valuesOf(sent, 1)]).toEqual([
    { 'field-0': 'No. 2026-118' },
    { 'field-1': 'Received' },
  ])
  const file = await fileOf(sent, ben)
  const services = await Promise.all(api.context.trustServices.all().map((one) => one.anchors()))
  const anchors = [...(await allAnchors(api.context)), ...services.flat()]
  const [seal, person] = validatePdf([file], {
    anchors,
    at: new Date(),
    fonts: await loadAppearanceFonts(),
  }).signatures
  expect(seal).toMatchObject({ indication: 'TOTAL_PASSED', certifies: 2, withReservation: false })
  expect(seal?.changesAfter.every(({ permitted }) => permitted)).toBe(true)
  expect(person).toMatchObject({ indication: 'TOTAL_PASSED', certifies: null })
})

test('a file that is signed already takes no further fields, whose addition would put its signature in doubt', async () => {
  const first = await aSignatureRequest(api, { owner: ben, documents: [aPdf({ pages: 2 })], signers: [anna] })
  await signed(first, anna, 0)
  const draft = await aDraft(api, { owner: ben, documents: [await fileOf(first, ben)] })
  const document_id = draft.documents[0]?.id ?? ''
  const at = (page: string) => ({ page, x: 100, y: 400, width: 180, height: 60 })
  const give = (positions: readonly ReturnType<typeof at>[], fields: readonly SignerFieldInput[]) => {
    const placed = { document_id, visual_signature: { positions: [...positions] }, fields: [...fields] }
    const body = { signatures: [{ account_email: willa.email, document_signatures: [placed] }] }
    return api.ask(requests.updateSignatureRequest, { params: { id: draft.id }, body }, ben.as)
  }
  const path = 'signatures.0.document_signatures.0'
  expect(await give([at('0'), at('1')], [aField(0)])).toMatchObject({
    error: {
      fields: [
        { field: `${path}.visual_signature.positions`, code: 'form_signed' },
        { field: `${path}.fields.0`, code: 'form_signed' },
      ],
    },
  })
  expect(await give([at('1')], [])).toMatchObject({ ok: true })
  const sent = await send(draft.id)
  await signed(sent, willa, 0)
  // A signature that is to be seen where there was no field for it is told of.
  expect(await verdictsOf(await fileOf(sent, ben))).toEqual([
    'signature TOTAL_PASSED with reservation',
    'timestamp TOTAL_PASSED with reservation',
    'signature TOTAL_PASSED',
    'timestamp TOTAL_PASSED',
  ])
})
