import * as accounts from '@countersign/contract/accounts.ts'
import { getDocument } from '@countersign/contract/documents.ts'
import { leaveBusiness, removeMembers } from '@countersign/contract/members.ts'
import { getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { type PausedApi, startPausedApi } from '#api/testing/paused-api.ts'
import { keyOf } from '#api/testing/reply.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'
import { aGroupRequest, asMember } from '#api/testing/signer-group.ts'

// The workers are at rest: what is to be transferred waits.
let paused: PausedApi
let api: TestApi
beforeAll(async () => {
  paused = await startPausedApi()
  api = paused.api
}, 60_000)
afterAll(() => paused?.stop())

async function aMemberWithRequests() {
  const [anna, ben] = await paused.whileJobsRun(() =>
    Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })]),
  )
  const id = await aBusiness(api, { admins: [anna], members: [ben] })
  const made = { owner: ben, signers: [{ email: `gina-${crypto.randomUUID()}@example.org` }] }
  const requests = [await aSignatureRequest(api, made), await aDraft(api, made)]
  return { anna, ben, id, requests, annas: await idOf(anna) }
}

const idOf = async (person: Person) => (await api.call(accounts.getUser, {}, person.as)).id
const remove = (person: Person) =>
  keyOf(api.ask(accounts.deleteUser, { body: { password: person.password } }, person.as))

async function expectOwner({ email, as }: Person, requests: readonly { readonly id: string }[]) {
  for (const { id } of requests)
    await expect
      .poll(() => api.ask(getSignatureRequest, { params: { id } }, as), { timeout: 20_000 })
      .toMatchObject({ body: { owner: { email } } })
  const shown = await Promise.all(
    requests.map(({ id }) => api.call(getSignatureRequest, { params: { id } }, as)),
  )
  expect(shown.map(({ status_overall }) => status_overall)).toEqual(['OPEN', 'DRAFT'])
}

test('a removed member who deletes their account at once leaves what was to be transferred to the heir', async () => {
  const { anna, ben, id, requests, annas } = await aMemberWithRequests()
  const removal = { user_ids: [await idOf(ben)], transfer_to: annas }
  await api.call(removeMembers, { params: { id }, body: removal }, anna.as)
  expect(await remove(ben)).toBe('business.transfer_running')
  await paused.whileJobsRun(() => expectOwner(anna, requests))
  expect(await remove(ben)).toBe('ok')
  await expectOwner(anna, requests)
})

test('of what is being transferred a removed member reads only the documents of what they sign', async () => {
  const { anna, ben, id, requests, annas } = await aMemberWithRequests()
  const own = { owner: ben, signers: [{ email: ben.email }] }
  const members = [asMember(ben), asMember(anna)]
  const { request } = await aGroupRequest(api, { owner: ben, members, signers: [] })
  const all = [...requests, await aSignatureRequest(api, own), await aDraft(api, own), request]
  const statuses = () =>
    Promise.all(
      all.map(async ({ documents }) => {
        const params = { id: documents[0]?.id ?? '' }
        return (await api.ask(getDocument, { params }, ben.as)).status
      }),
    )
  expect(await statuses()).toEqual([200, 200, 200, 200, 200])
  const removal = { user_ids: [await idOf(ben)], transfer_to: annas }
  await api.call(removeMembers, { params: { id }, body: removal }, anna.as)
  await api.call(accounts.acceptTerms, { body: { gtc: true } }, ben.as)
  expect(await statuses()).toEqual([404, 404, 200, 404, 200])
})

test('of leaving with a transfer and deleting the account at once, one waits for the other', async () => {
  const { anna, ben, id, requests, annas } = await aMemberWithRequests()
  const [left, deleted] = await Promise.all([
    keyOf(api.ask(leaveBusiness, { params: { id }, body: { transfer_to: annas } }, ben.as)),
    remove(ben),
  ])
  // Whichever was first: what was promised to Anna is hers.
  expect([
    ['ok', 'business.transfer_running'],
    ['not_found', 'ok'],
    ['auth.required', 'ok'],
  ]).toContainEqual([left, deleted])
  if (left === 'ok') await paused.whileJobsRun(() => expectOwner(anna, requests))
})
