import { downloadDocument } from '@countersign/contract/documents.ts'
import { removeSealMembers, addSealMembers } from '@countersign/contract/seals.ts'
import { getEvents, getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApi } from '#api/testing/api.ts'
import { aBusiness, aSeal } from '#api/testing/business.ts'
import { type PausedApi, startPausedApi } from '#api/testing/paused-api.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { disableSeal } from './add-seal.ts'

// The workers run only when a test says so: what happens before that happens between the click and the signature.

let paused: PausedApi
let api: TestApi
let anna: Person
let ben: Person
let businessId: string
beforeAll(async () => {
  paused = await startPausedApi()
  api = paused.api
  await paused.whileJobsRun(async () => {
    anna = await api.person({ firstName: 'Anna' })
    ben = await api.person({ firstName: 'Ben' })
    businessId = await aBusiness(api, { admins: [anna], members: [ben] })
  })
})
afterAll(() => paused?.stop())

/** A request to Anna, which she signs with a new seal that she may use; no worker has taken the job yet. */
async function aClickedSeal(name: string) {
  const seal = await paused.whileJobsRun(() => aSeal(api, businessId, { name }))
  const params = { id: businessId, sealId: name }
  const holders = { params, body: { members: [anna.email] } }
  await api.call(addSealMembers, holders, anna.as)
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  const body = { signatureRequests: [{ signatureRequestId: request.id }], sealAccountName: name }
  const { signatures } = await api.call(sign, { body }, anna.as)
  expect(signatures).toMatchObject([{ status: 'OPEN', error: null }])
  return { request, seal, holders }
}

/** What became of it once the workers have run. */
async function outcomeOf(request: Awaited<ReturnType<typeof aSignatureRequest>>) {
  const params = { id: request.id }
  const signing = async () => (await api.call(getSignatureRequest, { params }, ben.as)).signatures[0]?.signing
  await paused.whileJobsRun(async () => {
    await expect.poll(async () => (await signing())?.status).not.toBe('OPEN')
  })
  const { items } = await api.call(getEvents, { params }, ben.as)
  const file = { params: { id: request.documents[0]?.id ?? '' }, query: { signed: 'true' as const } }
  const pdf = Buffer.from(await (await api.call(downloadDocument, file, ben.as)).arrayBuffer())
  return {
    signing: await signing(),
    events: items.map(({ type }) => type).filter((type) => /^(signing_|signed$)/.test(type)),
    isSigned: pdf.includes('/ByteRange'),
  }
}

const notSigned = {
  signing: { status: 'ERROR', error: 'signing_failed' },
  events: ['signing_started', 'signing_failed'],
  isSigned: false,
}

test('a seal whose holder keeps the right is applied by the job', async () => {
  const { request } = await aClickedSeal('kept')
  expect(await outcomeOf(request)).toEqual({
    signing: { status: 'SIGNED', error: null },
    events: ['signing_started', 'signed'],
    isSigned: true,
  })
})

test('a right to a seal that is withdrawn after the click leaves the document unsigned', async () => {
  const { request, holders } = await aClickedSeal('withdrawn')
  await api.call(removeSealMembers, holders, anna.as)
  expect(await outcomeOf(request)).toEqual(notSigned)
})

test('a seal that is disabled after the click leaves the document unsigned', async () => {
  const { request, seal } = await aClickedSeal('disabled')
  await disableSeal(api.context, seal)
  expect(await outcomeOf(request)).toEqual(notSigned)
})

test('a right that is granted again before the job runs is a right', async () => {
  const { request, holders } = await aClickedSeal('granted-again')
  await api.call(removeSealMembers, holders, anna.as)
  await api.call(addSealMembers, holders, anna.as)
  expect((await outcomeOf(request)).isSigned).toBe(true)
})
