import { aPdf } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { aWidget } from '@countersign/pdf-signature/testing/raw-signature.ts'
import { getDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aCertifiedPdf } from '#api/testing/certified-pdf.ts'
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
const { signed } = fieldSigning(() => api)

interface Part {
  readonly visual_signature?: { form_field: string } | { position: typeof place }
  readonly fields?: SignerFieldInput[]
}
const inField = (form_field: string, ...fields: SignerFieldInput[]): Part => ({
  visual_signature: { form_field },
  fields,
})
const note: SignerFieldInput = { id: 'note', type: 'TEXT', label: 'Your note', form_field: 'Note' }
const place = { page: '0', x: 20, y: 20, width: 100, height: 40 }
const named = (code: string, ...fields: string[]) => ({
  status: 400,
  error: { fields: fields.map((field) => expect.objectContaining({ field, code }) as unknown) },
})
const path = (signer: number) => `signatures.${signer}.document_signatures.0`

/** Ben's draft of this document. Anna signs first, then Willa, unless `turns` says otherwise. */
async function aDraftOf(document: Buffer) {
  const draft = await aDraft(api, { owner: ben, documents: [document] })
  const params = { id: draft.id }
  const [{ id: document_id } = { id: '' }] = draft.documents
  const give = (parts: readonly Part[], turns: readonly number[] = [1, 2]) => {
    const signatures = parts.map((part, index) => ({
      account_email: [anna, willa][index]?.email ?? '',
      sequence: turns[index] ?? -1,
      document_signatures: [{ document_id, ...part }],
    }))
    return api.ask(requests.updateSignatureRequest, { params, body: { signatures } }, ben.as)
  }
  const send = () => api.ask(requests.initiateSignatureRequest, { params }, ben.as)
  const problem = async () =>
    (await api.call(getDocument, { params: { id: document_id } }, ben.as)).form_problem
  return { draft, give, send, problem }
}

/** A form whose signature field `SigA` locks what this says. */
const aLockingPdf = (lock: string) =>
  aPdf({
    catalog: '/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]>>',
    page: '/Annots[60 0 R 61 0 R 62 0 R]',
    objects: {
      60: `${aWidget('SigA')}/FT/Sig/Lock 63 0 R>>`,
      61: `${aWidget('SigB', '[20 20 120 60]')}/FT/Sig>>`,
      62: `${aWidget('Note', '[20 90 160 110]')}/FT/Tx/DA(/F1 9 Tf 0 g)>>`,
      63: `<</Type/SigFieldLock${lock}>>`,
    },
  })

test('a certified document is sent when each signer has a free signature field of its own, and only then', async () => {
  const { draft, give, send, problem } = await aDraftOf(aCertifiedPdf())
  expect(await problem()).toBe('certified')
  const refused = named('form_certified', `${path(0)}.visual_signature`)
  expect(await give([{ visual_signature: { position: place } }])).toMatchObject(refused)
  // In a draft the field may be still to be chosen.
  expect(await give([{}])).toMatchObject({ ok: true })
  expect(await send()).toMatchObject(refused)
  expect(await give([inField('Tenant', note), {}])).toMatchObject({ ok: true })
  expect(await send()).toMatchObject(named('form_certified', `${path(1)}.visual_signature`))
  expect(await give([inField('Tenant', note)])).toMatchObject({ ok: true })
  expect(await send()).toMatchObject({ ok: true })
  await signed(draft, anna, 0, [value('note', 'By the window')])
})

test('an open request of a certified document is not changed to signers who could not sign', async () => {
  const { give, send } = await aDraftOf(aCertifiedPdf())
  await give([inField('Tenant')])
  expect(await send()).toMatchObject({ ok: true })
  expect(await give([inField('Tenant'), {}])).toMatchObject(
    named('form_certified', `${path(1)}.visual_signature`),
  )
})

test('a certified document whose form is kept as XFA as well says that it is certified', async () => {
  const file = aCertifiedPdf().toString('latin1')
  // As long as before: all objects stay where they are.
  const withXfa = Buffer.from(file.replace('/SigFlags 3', '/XFA(is it)'), 'latin1')
  const { give, send, problem } = await aDraftOf(withXfa)
  expect(await problem()).toBe('certified')
  await give([{}])
  expect(await send()).toMatchObject(named('form_certified', `${path(0)}.visual_signature`))
})

test('a signature field that locks all others is signed last', async () => {
  const { draft, give, send } = await aDraftOf(aLockingPdf('/Action/All'))
  const parts = [inField('SigA'), inField('SigB', note)]
  const refused = named('locked', `${path(1)}.visual_signature`, `${path(1)}.fields.0`)
  for (const turns of [
    [1, 2],
    [-1, 1],
    [1, 1],
  ]) {
    expect(await give(parts, turns)).toMatchObject({ ok: true })
    expect(await send()).toMatchObject(refused)
  }
  expect(await give(parts, [2, 1])).toMatchObject({ ok: true })
  expect(await send()).toMatchObject({ ok: true })
  await signed(draft, willa, 1, [value('note', 'Before it is locked')])
  await signed(draft, anna, 0)
})

test('a form field that a signature field names is filled in by the signer of that field', async () => {
  const { draft, give, send } = await aDraftOf(aLockingPdf('/Action/Include/Fields[(Note)]'))
  const refused = named('locked', `${path(0)}.fields.0`)
  for (const turns of [
    [1, 2],
    [2, 1],
  ]) {
    expect(await give([inField('SigB', note), inField('SigA')], turns)).toMatchObject({ ok: true })
    expect(await send()).toMatchObject(refused)
  }
  expect(await give([inField('SigB', note)])).toMatchObject({ ok: true })
  expect(await send()).toMatchObject({
    error: {
      fields: [{ message: 'The signature field “SigA” locks “Your note”: only its signer can fill it in' }],
    },
  })
  expect(await give([inField('SigA', note), inField('SigB')])).toMatchObject({ ok: true })
  expect(await send()).toMatchObject({ ok: true })
  await signed(draft, anna, 0, [value('note', 'Mine')])
  await signed(draft, willa, 1)
})

test('all but the named fields are locked once the signature field is signed, and nobody signs after one that forbids changes', async () => {
  const but = await aDraftOf(aLockingPdf('/Action/Exclude/Fields[(SigB)(Note)]'))
  expect(await but.give([inField('SigA'), inField('SigB', note)])).toMatchObject({ ok: true })
  expect(await but.send()).toMatchObject({ ok: true })
  await signed(but.draft, anna, 0)
  await signed(but.draft, willa, 1, [value('note', 'Still free')])
  const final = await aDraftOf(aLockingPdf('/Action/Include/Fields[(Note)]/P 1'))
  await final.give([inField('SigA'), inField('SigB')])
  expect(await final.send()).toMatchObject(named('locked', `${path(1)}.visual_signature`))
})
