import { aPdf } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { aWidget } from '@countersign/pdf-signature/testing/raw-signature.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import type { SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aDraft } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(() => api?.stop())

/** A form with two signature fields and a text field of its own. */
const aForm = () =>
  aPdf({
    catalog: '/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]>>',
    page: '/Annots[60 0 R 61 0 R 62 0 R]',
    objects: {
      60: `${aWidget('Tenant')}/FT/Sig>>`,
      61: `${aWidget('Landlord', '[20 20 120 60]')}/FT/Sig>>`,
      62: `${aWidget('Note', '[20 90 160 110]')}/FT/Tx/DA(/F1 9 Tf 0 g)>>`,
    },
  })

const note: SignerFieldInput = { id: 'note', type: 'TEXT', label: 'Your note', form_field: 'Note' }

const rent = (id: string): SignerFieldInput => ({
  id,
  type: 'TEXT',
  label: 'The rent',
  position: { page: '0', x: 20, y: 130, width: 100, height: 20 },
})

/** Ben's draft of the form, in which Anna signs as the tenant and fills in the note and one field more. */
async function aTenantsDraft() {
  const draft = await aDraft(api, { owner: ben, documents: [aForm()] })
  const params = { id: draft.id }
  const signerIn = (email: string, form_field: string, ...fields: SignerFieldInput[]) => ({
    account_email: email,
    document_signatures: [
      { document_id: draft.documents[0]?.id ?? '', visual_signature: { form_field }, fields },
    ],
  })
  const signatures = [signerIn('anna@example.org', 'Tenant', note, rent('rent'))]
  await api.call(requests.updateSignatureRequest, { params, body: { signatures } }, ben.as)
  const add = (form_field: string, ...fields: SignerFieldInput[]) => {
    const body = signerIn('willa@example.org', form_field, ...fields)
    return api.ask(requests.addSignature, { params, body }, ben.as)
  }
  const send = () => api.ask(requests.initiateSignatureRequest, { params }, ben.as)
  return { add, send }
}

const refused = (signer: number, code: string, field: string) => ({
  status: 400,
  error: { fields: [{ field: `signatures.${signer}.document_signatures.0.${field}`, code }] },
})

test('a signer who is added takes no signature field, form field or field id that another signer has', async () => {
  const { add, send } = await aTenantsDraft()
  const refuses = async () => {
    expect(await add('Tenant')).toMatchObject(refused(0, 'taken', 'visual_signature.form_field'))
    expect(await add('Landlord', { ...note, id: 'other' })).toMatchObject(
      refused(0, 'taken', 'fields.0.form_field'),
    )
    expect(await add('Landlord', rent('rent'))).toMatchObject(refused(0, 'twice', 'fields.0.id'))
  }
  await refuses()
  expect(await send()).toMatchObject({ ok: true })
  await refuses()
  expect(await add('Landlord', rent('deposit'))).toMatchObject({ ok: true })
})

test('a draft in which two signers have the same signature field already is not sent', async () => {
  const { add, send } = await aTenantsDraft()
  const added = await add('Landlord')
  if (!added.ok) throw new Error(added.error.key)
  await api.context.pool.query("UPDATE signature_places SET form_field = 'Tenant' WHERE signature_id = $1", [
    added.body.signatures[1]?.sid,
  ])
  expect(await send()).toMatchObject(refused(1, 'taken', 'visual_signature.form_field'))
})
