import { updateUser } from '@countersign/contract/accounts.ts'
import * as approvals from '@countersign/contract/approvals.ts'
import * as businesses from '@countersign/contract/businesses.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { getSigningStatus, sign } from '@countersign/contract/signing.ts'
import * as visuals from '@countersign/contract/visual-signatures.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { approveAt, someMobile } from '#api/testing/approve.ts'
import { aBusiness } from '#api/testing/business.ts'
import { anIdentified } from '#api/testing/identification/identified.ts'
import { checkOutside } from '#api/testing/documents/outside-validators.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

let api: TestApi
let dora: Person
let emil: Person
const mobile = someMobile()
beforeAll(async () => {
  api = await startTestApi()
  dora = await api.person({ firstName: 'Dora' })
})
afterAll(() => api?.stop())
// Wrong passwords count for the account as well: each test has a signer of its own.
beforeEach(async () => {
  emil = await api.person({ firstName: 'Emil', lastName: 'Zeller' })
  dora = await api.person({ firstName: 'Dora', lastName: 'Meier' })
  const id = await aBusiness(api, { admins: [dora], members: [emil] })
  const settings = { signatureRequests: { part11: { enabled: true } } }
  await api.call(businesses.updateBusinessSettings, { params: { id }, body: { settings } }, dora.as)
})

const aRequest = (quality: 'PART11' | 'AES' | 'QES' | 'SES') =>
  aSignatureRequest(api, {
    owner: dora,
    quality,
    ...(quality === 'QES' ? { legislation: 'EIDAS' } : {}),
    signers: [emil],
  })
const order = (id: string, more: object) => ({
  body: { signatureRequests: [{ signatureRequestId: id, ...more }], timeZone: 'Europe/Zurich' },
})
const submit = (id: string, signingReason: string, more: object = {}) =>
  api.call(sign, order(id, { signingReason, ...more }), emil.as)
const prove = (id: string, revision?: number, password = emil.password) =>
  api.ask(approvals.reauthenticate, { params: { id }, body: { password, revision } }, emil.as)
const sidOf = (request: { signatures: readonly { sid: string }[] }) => request.signatures[0]?.sid ?? ''
const statusFor = (request: { id: string; signatures: readonly { sid: string }[] }, as: string) =>
  api.call(getSigningStatus, { params: { id: request.id, sigId: sidOf(request) } }, as)
const statusOf = async (id: string) =>
  (await api.call(requests.getSignatureRequestStatus, { params: { id } }, dora.as)).status_overall
const eventsOf = async (id: string) => (await api.call(requests.getEvents, { params: { id } }, dora.as)).items

/** The reason in the signature dictionary; the file is valid to validators that are not ours. */
async function reasonIn(id: string): Promise<string | undefined> {
  const { documents } = await api.call(requests.getSignatureRequest, { params: { id } }, dora.as)
  const wanted = { params: { id: documents[0]?.id ?? '' }, query: { signed: 'true' as const } }
  const bytes = new Uint8Array(await (await api.call(downloadDocument, wanted, dora.as)).arrayBuffer())
  const anchors = await (await fetch(`${api.url}/pki/anchors.pem`)).text()
  const outside = await checkOutside(bytes, anchors)
  expect(outside.signatures.map(({ openssl }) => openssl)).toEqual(['ok', 'ok'])
  return /\/Reason \((.*?)\)/.exec(Buffer.from(bytes).toString('latin1'))?.[1]
}

test('the reason submitted last is the one that is shown and signed, and the evidence has both', async () => {
  const request = await aRequest('PART11')
  const { id } = request
  const first = (await submit(id, 'I reject this batch')).signatures[0]
  expect(first).toMatchObject({
    status: 'OPEN',
    step: { kind: 'REAUTHENTICATE', revision: 0 },
    submitted: { name: 'Emil Zeller', reason: 'I reject this batch', appearance: [] },
  })
  const second = (await submit(id, 'I approve this batch')).signatures[0]
  expect(second).toMatchObject({
    step: { id: first?.step?.id, revision: 1 },
    submitted: { reason: 'I approve this batch' },
  })
  // The rules are those of the first call, and what is refused replaces nothing.
  const wrong = await api.ask(sign, order(id, { signingName: 'Nobody', signingReason: 'Other' }), emil.as)
  expect(wrong).toMatchObject({ status: 400, error: { fields: [{ field: 'signingName' }] } })
  // A tab that is opened again is told by the server what will be signed; nobody else is.
  expect(await statusFor(request, emil.as)).toMatchObject({ submitted: { reason: 'I approve this batch' } })
  expect((await statusFor(request, dora.as)).submitted ?? null).toBeNull()
  const seen = await api.call(requests.getSignatureRequest, { params: { id } }, emil.as)
  expect(seen.signatures[0]?.signing?.submitted).toMatchObject({ reason: 'I approve this batch' })

  // A tab that still shows the first reason signs nothing, and it costs no try.
  const step = first?.step?.id ?? ''
  expect(await prove(step, 0)).toMatchObject({ status: 409, error: { key: 'signing.changed' } })
  expect((await statusFor(request, emil.as)).step?.attemptsLeft).toBe(5)
  expect(await prove(step, 1)).toMatchObject({ body: { signatures: [{ status: 'SIGNED' }] } })
  expect(await reasonIn(id)).toBe('I approve this batch')
  const told = (await eventsOf(id)).filter(({ type }) => /^sign(ed|ing_)/.test(type))
  expect(told.map(({ type, data }) => [type, data['reason']])).toEqual([
    ['signing_started', 'I reject this batch'],
    ['signing_changed', 'I approve this batch'],
    ['signed', 'I approve this batch'],
  ])
  expect(told[1]?.data).toMatchObject({ before: { name: 'Emil Zeller', reason: 'I reject this batch' } })
  // What was signed is signed: other words are refused, the same click again is answered.
  expect(await api.ask(sign, order(id, { signingReason: 'I regret' }), emil.as)).toMatchObject({
    status: 409,
    error: { key: 'signing.too_late' },
  })
  expect((await submit(id, 'I approve this batch')).signatures).toMatchObject([{ status: 'SIGNED' }])
})

test('a reason and the password that come at the same instant: what is answered is what is signed', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id } = await aRequest('PART11')
    const { signatures } = await submit(id, 'First')
    const [replaced, proved] = await Promise.all([
      api.ask(sign, order(id, { signingReason: 'Second' }), emil.as),
      prove(signatures[0]?.step?.id ?? ''),
    ])
    if (!replaced.ok) expect(replaced.error.key).toBe('signing.too_late')
    // The password was for the first reason, which was replaced while it was checked: nothing is signed yet.
    if (!proved.ok) {
      expect(proved.error.key).toBe('signing.changed')
      const step = replaced.ok ? replaced.body.signatures[0]?.step?.id : undefined
      expect(await prove(step ?? '')).toMatchObject({ ok: true })
    }
    await expect.poll(() => statusOf(id)).toBe('SIGNED')
    expect(await reasonIn(id)).toBe(replaced.ok ? 'Second' : 'First')
  }
})

test('a code that comes with another reason and appearance is for those; with none, what was submitted stays', async () => {
  await api.call(updateUser, { body: { attributes: { mobile } } }, emil.as)
  const saved = await api.call(
    visuals.createVisualSignature,
    { body: { optionalLine: 'Head of quality' } },
    emil.as,
  )
  for (const more of [{ signingReason: 'Two' }, {}]) {
    const request = await aRequest('AES')
    const documentId = request.documents[0]?.id ?? ''
    const chosen = { documentSignatures: [{ documentId, visualSignature: { id: saved.id } }] }
    const { signatures } = await submit(request.id, 'One', chosen)
    expect(signatures[0]?.submitted).toEqual({
      name: 'Emil Zeller',
      reason: 'One',
      fields: [],
      appearance: [{ documentId, kind: 'saved', visualSignatureId: saved.id }],
    })
    const { text } = await api.inbox.next(mobile, /^/)
    const body = {
      signatureRequests: [{ signatureRequestId: request.id, ...more }],
      tan: /\d{6}/.exec(text)?.[0] ?? '',
    }
    await api.call(sign, { body }, emil.as)
    await expect.poll(() => statusOf(request.id)).toBe('SIGNED')
    expect(await reasonIn(request.id)).toBe('signingReason' in more ? 'Two' : 'One')
  }
})

test('what is out at a trust service is not signed with other words: that step ends, and a new one is for the new digests', async () => {
  const identity = { legislation: 'EIDAS', mobile, knownAt: api.sandboxUrl } as const
  await anIdentified(api.context.pool, emil.email, identity)
  const request = await aRequest('QES')
  const params = { id: request.id, sigId: sidOf(request) }
  const page = () => api.call(approvals.createPar, { params, body: {} }, emil.as)
  const handleReturn = async (url: string) => {
    const query = (await approveAt(api.inbox, url, { mobile })) ?? ''
    const state = new URLSearchParams(query).get('state') ?? ''
    return api.call(approvals.redirectSign, { params: { id: state }, body: { params: query } })
  }
  const first = (await submit(request.id, 'One')).signatures[0]
  const old = await page()
  // The same again is the same step.
  expect((await submit(request.id, 'One')).signatures[0]?.step?.id).toBe(first?.step?.id)
  const second = (await submit(request.id, 'Two')).signatures[0]
  expect(second).toMatchObject({ status: 'OPEN', step: { kind: 'REDIRECT' }, submitted: { reason: 'Two' } })
  expect(second?.step?.id).not.toBe(first?.step?.id)

  expect((await handleReturn(old.url)).signatures).toMatchObject([{ status: 'ERROR', error: 'cancelled' }])
  expect((await handleReturn((await page()).url)).signatures).toMatchObject([{ status: 'SIGNED' }])
  expect(await reasonIn(request.id)).toBe('Two')
  const started = (await eventsOf(request.id)).filter(({ type }) => type === 'signing_started')
  expect(started.map(({ data }) => [data['reason'], data['replaces'] ?? null])).toEqual([
    ['One', null],
    ['Two', started[0]?.data['signingId']],
  ])
})
