import type { AdvancedQuality } from '@countersign/contract/values.ts'
import { execFileSync } from 'node:child_process'
import { updateUser } from '@countersign/contract/accounts.ts'
import * as approvals from '@countersign/contract/approvals.ts'
import * as businesses from '@countersign/contract/businesses.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import { getSigningStatus, sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lookInto, someEmail } from '#api/testing/request-actions.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { approveAt, someMobile } from '#api/testing/approve.ts'
import { aBusiness } from '#api/testing/business.ts'
import { anIdentified } from '#api/testing/identification/identified.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { endOverdueApprovals } from './end-approvals.ts'

// What someone tries who has a link or an open session, and neither phone nor password; and who is in each other's way.

let api: TestApi
let ben: Person
let ahead = 0
beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(Date.now() + ahead) })
  ben = await api.person({ firstName: 'Ben' })
})
afterEach(() => {
  ahead = 0
})
afterAll(() => api?.stop())
const { eventsOf, keyOf } = lookInto(() => api)

const bodyFor = (...ids: string[]) => ({
  signatureRequests: ids.map((signatureRequestId) => ({ signatureRequestId })),
})
const stepIn = ([first]: readonly SigningStatus[]) => {
  if (!first?.step) throw new Error(`There is no step, but ${first?.error}`)
  return first.step
}
const codeFor = async (mobile: string) =>
  /\b\d{6}\b/.exec((await api.inbox.next(mobile, /^/)).text)?.[0] ?? ''

async function aSigner(firstName: string): Promise<Person & { mobile: string }> {
  const person = await api.person({ firstName })
  const mobile = someMobile()
  await api.call(updateUser, { body: { attributes: { mobile } } }, person.as)
  return { ...person, mobile }
}

test('the history leads nobody to the page on which someone else gives their code', async () => {
  const [ada, carla] = [await aSigner('Ada'), await api.person({ firstName: 'Carla' })]
  const own = await aSignatureRequest(api, { owner: ben, quality: 'AES', signers: [{ email: ada.email }] })
  const other = await aSignatureRequest(api, {
    owner: carla,
    title: 'Nobody’s business but Carla’s',
    quality: 'AES',
    signers: [{ email: ada.email }],
  })
  const { signatures } = await api.call(sign, { body: bodyFor(own.id, other.id) }, ada.as)
  const { id } = stepIn(signatures)
  const tan = await codeFor(ada.mobile)
  await expect.poll(async () => (await eventsOf(own.id)).map(({ type }) => type)).toContain('code_sent')
  await api.ask(
    sign,
    { body: { ...bodyFor(own.id, other.id), tan: tan === '111111' ? '222222' : '111111' } },
    ada.as,
  )
  const { items } = await api.call(requests.getEvents, { params: { id: own.id } }, ben.as)
  expect(items.map(({ type }) => type)).toContain('code_refused')
  // Who has the id sees there what else is signed with the code, and may stop it.
  expect(JSON.stringify(items)).not.toContain(id)
})

test('beginning again gives no new guesses for ever', async () => {
  const [email, mobile] = [someEmail('gina'), someMobile()]
  const { id } = await aSignatureRequest(api, {
    owner: ben,
    quality: 'AES',
    signers: [
      {
        email,
        signer_identity_data: {
          email_address: email,
          first_name: 'Gina',
          last_name: 'Rossi',
          mobile_number: mobile,
        },
      },
    ],
  })
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  const begin = () => api.ask(signDirect, { body: bodyFor(id) }, as)
  for (let round = 0; round < 3; round += 1) {
    expect(await keyOf(begin())).toBe('ok')
    const code = Number(await codeFor(mobile))
    for (let guess = 1; guess <= 5; guess += 1) {
      const tan = String((code + guess) % 1_000_000).padStart(6, '0')
      await api.ask(approvals.checkTan, { body: { tan } }, as)
    }
  }
  const refused = await begin()
  expect(refused.ok || refused.error.key).toBe('rate.exceeded')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600)
  ahead = 24 * 3_600_000 + 1000
  expect(await keyOf(begin())).toBe('ok')
})

test('wrong passwords are told of whichever record they were for', async () => {
  const [dora, emil] = [
    await api.person({ firstName: 'Dora' }),
    await api.person({ firstName: 'Emil', lastName: 'Meier' }),
  ]
  const businessId = await aBusiness(api, { admins: [dora], members: [emil] })
  const settings = { signatureRequests: { part11: { enabled: true } } }
  await api.call(
    businesses.updateBusinessSettings,
    { params: { id: businessId }, body: { settings } },
    dora.as,
  )
  const { id } = await aSignatureRequest(api, { owner: dora, quality: 'PART11', signers: [emil] })
  const signatureRequests = [{ signatureRequestId: id, signingName: 'Emil Meier', signingReason: 'Approved' }]
  const begin = async () =>
    stepIn((await api.call(sign, { body: { signatureRequests } }, emil.as)).signatures).id
  const guess = (step: string) =>
    keyOf(api.ask(approvals.reauthenticate, { params: { id: step }, body: { password: 'wrong' } }, emil.as))
  // Who stops before the fifth and begins again is counted on.
  const first = await begin()
  for (let round = 0; round < 4; round += 1) expect(await guess(first)).toBe('password.wrong')
  await api.call(approvals.cancelApproval, { params: { id: first } }, emil.as)
  expect(await guess(await begin())).toBe('password.wrong')
  const events = (await eventsOf(id)).map(({ type }) => type)
  expect(events.filter((type) => type === 'reauthentication_failed')).toHaveLength(4)
  expect(events.filter((type) => type === 'reauthentication_locked')).toHaveLength(1)
  expect((await api.inbox.next(dora.email, /five failed re-authentications/)).text).toContain(emil.email)
})

test('whose digests are out keeps the request when the way there is opened again, though a code was right meanwhile', async () => {
  const [ada, anna] = [await aSigner('Ada'), await api.person({ firstName: 'Anna' })]
  const mobile = someMobile()
  await anIdentified(api.context.pool, anna.email, { legislation: 'EIDAS', mobile, knownAt: api.sandboxUrl })
  const request = await aSignatureRequest(api, {
    owner: ben,
    signers: [{ email: ada.email }, { email: anna.email }],
  })
  const order = (quality: AdvancedQuality, more = {}) => ({
    body: {
      signatureRequests: [{ signatureRequestId: request.id, quality, legislation: 'EIDAS' as const }],
      ...more,
    },
  })
  expect(stepIn((await api.call(sign, order('AES'), ada.as)).signatures).kind).toBe('TAN')
  const tan = await codeFor(ada.mobile)
  expect(stepIn((await api.call(sign, order('QES'), anna.as)).signatures).kind).toBe('REDIRECT')
  const params = { id: request.id, sigId: request.signatures[1]?.sid ?? '' }
  const page = async () => (await api.call(approvals.createPar, { params, body: {} }, anna.as)).url
  const left = await page()
  const given = api.call(sign, order('AES', { tan }), ada.as)
  await expect
    .poll(async () => (await eventsOf(request.id)).map(({ type }) => type))
    .toContain('approval_given')
  // Back without having approved: what was pushed is good once.
  ahead = 11_000
  const anew = await page()
  expect(anew).not.toBe(left)
  const query = (await approveAt(api.inbox, anew, { mobile })) ?? ''
  const back = await api.call(approvals.redirectSign, {
    params: { id: new URLSearchParams(query).get('state') ?? '' },
    body: { params: query },
  })
  expect(back.signatures).toMatchObject([{ status: 'SIGNED', error: null }])
  await given
  const status = async () =>
    (await api.call(requests.getSignatureRequestStatus, { params: { id: request.id } }, ben.as))
      .status_overall
  await expect.poll(status).toBe('SIGNED')
})

test('nobody keeps a request for ever by opening the way there again', async () => {
  const [anna, carla] = [await api.person({ firstName: 'Anna' }), await api.person({ firstName: 'Carla' })]
  for (const { email } of [anna, carla])
    await anIdentified(api.context.pool, email, {
      legislation: 'EIDAS',
      mobile: someMobile(),
      knownAt: api.sandboxUrl,
    })
  const request = await aSignatureRequest(api, {
    owner: ben,
    quality: 'QES',
    legislation: 'EIDAS',
    signers: [{ email: anna.email }, { email: carla.email }],
  })
  const minute = 60_000
  const params = { id: request.id, sigId: request.signatures[0]?.sid ?? '' }
  await api.call(sign, { body: bodyFor(request.id) }, anna.as)
  const begun = Date.now()
  const page = () => api.ask(approvals.createPar, { params, body: {} }, anna.as)
  const ends: number[] = []
  for (const minutes of [0, 8, 16, 24, 29]) {
    ahead = minutes * minute
    const reply = await page()
    if (!reply.ok) throw new Error(reply.error.key)
    ends.push(Date.parse(reply.body.expiresAt))
  }
  expect(Math.max(...ends)).toBeLessThanOrEqual(begun + 30 * minute)
  // Nor is it kept from others for longer.
  const { rows } = await api.context.pool.query<{ until: Date }>(
    'SELECT until FROM signing_locks WHERE request_id = $1',
    [request.id],
  )
  expect(rows[0]?.until.getTime()).toBeLessThanOrEqual(begun + 30 * minute)
  ahead = 31 * minute
  expect(await keyOf(page())).toBe('approval.over')
  expect(await api.call(getSigningStatus, { params }, anna.as)).toMatchObject({
    status: 'ERROR',
    error: 'timed_out',
  })
  const next = (await api.call(sign, { body: bodyFor(request.id) }, carla.as)).signatures
  expect(stepIn(next).kind).toBe('REDIRECT')
})

test('what is over keeps neither code nor phone, and the way back for a day only', async () => {
  const [ada, anna] = [await aSigner('Ada'), await api.person({ firstName: 'Anna' })]
  const mobile = someMobile()
  await anIdentified(api.context.pool, anna.email, { legislation: 'EIDAS', mobile, knownAt: api.sandboxUrl })
  const kept = async (id: string) => {
    const { rows } = await api.context.pool.query<Record<string, unknown>>(
      `SELECT status, destination_encrypted, code_hash, state_hash IS NOT NULL AS has_state, return_query
       FROM approvals WHERE id = $1`,
      [id],
    )
    return rows[0]
  }
  const nothing = { destination_encrypted: null, code_hash: null, has_state: false }
  const [first, second] = [
    await aSignatureRequest(api, { owner: ben, quality: 'AES', signers: [{ email: ada.email }] }),
    await aSignatureRequest(api, { owner: ben, quality: 'AES', signers: [{ email: ada.email }] }),
  ]
  const given = stepIn((await api.call(sign, { body: bodyFor(first.id) }, ada.as)).signatures).id
  const tan = await codeFor(ada.mobile)
  await api.call(sign, { body: { ...bodyFor(first.id), tan } }, ada.as)
  expect(await kept(given)).toMatchObject({ status: 'GIVEN', ...nothing })
  const stopped = stepIn((await api.call(sign, { body: bodyFor(second.id) }, ada.as)).signatures).id
  await api.call(approvals.cancelApproval, { params: { id: stopped } }, ada.as)
  expect(await kept(stopped)).toMatchObject({ status: 'FAILED', ...nothing })

  const request = await aSignatureRequest(api, {
    owner: ben,
    quality: 'QES',
    legislation: 'EIDAS',
    signers: [{ email: anna.email }],
  })
  const { id } = stepIn((await api.call(sign, { body: bodyFor(request.id) }, anna.as)).signatures)
  const params = { id: request.id, sigId: request.signatures[0]?.sid ?? '' }
  const body = { redirect_query_params: 'from=list' }
  const { url } = await api.call(approvals.createPar, { params, body }, anna.as)
  const query = (await approveAt(api.inbox, url, { mobile })) ?? ''
  const state = new URLSearchParams(query).get('state') ?? ''
  const handleReturn = () =>
    api.ask(approvals.redirectSign, { params: { id: state }, body: { params: query } })
  expect(await keyOf(handleReturn())).toBe('ok')
  const hour = 3_600_000
  ahead = 23 * hour
  await endOverdueApprovals(api.context)
  expect(await keyOf(handleReturn())).toBe('ok')
  ahead = 25 * hour
  await endOverdueApprovals(api.context)
  expect(await kept(id)).toMatchObject({ status: 'GIVEN', ...nothing, return_query: null })
  expect(await keyOf(handleReturn())).toBe('not_found')
})

test('the page names whom the certificate names, whatever the account calls itself', async () => {
  const other = await api.person({ firstName: 'Angela', lastName: 'Muster' })
  const mobile = someMobile()
  await anIdentified(api.context.pool, other.email, {
    legislation: 'EIDAS',
    givenName: 'Bob',
    surname: 'Brunner',
    mobile,
    knownAt: api.sandboxUrl,
  })
  const request = await aSignatureRequest(api, {
    owner: ben,
    quality: 'QES',
    legislation: 'EIDAS',
    signers: [{ email: other.email }],
  })
  await api.call(sign, { body: bodyFor(request.id) }, other.as)
  const params = { id: request.id, sigId: request.signatures[0]?.sid ?? '' }
  const { url } = await api.call(approvals.createPar, { params, body: {} }, other.as)
  const query = (await approveAt(api.inbox, url, { mobile })) ?? ''
  const back = await api.call(approvals.redirectSign, {
    params: { id: new URLSearchParams(query).get('state') ?? '' },
    body: { params: query },
  })
  expect(back.signatures).toMatchObject([{ status: 'SIGNED' }])
  const file = await api.call(
    downloadDocument,
    { params: { id: request.documents[0]?.id ?? '' }, query: { signed: 'true' } },
    ben.as,
  )
  const input = Buffer.from(await file.arrayBuffer())
  const page = execFileSync('pdftotext', ['-layout', '-', '-'], { input }).toString()
  expect(page).toContain('Bob Brunner')
  expect(page).not.toContain('Angela Muster')
  const signed = (await eventsOf(request.id)).find(({ type }) => type === 'signed')
  expect(signed?.data).toMatchObject({ name: 'Bob Brunner', signedAs: 'Bob Brunner' })
})
