import * as accounts from '@countersign/contract/accounts.ts'
import { endAesForBusiness } from '@countersign/contract/aes-for-business.ts'
import { removeMembers } from '@countersign/contract/members.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { resendCode, respond } from '@countersign/contract/verification-host.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { setSeatLimit } from '#api/business/members/set-seat-limit.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { connect } from '#api/platform/db/connect.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { makeCaller } from '#api/testing/caller.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

let api: TestApi
let anna: Person
let admin: Person
let carla: Person
let business: string
let ahead = 0
beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(Date.now() + ahead) })
  anna = await api.person({ firstName: 'Anna' })
})
beforeEach(async () => {
  admin = await api.person({ firstName: 'Dora' })
  carla = await api.person({ firstName: 'Carla', email: `carla.${crypto.randomUUID()}@firm.example` })
  business = await aBusiness(api, { admins: [admin], members: [carla] })
  await vouchFor('firm.example')
})
afterEach(() => {
  ahead = 0
})
afterAll(() => api?.stop())

/** As if the business's representative had confirmed it. */
async function vouchFor(domain: string): Promise<void> {
  const owner = connect(api.connection, 'owner', 1, () => {})
  const aesForBusiness = { aesForBusiness: { enabled: true, domains: [domain] } }
  await owner.query('UPDATE businesses SET settings = settings || $2 WHERE id = $1', [
    business,
    aesForBusiness,
  ])
  await owner.end()
}

const bodyFor = (id: string) => ({ signatureRequests: [{ signatureRequestId: id }], language: 'en' as const })

/** Carla has begun to sign, and the code has been sent to her address at the business. */
async function begun() {
  const signers = [{ email: carla.email, firstName: carla.firstName, lastName: carla.lastName }]
  const { id } = await aSignatureRequest(api, { owner: anna, quality: 'AES', signers })
  const { signatures } = await api.call(sign, { body: bodyFor(id) }, carla.as)
  const step = signatures[0]?.step
  if (!step) throw new Error('There is nothing to approve')
  const { text } = await api.inbox.next(carla.email, /is your code/)
  return { id, stepId: step.id, code: /\b\d{6}\b/.exec(text)?.[0] ?? '' }
}

const host = () => makeCaller(api.verificationUrl)
const eventsOf = async (id: string) =>
  (await api.call(requests.getEvents, { params: { id } }, anna.as)).items.map(({ type }) => type)

const remove = async () => {
  const body = { user_ids: [(await api.call(accounts.getUser, {}, carla.as)).id] }
  await api.call(removeMembers, { params: { id: business }, body }, admin.as)
}
const lock = () => setSeatLimit(api.context, business, 1, systemActor)
const switchOff = () => api.call(endAesForBusiness, { params: { id: business } }, admin.as)

const unavailable = { status: 409, error: { key: 'signing.quality_unavailable' } }

test.each([
  ['has removed them', remove],
  ['has no seat for them any longer', lock],
  ['has turned its advanced signatures off', switchOff],
  ['vouches for another domain', () => vouchFor('other.example')],
])('a member whose business %s while the code is out signs nothing with it', async (_, end) => {
  const { id, stepId, code } = await begun()
  await end()
  const given = { params: { id: stepId }, body: { secret: code } }
  expect(await host().ask(respond, given)).toMatchObject(unavailable)
  const request = await api.call(requests.getSignatureRequest, { params: { id } }, anna.as)
  expect(request.signatures[0]).toMatchObject({ status_code: 'OPEN' })
  expect(await eventsOf(id)).toContain('signing_failed')
  expect(await eventsOf(id)).not.toContain('approval_given')
  expect(await host().ask(respond, given)).toMatchObject({ error: { key: 'approval.over' } })
})

test('someone who was removed while the code is out is refused in the app as well', async () => {
  const { id, code } = await begun()
  await remove()
  await api.call(accounts.acceptTerms, { body: { gtc: true } }, carla.as)
  expect(await api.ask(sign, { body: { ...bodyFor(id), tan: code } }, carla.as)).toMatchObject(unavailable)
  expect(await eventsOf(id)).not.toContain('signed')
})

test('no further code is sent to the address of a member who was removed', async () => {
  const { stepId } = await begun()
  await remove()
  ahead = 125_000
  expect(await host().ask(resendCode, { params: { id: stepId } })).toMatchObject(unavailable)
})

test('a member who stays signs with the code, and with the one that is sent after it', async () => {
  const { id, stepId } = await begun()
  ahead = 125_000
  await host().call(resendCode, { params: { id: stepId } })
  ahead = 0
  const { text } = await api.inbox.next(carla.email, /is your code/)
  const tan = /\b\d{6}\b/.exec(text)?.[0] ?? ''
  await api.call(sign, { body: { ...bodyFor(id), tan } }, carla.as)
  await expect.poll(() => eventsOf(id)).toContain('signed')
})
