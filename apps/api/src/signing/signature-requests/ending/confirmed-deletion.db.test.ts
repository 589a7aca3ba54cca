import { addObserver } from '@countersign/contract/observers.ts'
import { activateRetention } from '@countersign/contract/retention.ts'
import type { DeletionOutcome } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { lookInto, orderOf, someEmail } from '#api/testing/request-actions.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'

let api: TestApi
let anna: Person
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ;[anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
})
afterAll(() => api?.stop())
const { eventsOf, breaks, asGuest } = lookInto(() => api)
afterEach(async () => expect(await breaks()).toEqual([]))

const read = (id: string, as: string) => api.call(requests.getSignatureRequest, { params: { id } }, as)
const announced = async (id: string, as: string) => (await read(id, as)).viewer.deletion
async function remove(id: string, as: string, outcome: DeletionOutcome): Promise<string> {
  const reply = await api.ask(requests.deleteSignatureRequest, { params: { id }, query: { outcome } }, as)
  return reply.ok ? reply.body.outcome : reply.error.key
}

test('a request that its last signer signs while the owner confirms to withdraw it is not deleted', async () => {
  const email = someEmail()
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email }] })
  const as = await asGuest(email)
  expect(await announced(request.id, ben.as)).toBe('withdrawn')
  await api.call(signDirect, orderOf(request.id), as)
  expect(await remove(request.id, ben.as, 'withdrawn')).toBe('request.changed')
  const params = { id: request.id }
  const kept = await api.call(requests.getDirectSignatureRequest, { params }, as)
  expect(kept.status_overall).toBe('SIGNED')
  expect((await eventsOf(request.id)).map(({ type }) => type)).not.toContain('left')
  expect(await announced(request.id, ben.as)).toBe('deleted')
  expect(await remove(request.id, ben.as, 'deleted')).toBe('deleted')
})

test('a draft that is sent while someone confirms to delete it is not withdrawn', async () => {
  const draft = await aDraft(api, { owner: ben, signers: [{ email: anna.email }] })
  expect(await announced(draft.id, ben.as)).toBe('deleted')
  await api.call(requests.initiateSignatureRequest, { params: { id: draft.id } }, ben.as)
  expect(await remove(draft.id, ben.as, 'deleted')).toBe('request.changed')
  expect((await read(draft.id, ben.as)).status_overall).toBe('OPEN')
  expect(await remove(draft.id, ben.as, 'withdrawn')).toBe('withdrawn')
})

test('only others who have an account and didn’t leave keep a request', async () => {
  const email = someEmail()
  const dora = await api.person({ firstName: 'Dora' })
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [{ email }] })
  const observe = (observer: string) =>
    api.call(addObserver, { params: { id }, body: { email: observer } }, ben.as)
  await observe(someEmail('observer'))
  await api.call(signDirect, orderOf(id), await asGuest(email))
  expect(await announced(id, ben.as)).toBe('deleted')
  await observe(dora.email)
  expect(await announced(id, ben.as)).toBe('left')
  expect(await announced(id, dora.as)).toBe('left')
  expect(await remove(id, dora.as, 'left')).toBe('left')
  // Ben was told that others keep it.
  expect(await remove(id, ben.as, 'left')).toBe('request.changed')
  expect(await announced(id, ben.as)).toBe('deleted')
})

test('a signer who still has to sign, and an owner under auto-deletion, are told of no deletion', async () => {
  const owner = await api.person({ firstName: 'Olga' })
  await api.call(activateRetention, { body: { days: 60, terminal_state: false } }, owner.as)
  const { id } = await aSignatureRequest(api, { owner, signers: [{ email: anna.email }] })
  expect(await announced(id, anna.as)).toBeNull()
  expect(await announced(id, owner.as)).toBe('withdrawn')
  await api.call(sign, orderOf(id), anna.as)
  expect(await announced(id, owner.as)).toBeNull()
  expect(await announced(id, anna.as)).toBe('left')
})
