import { getEvents } from '@countersign/contract/signature-requests.ts'
import { saveFieldInput } from '@countersign/contract/signer-fields.ts'
import { listInputFields } from '@countersign/pdf-signature/fields/list-input-fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#api/testing/api.ts'
import { fieldSigning, value } from '#api/testing/field-signing.ts'
import { type PausedApi, startPausedApi } from '#api/testing/paused-api.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { aField } from '#api/testing/signer-fields.ts'

let paused: PausedApi
let ben: Person
let anna: Person
beforeAll(async () => {
  paused = await startPausedApi()
  await paused.whileJobsRun(async () => {
    ben = await paused.api.person({ firstName: 'Ben' })
    anna = await paused.api.person({ firstName: 'Anna' })
  })
})
afterAll(() => paused?.stop())
const { signWith, read, untilSigned, fileOf } = fieldSigning(() => paused.api)

test('what another page saves while a signature is made isn’t signed, and isn’t kept', async () => {
  const { api } = paused
  const signers = [{ email: anna.email, fields: [aField(0, { required: true }), aField(1)] }]
  const sent = await aSignatureRequest(api, { owner: ben, signers })
  const params = { id: sent.id, sigId: sent.signatures[0]?.sid ?? '' }
  const save = (text: string) =>
    api.ask(saveFieldInput, { params, body: { fields: [value('field-0', text)] } }, anna.as)
  await save('Submitted')
  expect(await signWith(sent, anna)).toMatchObject({ body: { signatures: [{ status: 'OPEN' }] } })
  await save('Typed later')
  await paused.whileJobsRun(() => untilSigned(sent, anna, 0))
  const [signature] = (await read(sent, anna)).signatures
  expect(signature?.document_signatures[0]?.fields.map((field) => [field.value, field.input])).toEqual([
    ['Submitted', undefined],
    [null, undefined],
  ])
  const { fields } = listInputFields(await fileOf(sent, ben))
  expect(fields.map((field) => field.value)).toEqual(['Submitted', ''])
  const { items } = await api.call(getEvents, { params: { id: sent.id } }, ben.as)
  expect(JSON.stringify(items.find(({ type }) => type === 'signed')?.data)).toContain('"value":"Submitted"')
  expect(JSON.stringify(items)).not.toContain('Typed later')
  expect(await save('Too late')).toMatchObject({
    error: { key: 'signature.already_signed' },
  })
  const { rows } = await api.context.pool.query('SELECT 1 FROM field_inputs WHERE signature_id = $1', [
    params.sigId,
  ])
  expect(rows).toEqual([])
})

test('of two pages that sign with different values at once, one value is signed, everywhere the same', async () => {
  const { api } = paused
  const sent = await aSignatureRequest(api, {
    owner: ben,
    signers: [{ email: anna.email, fields: [aField(0)] }],
  })
  const answers = await Promise.all(
    ['left', 'right'].map((text) => signWith(sent, anna, [value('field-0', text)])),
  )
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0)
  await paused.whileJobsRun(() => untilSigned(sent, anna, 0))
  const [signature] = (await read(sent, anna)).signatures
  const signed = signature?.document_signatures[0]?.fields[0]?.value
  expect(['left', 'right']).toContain(signed)
  expect(listInputFields(await fileOf(sent, ben)).fields[0]?.value).toBe(signed)
})

test('null signs the prefilled value in place of a saved one, and a repeated call with it is another one where the saved one is signed', async () => {
  const { api } = paused
  const fields = [aField(0, { value: 'Flat 3' }), aField(1, { type: 'NAME' }), aField(2)]
  const resets = fields.map(({ id = '' }) => value(id, null))
  const own = fields.map(({ id = '' }) => value(id, 'Typed'))
  async function aRequestWithInput() {
    const sent = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email, fields }] })
    const params = { id: sent.id, sigId: sent.signatures[0]?.sid ?? '' }
    await api.call(saveFieldInput, { params, body: { fields: own } }, anna.as)
    return sent
  }
  const tooLate = { error: { key: 'signing.too_late' } }
  const [reset, saved] = [await aRequestWithInput(), await aRequestWithInput()]
  expect(await signWith(reset, anna, resets)).toMatchObject({ ok: true })
  expect(await signWith(reset, anna, resets)).toMatchObject({ ok: true })
  expect(await signWith(reset, anna, own)).toMatchObject(tooLate)
  expect(await signWith(saved, anna)).toMatchObject({ ok: true })
  expect(await signWith(saved, anna, own)).toMatchObject({ ok: true })
  expect(await signWith(saved, anna, resets)).toMatchObject(tooLate)
  await paused.whileJobsRun(async () => {
    await untilSigned(reset, anna, 0)
    await untilSigned(saved, anna, 0)
  })
  expect(await signWith(saved, anna, resets)).toMatchObject(tooLate)
  expect(await signWith(reset, anna, resets)).toMatchObject({ ok: true })
  const valuesOf = async (sent: typeof reset) =>
    (await read(sent, ben)).signatures[0]?.document_signatures[0]?.fields.map((field) => field.value)
  expect(await valuesOf(reset)).toEqual(['Flat 3', `${anna.firstName} ${anna.lastName}`, null])
  expect(await valuesOf(saved)).toEqual(['Typed', 'Typed', 'Typed'])
})
