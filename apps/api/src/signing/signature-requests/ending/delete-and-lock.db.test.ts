import { deleteUser } from '@countersign/contract/accounts.ts'
import { downloadDocument, getDocument } from '@countersign/contract/documents.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'
import { lookInto, orderOf, someEmail, statusesOf } from '#api/testing/request-actions.ts'

let api: TestApi
let anna: Person
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ;[anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
})
afterAll(() => api?.stop())
const { see, keyOf, eventsOf, breaks, told, asGuest, protocolOf, idOf } = lookInto(() => api)
afterEach(async () => expect(await breaks()).toEqual([]))

async function remove(id: string, as: string): Promise<string> {
  const reply = await api.ask(requests.deleteSignatureRequest, { params: { id } }, as)
  return reply.ok ? reply.body.outcome : reply.error.key
}
const listed = async (as: string, id: string) =>
  (await api.call(requests.listSignatureRequests, {}, as)).items.some((item) => item.id === id)
const left = async (table: string, column: string, id: string) =>
  (await api.context.pool.query(`SELECT FROM ${table} WHERE ${column} = $1`, [id])).rowCount

test('a draft goes with its uploads, and its evidence stays', async () => {
  const draft = await aDraft(api, { owner: ben, signers: [{ email: anna.email }] })
  expect(await remove(draft.id, anna.as)).toBe('not_found')
  expect(await remove(draft.id, ben.as)).toBe('deleted')
  expect(await remove(draft.id, ben.as)).toBe('not_found')
  const document = draft.documents[0]?.id ?? ''
  expect(await keyOf(api.ask(getDocument, { params: { id: document } }, ben.as))).toBe('not_found')
  const last = (await eventsOf(draft.id)).at(-1)
  expect(last).toMatchObject({ type: 'left', data: { removed: true }, actor: { email: ben.email } })
})

test('the owner of an open one takes it back; a document in another one stays', async () => {
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  expect(await remove(request.id, anna.as)).toBe('request.signature_pending')
  expect(await remove(request.id, ben.as)).toBe('withdrawn')
  const seen = await see(request.id, ben.as)
  expect(seen.ok && statusesOf(seen.body)).toBe('WITHDRAWN WITHDRAWN')
  const id = request.documents[0]?.id ?? ''
  const other = await api.call(
    requests.createSignatureRequest,
    { body: { title: 'Again', documents: [{ id }] } },
    ben.as,
  )
  expect(await remove(request.id, ben.as)).toBe('left')
  expect(await remove(request.id, anna.as)).toBe('deleted')
  expect(await left('signature_requests', 'id', request.id)).toBe(0)
  const own = other.documents[0]?.id ?? ''
  expect(await keyOf(api.ask(downloadDocument, { params: { id: own }, query: {} }, ben.as))).toBe('ok')
  expect(await remove(other.id, ben.as)).toBe('deleted')
  for (const one of [id, own]) expect(await left('documents', 'root_id', one)).toBe(0)
})

test('who leaves sees it no more, and nothing brings it back; the others keep all of it', async () => {
  const email = someEmail()
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }, { email }] })
  const as = await asGuest(email)
  const shown = await see(request.id, anna.as)
  expect(shown.ok && shown.body.viewer.can).toMatchObject({ leave: false, delete: false, withdraw: false })
  await api.call(sign, orderOf(request.id), anna.as)
  expect(await remove(request.id, anna.as)).toBe('left')
  expect((await see(request.id, anna.as)).status).toBe(404)
  expect(await listed(anna.as, request.id)).toBe(false)
  const document = request.documents[0]?.id ?? ''
  expect(await keyOf(api.ask(getDocument, { params: { id: document } }, anna.as))).toBe('not_found')
  expect(await remove(request.id, anna.as)).toBe('not_found')

  await api.call(signDirect, orderOf(request.id), as)
  await api.inbox.next(email, /Completed/)
  await api.person({ firstName: 'Gina', email })
  expect(await listed(anna.as, request.id)).toBe(false)
  expect(await told(request.id, 'signed_copy')).toEqual([ben.email, email].toSorted())
  const kept = await see(request.id, ben.as)
  expect(kept.ok && statusesOf(kept.body)).toBe('SIGNED SIGNED SIGNED')
  expect(kept.ok && kept.body.viewer.can).toMatchObject({ delete: true, leave: false })
  expect((await eventsOf(request.id)).filter(({ type }) => type === 'left')).toMatchObject([
    { actor: { email: anna.email }, data: {} },
  ])
  expect(await protocolOf(request.id, ben.as)).toContain('Left')
})

test('who looks on leaves too, and is listed no more', async () => {
  const dora = await api.person({ firstName: 'Dora' })
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  const params = { id: request.id }
  await api.call(addObserver, { params, body: { email: dora.email } }, ben.as)
  const seen = await see(request.id, dora.as)
  expect(seen.ok && seen.body.viewer.can).toMatchObject({ leave: true, delete: false, decline: false })
  expect(await remove(request.id, dora.as)).toBe('left')
  expect((await see(request.id, dora.as)).status).toBe(404)
  const kept = await see(request.id, ben.as)
  expect(kept.ok && kept.body.observers).toEqual([])
  await api.call(requests.withdrawSignatureRequest, { params, body: {} }, ben.as)
  expect(await told(request.id, 'withdrawn')).toEqual([anna.email])
})

test('anyone who left and is asked again is back', async () => {
  const dora = await api.person({ firstName: 'Dora' })
  const signers = [{ email: anna.email }, { email: dora.email }]
  const request = await aSignatureRequest(api, { owner: ben, signers })
  await api.call(sign, orderOf(request.id), anna.as)
  expect(await remove(request.id, anna.as)).toBe('left')
  await api.call(
    requests.delegateSignature,
    { params: { id: request.id }, body: { email: anna.email } },
    dora.as,
  )
  expect(await listed(anna.as, request.id)).toBe(true)
  await api.call(sign, orderOf(request.id), anna.as)
  const seen = await see(request.id, anna.as)
  expect(seen.ok && statusesOf(seen.body)).toBe('SIGNED SIGNED SIGNED')
})

test('the last two leave at once: one leaves, the other takes it away for good', async () => {
  for (let round = 0; round < 3; round += 1) {
    const request = await aSignatureRequest(api, {
      owner: ben,
      signers: [{ email: anna.email }, { email: someEmail() }],
    })
    await api.call(requests.withdrawSignatureRequest, { params: { id: request.id }, body: {} }, ben.as)
    const outcomes = await Promise.all([
      remove(request.id, ben.as),
      remove(request.id, anna.as),
      remove(request.id, anna.as),
    ])
    expect(outcomes.toSorted()).toEqual(['deleted', 'left', 'not_found'])
    for (const table of ['request_access', 'signatures', 'signings', 'mails', 'departures'])
      expect([table, await left(table, 'request_id', request.id)]).toEqual([table, 0])
    expect(await left('documents', 'root_id', request.documents[0]?.id ?? '')).toBe(0)
    const types = (await eventsOf(request.id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'left')).toHaveLength(2)
  }
})

test('where the owner’s account is gone the last signer takes it away', async () => {
  const dora = await api.person({ firstName: 'Dora' })
  const request = await aSignatureRequest(api, { owner: dora, signers: [{ email: anna.email }] })
  await api.call(sign, orderOf(request.id), anna.as)
  await api.call(deleteUser, { body: { password: dora.password } }, dora.as)
  expect(await remove(request.id, anna.as)).toBe('deleted')
})

test('a request is locked while someone else’s signature is made, for ten minutes at most', async () => {
  const email = someEmail()
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }, { email }] })
  const as = await asGuest(email)
  const params = { id: request.id }
  const byOwner = () => api.call(requests.getLockStatus, { params }, ben.as)
  const free = { locked: false, locked_by: null, until: null }
  expect(await byOwner()).toEqual(free)
  const started = new Date()
  // As it is while the job runs.
  await api.context.pool.query(
    `INSERT INTO signings (request_id, signature_id, status, signing_name, actor, created_at)
     VALUES ($1, $2, 'OPEN', 'Anna', $3, $4)`,
    [request.id, request.signatures[0]?.sid, JSON.stringify({ accountId: await idOf(anna) }), started],
  )
  const locked = { locked: true, locked_by: anna.email, until: new Date(+started + 600_000).toISOString() }
  expect(await byOwner()).toEqual(locked)
  expect(await api.call(requests.getDirectLockStatus, { params }, as)).toEqual(locked)
  expect(await api.call(requests.getLockStatus, { params }, anna.as)).toEqual(free)
  const own = await see(request.id, anna.as)
  expect(own.ok && own.body.viewer.can).toMatchObject({ decline: false, delegate: false, leave: false })
  expect(await keyOf(api.ask(requests.declineSignatureRequest, { params, body: {} }, anna.as))).toBe(
    'signature.already_signed',
  )
  expect(
    await keyOf(api.ask(requests.delegateSignature, { params, body: { email: someEmail() } }, anna.as)),
  ).toBe('signature.already_signed')
  await api.context.pool.query(
    "UPDATE signings SET created_at = now() - interval '11 minutes' WHERE request_id = $1",
    [request.id],
  )
  expect(await byOwner()).toEqual(free)
})
