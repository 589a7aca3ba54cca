import type { Legislation } from '@countersign/contract/values.ts'
import { getUser } from '@countersign/contract/accounts.ts'
import * as calls from '@countersign/contract/identifications.ts'
import {
  delegateSignature,
  deleteSignatureRequest,
  getEvents,
  updateSignatureRequest,
} from '@countersign/contract/signature-requests.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { transaction } from '#api/platform/db/transaction.ts'
import { findProvenIdentities } from '#api/signing/qualities/verified-identity.ts'
import { aGroupRequest } from '#api/testing/signer-group.ts'
import { startTestApi, type Person, type TestApi } from '#api/testing/api.ts'
import { endIdentification, signInAtIdAustria } from '#api/testing/identification/pages.ts'
import { aPayingBusiness } from '#api/testing/billing/payer.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { forgetIdentification } from './ending/remove-identification.ts'
import { markMeansChanged } from './proof/mark-means-changed.ts'

const { direct, user } = calls.identificationCalls
const patience = { timeout: 60_000, interval: 100 }

let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  await aPayingBusiness(api, ben)
})
afterAll(() => api?.stop())

/** Someone without an account, who was asked for a qualified signature and came by the link. */
async function aGuest(legislation: Legislation = 'ZERTES') {
  const email = `carla.${crypto.randomUUID().slice(0, 8)}@example.org`
  const signers = [{ email, firstName: 'Carla', lastName: 'Conti' }]
  const request = await aSignatureRequest(api, { owner: ben, quality: 'QES', legislation, signers })
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  return { as, email, requestId: request.id, sigId: request.signatures[0]?.sid ?? '' }
}
type Guest = Awaited<ReturnType<typeof aGuest>>

const mobile = '+41791234567'
const pageOf = (one: { identUrl: string | null }) => one.identUrl ?? 'none'

async function anIdentifiedGuest(): Promise<Guest & { identificationId: string; identUrl: string | null }> {
  const guest = await aGuest()
  const { id, identUrl } = await api.call(direct.zertes.video.create, { body: { mobile } }, guest.as)
  const back = await endIdentification(pageOf({ identUrl }), 'success')
  // The link’s secret is not for the provider to see.
  expect(back.pathname + back.search).toBe('/direct-sign/identification/zertes/video')
  await vi.waitFor(async () => {
    const { appointmentStatus } = await api.call(direct.zertes.video.get, {}, guest.as)
    expect(appointmentStatus).toBe('activatingQES')
  }, patience)
  return { ...guest, identificationId: id, identUrl }
}

const seeSuccess = (id: string) =>
  vi.waitFor(async () => {
    const { rows } = await api.context.pool.query('SELECT status FROM identifications WHERE id = $1', [id])
    expect(rows).toEqual([{ status: 'success' }])
  }, patience)

/** Gone here, with an event that says so, and gone at the provider. */
async function seeForgotten({ id, identUrl }: { id: string; identUrl: string | null }) {
  const { rowCount } = await api.context.pool.query('SELECT FROM identifications WHERE id = $1', [id])
  expect(rowCount).toBe(0)
  const { rows } = await api.context.pool.query<{ type: string }>(
    'SELECT type FROM identification_events WHERE identification_id = $1 ORDER BY id',
    [id],
  )
  expect(rows.at(-1)?.type).toBe('forgotten')
  await vi.waitFor(async () => expect((await fetch(pageOf({ identUrl }))).status).toBe(404), patience)
}

const provenOf = ({ requestId, sigId }: Guest) =>
  findProvenIdentities(api.context.db, { requestId, signatureId: sigId })

test('a guest proves who they are for the signature they came for, and accepts the terms for it', async () => {
  const guest = await anIdentifiedGuest()
  expect(await provenOf(guest)).toMatchObject([{ surname: 'Conti', mobile, termsAccepted: false }])
  const accepted = await api.call(calls.acceptTermsDirect, { body: { tou_swisscom: true } }, guest.as)
  expect(accepted.identifications).toMatchObject([{ appointmentStatus: 'success', isOngoing: false }])
  expect(await provenOf(guest)).toMatchObject([{ termsAccepted: true }])
  const params = { id: guest.requestId, sigId: guest.sigId }
  const method = await api.call(calls.getIdentMethod, { params }, guest.as)
  expect(method).toMatchObject({ legislation: 'ZERTES', covered: true, required: false })

  // Nobody else’s link shows it, and neither does another request of the same person.
  const other = await aGuest()
  expect((await api.call(calls.listIdentificationsDirect, {}, other.as)).identifications).toEqual([])
  expect((await api.ask(calls.getIdentMethod, { params }, other.as)).status).toBe(404)
  expect(
    await api.call(calls.getIdentificationPaymentDirect, { params: { srId: other.requestId } }, other.as),
  ).toEqual({ covered: true })
  const foreign = { params: { srId: guest.requestId } }
  expect((await api.ask(calls.getIdentificationPaymentDirect, foreign, other.as)).status).toBe(404)
})

test('the service speaks the language a guest reads', async () => {
  const guest = await aGuest()
  const { identUrl } = await api.call(
    direct.zertes.video.create,
    { body: { mobile, language: 'fr' } },
    guest.as,
  )
  const page = await (await fetch(pageOf({ identUrl }))).text()
  expect(page).toMatch(/Language[\s\S]{0,40}\bfr\b/)
  const { rows } = await api.context.pool.query('SELECT language FROM identifications WHERE email = $1', [
    guest.email,
  ])
  expect(rows).toEqual([{ language: 'fr' }])
})

test('anyone who the signature is delegated to is not who was identified', async () => {
  const guest = await anIdentifiedGuest()
  const params = { id: guest.requestId, sigId: guest.sigId }
  const deputy = `dora.${crypto.randomUUID().slice(0, 8)}@example.org`
  await api.call(delegateSignature, { params, body: { email: deputy, message: '' } }, guest.as)
  expect(await provenOf(guest)).toEqual([])
  const { as } = guestOf(linkIn(await api.inbox.next(deputy)))
  expect((await api.call(calls.listIdentificationsDirect, {}, as)).identifications).toEqual([])
})

/** What the evidence of the guest's request says of identities: by whom, under which law. */
async function identifiedIn({ requestId }: { requestId: string }) {
  const { items } = await api.call(getEvents, { params: { id: requestId } }, ben.as)
  return items.filter(({ type }) => type === 'identified').map(({ actor, data }) => [actor.email, data])
}

test('an identity check that ends after the signature was delegated is not evidence of the delegate’s', async () => {
  const guest = await aGuest()
  const begun = await api.call(direct.zertes.video.create, { body: { mobile } }, guest.as)
  const params = { id: guest.requestId, sigId: guest.sigId }
  const deputy = `dora.${crypto.randomUUID().slice(0, 8)}@example.org`
  await api.call(delegateSignature, { params, body: { email: deputy, message: '' } }, guest.as)
  await endIdentification(pageOf(begun), 'success')
  await seeSuccess(begun.id)
  expect(await identifiedIn(guest)).toEqual([])
})

test('an identity check is evidence only in requests that it can open', async () => {
  const guest = await aGuest('EIDAS')
  const begun = await api.call(direct.zertes.loc.create, { body: { mobile } }, guest.as)
  await endIdentification(pageOf(begun), 'success')
  await seeSuccess(begun.id)
  expect(await identifiedIn(guest)).toEqual([])
  const fitting = await anIdentifiedGuest()
  expect(await identifiedIn(fitting)).toMatchObject([
    [fitting.email, { legislation: 'ZERTES', level: 'QES' }],
  ])
})

test('anyone who signs up with the guest’s email proves it again', async () => {
  const guest = await anIdentifiedGuest()
  const carla = await api.person({ firstName: 'Carla', email: guest.email })
  expect((await api.call(calls.listIdentifications, {}, carla.as)).identifications).toEqual([])
  const { id: accountId } = await api.call(getUser, {}, carla.as)
  expect(await findProvenIdentities(api.context.db, { accountId })).toEqual([])
})

test('a request that is deleted takes along what its guest proved, here and at the provider', async () => {
  const guest = await anIdentifiedGuest()
  const params = { id: guest.requestId }
  const outcomes = []
  for (let step = 0; step < 2; step += 1)
    outcomes.push((await api.call(deleteSignatureRequest, { params }, ben.as)).outcome)
  expect(outcomes).toEqual(['withdrawn', 'deleted'])
  await seeForgotten({ id: guest.identificationId, identUrl: guest.identUrl })
})

test('a guest who is removed as a signer takes along what they had begun; the others’ stays', async () => {
  const [carla = '', dora = ''] = ['carla', 'dora'].map(
    (name) => `${name}.${crypto.randomUUID().slice(0, 8)}@example.org`,
  )
  const signers = [carla, dora].map((email) => ({ email, firstName: 'Carla', lastName: 'Conti' }))
  const request = await aSignatureRequest(api, {
    owner: ben,
    quality: 'QES',
    legislation: 'ZERTES',
    signers,
  })
  const begin = async (email: string) => {
    const { as } = guestOf(linkIn(await api.inbox.next(email)))
    return api.call(direct.zertes.video.create, { body: { mobile } }, as)
  }
  const [removed, stays] = [await begin(carla), await begin(dora)]
  const signatures = request.signatures.filter((one) => one.signer_identity_data?.email_address === dora)
  const body = { signatures: signatures.map(({ sid, account_email }) => ({ sid, account_email })) }
  await api.call(updateSignatureRequest, { params: { id: request.id }, body }, ben.as)
  await seeForgotten(removed)
  expect((await fetch(pageOf(stays))).status).toBe(200)
})

test('what a provider that is no longer configured has is not taken for forgotten', async () => {
  const order = { provider: 'gone', reference: '1' }
  await expect(forgetIdentification(api.context, order)).rejects.toThrow('gone is not configured')
})

test('another means of approval: what was proved counts no more, until it is proved again', async () => {
  const guest = await anIdentifiedGuest()
  const signer = { requestId: guest.requestId, signatureId: guest.sigId, memberId: null }
  await transaction(api.context.db, (tx) => markMeansChanged(api.context, tx, signer, 'ZERTES'))
  expect(await provenOf(guest)).toEqual([])
  const { identification } = await api.call(direct.zertes.video.get, {}, guest.as)
  expect(identification).toMatchObject({
    appointmentStatus: 'failure',
    isOngoing: false,
    failure: { code: 'means_changed', isRetryable: true },
  })
  const again = await api.call(direct.zertes.video.create, { body: { mobile } }, guest.as)
  expect(again.id).not.toBe(guest.identificationId)
})

test('of a group each member proves it for themselves', async () => {
  const members = ['Gina', 'Gerd'].map((name) => ({
    name: `${name} Gruppe`,
    email: `${name.toLowerCase()}.${crypto.randomUUID().slice(0, 8)}@example.org`,
  }))
  const { request, sid } = await aGroupRequest(api, {
    owner: ben,
    quality: 'QES',
    legislation: 'ZERTES',
    members,
  })
  const [one = '', other = ''] = await Promise.all(
    members.map(async ({ email }) => guestOf(linkIn(await api.inbox.next(email))).as),
  )
  const body = { firstName: 'Gina', lastName: 'Gruppe', mobile }
  const begun = await api.call(direct.zertes.video.create, { body }, one)
  await endIdentification(pageOf(begun), 'success')
  await vi.waitFor(async () => {
    const { appointmentStatus } = await api.call(direct.zertes.video.get, {}, one)
    expect(appointmentStatus).toBe('activatingQES')
  }, patience)
  await api.call(calls.acceptTermsDirect, { body: { tou_swisscom: true } }, one)
  const required = async (as: string) =>
    (await api.call(calls.getIdentMethod, { params: { id: request.id, sigId: sid } }, as)).required
  expect([await required(one), await required(other)]).toEqual([false, true])
  expect((await api.call(calls.listIdentificationsDirect, {}, other)).identifications).toEqual([])
  expect(await identifiedIn({ requestId: request.id })).toMatchObject([
    [members[0]?.email, { signatureId: sid }],
  ])
})

test('ten an hour, for they cost someone money', async () => {
  const guest = await aGuest()
  const begin = () => api.ask(direct.zertes.video.create, { body: { mobile } }, guest.as)
  for (let round = 0; round < 10; round += 1) {
    expect((await begin()).ok).toBe(true)
    await api.call(direct.zertes.video.remove, { body: { email: guest.email } }, guest.as)
  }
  const refused = await begin()
  expect(refused.ok || refused.error.key).toBe('rate.exceeded')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('by ID Austria, which nobody has to pay for: the way back is for who was sent there', async () => {
  const anna = await api.person({ firstName: 'Johanna', lastName: 'Gruber' })
  const begun = await api.call(user.idAustria.create, { body: {} }, anna.as)
  expect(begun).toMatchObject({
    legislation: 'EIDAS',
    method: 'id-austria',
    appointmentStatus: 'initialized',
  })
  const back = await signInAtIdAustria(pageOf(begun), 'Johanna')
  expect(back.pathname).toBe('/profile/signature-standards/id-austria-success')
  const body = { query: back.search }
  const stranger = await api.person({ firstName: 'Stella' })
  expect((await api.ask(calls.returnIdAustria, { body }, stranger.as)).status).toBe(404)
  const done = await api.call(calls.returnIdAustria, { body }, anna.as)
  expect(done).toMatchObject({ appointmentStatus: 'activatingQES', evidence: { lastName: 'Gruber' } })
  // The page is loaded again.
  expect((await api.call(calls.returnIdAustria, { body }, anna.as)).id).toBe(begun.id)
})

test('a guest turns back at ID Austria, and begins again', async () => {
  const guest = await aGuest('EIDAS')
  const begun = await api.call(direct.idAustria.create, { body: {} }, guest.as)
  const back = await signInAtIdAustria(pageOf(begun), 'cancel')
  expect(back.pathname).toBe('/direct-sign/identification/id-austria-success')
  const ended = await api.call(calls.returnIdAustriaDirect, { body: { query: back.search } }, guest.as)
  expect(ended).toMatchObject({
    appointmentStatus: 'failure',
    failure: { code: 'cancelled', isRetryable: true },
  })
  const again = await api.call(direct.idAustria.create, { body: {} }, guest.as)
  expect(again.id).not.toBe(begun.id)
})

test('the number that a guest gave when ID Austria proved who they are is the one they sign with', async () => {
  const guest = await aGuest('EIDAS')
  const begun = await api.call(direct.idAustria.create, { body: { mobile } }, guest.as)
  const back = await signInAtIdAustria(pageOf(begun), 'Johanna')
  await api.call(calls.returnIdAustriaDirect, { body: { query: back.search } }, guest.as)
  await api.call(calls.acceptTermsDirect, { body: { tou_swisscom: true } }, guest.as)
  const { identification } = await api.call(direct.idAustria.get, {}, guest.as)
  expect(identification).toMatchObject({
    appointmentStatus: 'success',
    missing: [],
    evidence: { mobile, isMobileVerified: false },
  })
  const body = { signatureRequests: [{ signatureRequestId: guest.requestId }] }
  const { signatures } = await api.call(signDirect, { body }, guest.as)
  expect(signatures).toMatchObject([{ status: 'OPEN', error: null }])
})
