import { deleteUser } from '@countersign/contract/accounts.ts'
import { activateRetention } from '@countersign/contract/retention.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { saveFieldInput } from '@countersign/contract/signer-fields.ts'
import { getTemplateValues } from '@countersign/contract/field-values.ts'
import { createRequestFromTemplate } from '@countersign/contract/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyRetention } from '#api/signing/retention/apply-retention.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { fieldSigning, value } from '#api/testing/field-signing.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { aGroupRequest, asMember } from '#api/testing/signer-group.ts'
import { aField } from '#api/testing/signer-fields.ts'
import { aTemplate } from '#api/testing/template.ts'

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

const { signed, read } = fieldSigning(() => api)

const save = (request: Awaited<ReturnType<typeof read>>, given: string, person: Person) =>
  api.call(
    saveFieldInput,
    {
      params: { id: request.id, sigId: request.signatures[0]?.sid ?? '' },
      body: { fields: [value('field-0', given)] },
    },
    person.as,
  )

/** What is left of it in the rows that hold values of a request, as text. */
async function keptOf(requestId: string): Promise<string> {
  const { rows } = await api.context.pool.query<{ kept: string }>(
    `SELECT concat_ws(' ',
      (SELECT string_agg(i.input::text, ' ') FROM field_inputs i JOIN signatures s ON s.id = i.signature_id WHERE s.request_id = $1),
      (SELECT string_agg(concat(p.fields, p.signed_values), ' ') FROM signature_places p JOIN signatures s ON s.id = p.signature_id
        WHERE s.request_id = $1),
      (SELECT string_agg(g.field_values::text, ' ') FROM signings g WHERE g.request_id = $1)) AS kept`,
    [requestId],
  )
  return rows[0]?.kept ?? ''
}

test('the member of a signer group who signs fills in, and what another member had filled in goes', async () => {
  const { request } = await aGroupRequest(api, {
    owner: ben,
    members: [asMember(anna), asMember(willa)],
    signers: [],
    fields: [aField(0), aField(1, { label: 'Town', value: 'Bern' })],
  })
  await save(request, 'Anna’s draft', anna)
  await save(request, 'Willa’s', willa)
  await signed(request, willa, 0)
  for (const person of [ben, anna, willa]) {
    const { signatures } = await read(request, person)
    const fields = signatures[0]?.document_signatures[0]?.fields.map((field) => [field.value, field.input])
    expect(fields).toEqual([
      ['Willa’s', undefined],
      ['Bern', undefined],
    ])
  }
  expect(await keptOf(request.id)).not.toContain('Anna’s draft')
})

test('what was filled in goes when the request is declined or withdrawn, or the signature delegated', async () => {
  const sendTo = () =>
    aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email, fields: [aField(0)] }] })
  const ends: ((id: string) => Promise<unknown>)[] = [
    (id) => api.call(requests.declineSignatureRequest, { params: { id }, body: { message: 'No' } }, anna.as),
    (id) =>
      api.call(requests.withdrawSignatureRequest, { params: { id }, body: { message: 'Stop' } }, ben.as),
    (id) => api.call(requests.delegateSignature, { params: { id }, body: { email: willa.email } }, anna.as),
  ]
  for (const end of ends) {
    const sent = await sendTo()
    await save(sent, 'half a word', anna)
    expect(await keptOf(sent.id)).toContain('half a word')
    await end(sent.id)
    expect(await keptOf(sent.id)).not.toContain('half a word')
  }
})

test('an account that is deleted leaves nothing that it had filled in and not signed', async () => {
  const olga = await api.person({ firstName: 'Olga' })
  const sent = await aSignatureRequest(api, {
    owner: ben,
    signers: [{ email: olga.email, fields: [aField(0, { value: 'Flat 3' })] }],
  })
  await save(sent, 'Olga’s', olga)
  await api.call(deleteUser, { body: { password: olga.password } }, olga.as)
  const kept = await keptOf(sent.id)
  expect(kept).not.toContain('Olga’s')
  // She is asked by link from then on, and begins with what the sender prefilled.
  expect(kept).toContain('Flat 3')
})

test('a sender’s account that is deleted takes what its signers had filled in along', async () => {
  const otto = await api.person({ firstName: 'Otto' })
  const sent = await aSignatureRequest(api, {
    owner: otto,
    signers: [{ email: anna.email, fields: [aField(0)] }],
  })
  await save(sent, 'half a word', anna)
  await api.call(deleteUser, { body: { password: otto.password } }, otto.as)
  expect(await keptOf(sent.id)).not.toContain('half a word')
})

test('auto-deletion removes prefilled and signed values, also from the values of the template; the evidence keeps them', async () => {
  const rita = await api.person({ firstName: 'Rita' })
  const template = await aTemplate(api, {
    owner: rita,
    roles: ['Tenant'],
    fields: [[aField(0), aField(1, { label: 'Flat', value: 'Number 7', read_only: true })]],
  })
  await api.call(activateRetention, { body: { days: 30, terminal_state: true } }, rita.as)
  const params = { id: template.id }
  const role_id = template.roles[0]?.id ?? ''
  const signers = [{ role_id, signer_identity_data: { email_address: anna.email } }]
  const { id } = await api.call(createRequestFromTemplate, { params, body: { signers } }, rita.as)
  const sent = await api.call(requests.initiateSignatureRequest, { params: { id } }, rita.as)
  await signed(sent, anna, 0, [value('field-0', 'Secret')])
  const values = async () => {
    const file = await api.call(getTemplateValues, { params, query: { type: 'CSV' } }, rita.as)
    return file.text()
  }
  expect(await values()).toMatch(/Secret.*Number 7/)

  const due = Date.parse((await read(sent, rita)).retention?.delete_at ?? '')
  for (const hours of [-160, -20, 1])
    await applyRetention({ ...api.context, now: () => new Date(due + hours * 3_600_000) })
  const { signatures, retention } = await read(sent, rita)
  expect(retention?.deleted_at).not.toBeNull()
  expect(signatures[0]?.document_signatures[0]?.fields.map((field) => field.value)).toEqual([null, null])
  expect(await keptOf(id)).not.toMatch(/Secret|Number 7/)
  expect(await values()).not.toMatch(/Secret|Number 7/)
  const { items } = await api.call(requests.getEvents, { params: { id } }, rita.as)
  expect(JSON.stringify(items)).toContain('Secret')
})
