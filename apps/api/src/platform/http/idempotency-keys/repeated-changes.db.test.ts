import * as apiUsers from '@countersign/contract/api-users.ts'
import { inviteMembers } from '@countersign/contract/members.ts'
import type { Endpoint, InputOf, OutputOf } from '@countersign/contract/endpoint.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import * as groups from '@countersign/contract/signer-groups.ts'
import * as templates from '@countersign/contract/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { someEmail } from '#api/testing/request-actions.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

// What the web app sends again when a response was lost: a change by any method is made once, and gets its first response.

let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(() => api?.stop())

const aKey = () => ({ 'idempotency-key': crypto.randomUUID() })

/** Makes the change, and again under the same key: answers what it was answered both times. */
async function twice<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
  const key = aKey()
  const first = await api.call(endpoint, input, ben.as, key)
  expect(await api.ask(endpoint, input, ben.as, key)).toMatchObject({ status: endpoint.status, body: first })
  return first
}

const sent = (...emails: string[]) =>
  aSignatureRequest(api, { owner: ben, signers: emails.map((email) => ({ email })) })

async function mailsTo(recipient: string): Promise<string[]> {
  const { rows } = await api.context.pool.query<{ kind: string }>(
    'SELECT kind FROM mails WHERE recipient = $1 ORDER BY created_at',
    [recipient],
  )
  return rows.map(({ kind }) => kind)
}

test('a signer who is added again under the same key is asked once', async () => {
  const { id } = await sent(someEmail('guest'))
  const added = someEmail('added')
  const body = { signer_identity_data: { email_address: added } }
  const { signatures } = await twice(requests.addSignature, { params: { id }, body })
  expect(signatures.map((one) => one.signer_identity_data.email_address)).toContain(added)
  const now = await api.call(requests.getSignatureRequest, { params: { id } }, ben.as)
  expect(now.signatures).toHaveLength(2)
  expect(await mailsTo(added)).toHaveLength(1)
})

test('a correction that is sent again is answered, and not refused for having changed the request itself', async () => {
  const guest = someEmail('guest')
  const { id, updated_at } = await sent(guest)
  const before = (await mailsTo(guest)).length
  const correction = { params: { id }, body: { title: 'Corrected', updated_at } }
  expect(await twice(requests.updateSignatureRequest, correction)).toMatchObject({ title: 'Corrected' })
  expect(await mailsTo(guest)).toHaveLength(before + 1)
  // Under another key it is what it was: someone who read the request before it was changed.
  expect(await api.ask(requests.updateSignatureRequest, correction, ben.as, aKey())).toMatchObject({
    status: 409,
    error: { key: 'request.changed' },
  })
})

test('a signer who is removed, a signature that is delegated and a request that is withdrawn and deleted are answered again', async () => {
  const [guest, own, other] = [someEmail('guest'), ben.email, someEmail('other')]
  const { id, signatures, updated_at } = await sent(guest, own)
  const params = { id }
  const sigId = signatures.find((one) => one.signer_identity_data.email_address === guest)?.sid ?? ''
  await twice(requests.removeSignature, { params: { id, sigId }, query: { updated_at } })
  await twice(requests.delegateSignature, { params, body: { email: other } })
  expect(await mailsTo(other)).toHaveLength(1)
  await twice(requests.withdrawSignatureRequest, { params, body: { message: '' } })
  expect(await twice(requests.deleteSignatureRequest, { params, query: {} })).toEqual({ outcome: 'deleted' })
})

test('a copy, a template, its draft and a group are made once', async () => {
  const { id, signatures } = await sent(someEmail('guest'))
  const copied = await twice(requests.copySignatureRequest, { params: { id } })
  expect(copied.id).not.toBe(id)
  const roles = signatures.map(({ sid }) => ({ sid, name: 'Tenant' }))
  const template = await twice(templates.createTemplate, {
    body: { name: 'Lease', signature_request_id: id, roles },
  })
  await twice(templates.createRequestFromTemplate, { params: { id: template.id }, body: {} })
  const members = [
    { email: someEmail('one'), name: null },
    { email: someEmail('two'), name: null },
  ]
  const group = await twice(groups.createSignerGroup, { body: { name: 'Board', members } })
  const changed = { name: 'The board', members, version: group.version }
  await twice(groups.updateSignerGroup, { params: { id: group.id }, body: changed })
  const { rowCount } = await api.context.pool.query(`SELECT FROM templates WHERE name = 'Lease'`)
  expect(rowCount).toBe(1)
})

test('a key of an API user that is shown once is shown again, to the one who made it, and kept encrypted', async () => {
  const admin = await api.person({ firstName: 'Adele' })
  const id = await aBusiness(api, { admins: [ben, admin] })
  const description = { description: 'Payroll', scopes: ['members' as const] }
  const made = await twice(apiUsers.createApiUser, { params: { id }, body: description })
  const named = { params: { id, username: made.username } }
  const key = aKey()
  const renewed = await api.call(apiUsers.resetApiUser, { ...named, body: {} }, ben.as, key)
  expect(renewed.key).not.toBe(made.key)
  const others = await api.call(apiUsers.resetApiUser, { ...named, body: {} }, admin.as, key)
  expect(others.key).not.toBe(renewed.key)
  expect(await api.call(apiUsers.resetApiUser, { ...named, body: {} }, ben.as, key)).toEqual(renewed)
  const { rows } = await api.context.pool.query('SELECT * FROM idempotency_keys WHERE key = $1', [
    key['idempotency-key'],
  ])
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain(renewed.key)
})

test('a person who is invited again under the same key has one invitation and one email', async () => {
  const owner = await api.person({ firstName: 'Oda' })
  const id = await aBusiness(api, { admins: [owner] })
  const email = someEmail('invited')
  const input = { params: { id }, body: { users: [{ email }] } }
  const key = aKey()
  const first = await api.call(inviteMembers, input, owner.as, key)
  expect(first.invitedMembers).toHaveLength(1)
  expect(await api.call(inviteMembers, input, owner.as, key)).toEqual(first)
  expect(await mailsTo(email)).toHaveLength(1)
})

test('a key belongs to the address and the body it came with', async () => {
  const [{ id, updated_at }, other] = [await sent(someEmail('guest')), await sent(someEmail('guest'))]
  const key = aKey()
  const body = { title: 'Corrected', updated_at }
  await api.call(requests.updateSignatureRequest, { params: { id }, body }, ben.as, key)
  for (const input of [
    { params: { id: other.id }, body },
    { params: { id }, body: { ...body, title: 'Otherwise' } },
  ])
    expect(await api.ask(requests.updateSignatureRequest, input, ben.as, key)).toMatchObject({
      status: 422,
      error: { key: 'idempotency.mismatch' },
    })
})
