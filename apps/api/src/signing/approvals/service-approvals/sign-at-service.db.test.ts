import type { AdvancedQuality, Legislation } from '@countersign/contract/values.ts'
import { updateUser } from '@countersign/contract/accounts.ts'
import * as approvals from '@countersign/contract/approvals.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { getSigningStatus, sign, signDirect } from '@countersign/contract/signing.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lookInto, orderOf } from '#api/testing/request-actions.ts'
import { allAnchors } from '#api/signing/signing/engine/sign-document.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { approveAt, someMobile } from '#api/testing/approve.ts'
import { anIdentified, anIdentifiedGuest } from '#api/testing/identification/identified.ts'
import { checkOutside } from '#api/testing/documents/outside-validators.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
let anna: Person
const mobile = someMobile()
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
  for (const legislation of ['ZERTES', 'EIDAS'] as const)
    await anIdentified(api.context.pool, anna.email, { legislation, mobile, knownAt: api.sandboxUrl })
})
afterAll(() => api?.stop())
const { eventsOf, breaks, keyOf, see, asGuest } = lookInto(() => api)
afterEach(async () => expect(await breaks()).toEqual([]))

/** ZertES goes to the service with a consent page of its own, eIDAS to the one with a redirect. */
const aQes = (legislation: Legislation, more: Partial<Parameters<typeof aSignatureRequest>[1]> = {}) =>
  aSignatureRequest(api, {
    owner: ben,
    quality: 'QES',
    legislation,
    signers: [{ email: anna.email }],
    ...more,
  })
const begin = async (...ids: string[]) => (await api.call(sign, orderOf(...ids), anna.as)).signatures
const stepIn = ([first]: readonly SigningStatus[]) => {
  if (!first?.step) throw new Error('There is no step')
  return first.step
}
const proceed = (id: string) => api.call(approvals.proceed, { params: { id }, body: {} }, anna.as)
const page = (id: string, sigId = '', as = anna.as) =>
  api.call(
    approvals.createPar,
    { params: { id, sigId }, body: { redirect_query_params: { from: 'list', page: 2 } } },
    as,
  )
const handleReturn = (query: string) =>
  api.call(approvals.redirectSign, {
    params: { id: new URLSearchParams(query).get('state') ?? '' },
    body: { params: query },
  })
const statusOf = async (id: string) =>
  (await api.call(requests.getSignatureRequestStatus, { params: { id } }, ben.as)).status_overall
const locks = async () => (await api.context.pool.query('SELECT FROM signing_locks')).rowCount

async function fileOf(id: string): Promise<Uint8Array> {
  const request = await api.call(requests.getSignatureRequest, { params: { id } }, ben.as)
  const params = { id: request.documents[0]?.id ?? '' }
  const file = await api.call(downloadDocument, { params, query: { signed: 'true' } }, ben.as)
  return new Uint8Array(await file.arrayBuffer())
}

/** Our validator, OpenSSL, pdfsig and qpdf agree on it. */
async function expectGood(id: string, fields: number): Promise<void> {
  const file = await fileOf(id)
  const ours = validatePdf(file, { anchors: await allAnchors(api.context), at: new Date() })
  expect(ours.overall).toBe('TOTAL_PASSED')
  const anchors = await (await fetch(`${api.url}/pki/anchors.pem`)).text()
  const outside = await checkOutside(file, anchors)
  expect(outside.qpdf).toBe('clean')
  expect(outside.signatures.map(({ openssl }) => openssl)).toEqual(Array(fields + 1).fill('ok'))
  for (const { signature } of outside.pdfsig.slice(0, fields)) expect(signature).toBe('Signature is Valid.')
}

test('a qualified signature after password and code: the certificate names the person, the evidence how they approved', async () => {
  const request = await aQes('ZERTES', { documents: [aPdf({ pages: 2 }), aPdf()] })
  const step = stepIn(await begin(request.id))
  expect(step).toMatchObject({ kind: 'PASSWORD_OTP', url: expect.stringContaining('/trust-services/') })
  // The second click of two, a look at the request and the status answer the same step, to who signs alone.
  expect(stepIn(await begin(request.id)).id).toBe(step.id)
  const shown = async (as: string) => {
    const reply = await see(request.id, as)
    return reply.ok ? reply.body.signatures[0]?.signing : null
  }
  expect(await shown(anna.as)).toMatchObject({ status: 'OPEN', step: { id: step.id, url: step.url } })
  expect(await shown(ben.as)).toEqual({ status: 'OPEN', error: null })
  expect((await proceed(step.id)).signatures).toMatchObject([{ status: 'OPEN', step: { id: step.id } }])

  await approveAt(api.inbox, step.url ?? '', { mobile })
  expect((await proceed(step.id)).signatures).toMatchObject([{ status: 'SIGNED', error: null, step: null }])
  await expectGood(request.id, 1)
  const signed = (await eventsOf(request.id)).find(({ type }) => type === 'signed')
  expect(signed?.data).toMatchObject({
    quality: 'QES',
    legislation: 'ZERTES',
    trustService: 'ais',
    approval: { kind: 'PASSWORD_OTP', serialNumber: expect.stringMatching(/^SAS01/) },
    documents: [
      { certificateSubject: expect.stringContaining('CN=Anna Keller'), timestampTime: expect.any(String) },
      { certificateSubject: expect.stringContaining('CN=Anna Keller') },
    ],
  })
  const { rows } = await api.context.pool.query('SELECT FROM prepared_signatures')
  expect([rows.length, await locks()]).toEqual([0, 0])
})

test('a qualified signature by redirect: coming back twice is coming back once', async () => {
  const request = await aQes('EIDAS')
  const step = stepIn(await begin(request.id))
  expect(step).toMatchObject({ kind: 'REDIRECT', url: null })
  const sigId = request.signatures[0]?.sid ?? ''
  const [first, second] = await Promise.all([page(request.id, sigId), page(request.id, sigId)])
  expect(second.url).toBe(first.url)
  const query = (await approveAt(api.inbox, first.url, { mobile })) ?? ''
  const back = await Promise.all([handleReturn(query), handleReturn(query)])
  for (const one of [...back, await handleReturn(query)])
    expect(one).toMatchObject({
      signatures: [{ status: 'SIGNED', error: null }],
      redirect_query_params: { from: 'list', page: 2 },
      direct: false,
    })
  await expectGood(request.id, 1)
  const events = (await eventsOf(request.id)).map(({ type }) => type)
  expect(events.filter((type) => ['approval_given', 'signed'].includes(type))).toEqual([
    'approval_given',
    'signed',
  ])
})

test('a signer who asks how it stands while their browser comes back loses nothing', async () => {
  const request = await aQes('EIDAS')
  const { id } = stepIn(await begin(request.id))
  const { url } = await page(request.id, request.signatures[0]?.sid)
  const query = (await approveAt(api.inbox, url, { mobile })) ?? ''
  const [back] = await Promise.all([handleReturn(query), ...Array.from({ length: 12 }, () => proceed(id))])
  expect(back.signatures).toMatchObject([{ status: 'SIGNED', error: null }])
  expect((await proceed(id)).signatures).toMatchObject([{ status: 'SIGNED', error: null }])
})

test('several requests are one approval', async () => {
  const some = [await aQes('ZERTES'), await aQes('ZERTES'), await aQes('ZERTES')]
  const begun = await begin(...some.map(({ id }) => id))
  const { id, url } = stepIn(begun)
  expect(begun.map(({ step }) => step?.id)).toEqual([id, id, id])
  await approveAt(api.inbox, url ?? '', { mobile })
  // Nobody says so: the job finds out.
  for (const request of some)
    await expect
      .poll(
        async () =>
          (await api.call(requests.getSignatureRequestStatus, { params: { id: request.id } }, ben.as))
            .status_overall,
      )
      .toBe('SIGNED')
  for (const request of some) await expectGood(request.id, 1)
})

test('while digests are out nobody else signs or corrects; afterwards they do, and both signatures are good', async () => {
  const carla = await api.person({ firstName: 'Carla' })
  const other = someMobile()
  await anIdentified(api.context.pool, carla.email, {
    legislation: 'EIDAS',
    givenName: 'Carla',
    mobile: other,
    knownAt: api.sandboxUrl,
  })
  const request = await aQes('EIDAS', { signers: [{ email: anna.email }, { email: carla.email }] })
  const [first = '', second = ''] = request.signatures.map(({ sid }) => sid)
  await begin(request.id)

  expect(await keyOf(api.ask(sign, orderOf(request.id), carla.as))).toBe('signing.locked')
  const params = { id: request.id }
  const corrected = api.ask(requests.updateSignatureRequest, { params, body: { title: 'Other' } }, ben.as)
  expect(await keyOf(corrected)).toBe('signing.locked')
  const status = (as: string) => api.call(requests.getLockStatus, { params }, as)
  expect(await status(carla.as)).toMatchObject({ locked: true, locked_by: 'Anna Keller' })
  expect(await status(anna.as)).toMatchObject({ locked: false })

  const query = (await approveAt(api.inbox, (await page(request.id, first)).url, { mobile })) ?? ''
  expect((await handleReturn(query)).signatures).toMatchObject([{ status: 'SIGNED' }])
  expect(await status(carla.as)).toMatchObject({ locked: false })
  await api.call(sign, orderOf(request.id), carla.as)
  const { url } = await page(request.id, second, carla.as)
  const next = (await approveAt(api.inbox, url, { mobile: other })) ?? ''
  expect((await handleReturn(next)).signatures).toMatchObject([{ status: 'SIGNED' }])
  await expectGood(request.id, 2)
})

test('a signer of other documents does not wait for one whose digests are out', async () => {
  const carla = await api.person({ firstName: 'Carla' })
  const other = someMobile()
  const identity = { legislation: 'EIDAS', mobile: other, knownAt: api.sandboxUrl } as const
  await anIdentified(api.context.pool, carla.email, identity)
  const draft = await aDraft(api, {
    owner: ben,
    quality: 'QES',
    legislation: 'EIDAS',
    documents: [aPdf(), aPdf()],
  })
  const params = { id: draft.id }
  const [lease = '', annex = ''] = draft.documents.map(({ id }) => id)
  const signatures = [
    { account_email: anna.email, document_signatures: [{ document_id: lease }] },
    { account_email: carla.email, document_signatures: [{ document_id: annex }] },
  ]
  await api.call(requests.updateSignatureRequest, { params, body: { signatures } }, ben.as)
  const request = await api.call(requests.initiateSignatureRequest, { params }, ben.as)
  const [first, second] = request.signatures.map(({ sid }) => sid)

  await begin(request.id)
  const annas = await page(request.id, first)
  expect(await api.call(requests.getLockStatus, { params }, carla.as)).toMatchObject({ locked: false })
  expect(await api.call(requests.getLockStatus, { params }, ben.as)).toMatchObject({ locked: true })
  await api.call(sign, orderOf(request.id), carla.as)
  const carlas = await page(request.id, second, carla.as)
  for (const [url, number] of [
    [carlas.url, other],
    [annas.url, mobile],
  ] as const)
    expect(await handleReturn((await approveAt(api.inbox, url, { mobile: number })) ?? '')).toMatchObject({
      signatures: [{ status: 'SIGNED', error: null }],
    })
  expect([await statusOf(request.id), await locks()]).toEqual(['SIGNED', 0])
  await expectGood(request.id, 1)
})

test('who holds a request and does not come back loses it to the next, and is told that time ran out', async () => {
  const carla = await api.person({ firstName: 'Carla' })
  await anIdentified(api.context.pool, carla.email, {
    legislation: 'EIDAS',
    mobile: someMobile(),
    knownAt: api.sandboxUrl,
  })
  const request = await aQes('EIDAS', { signers: [{ email: anna.email }, { email: carla.email }] })
  const params = { id: request.id, sigId: request.signatures[0]?.sid ?? '' }
  await begin(request.id)
  await api.context.pool.query("UPDATE signing_locks SET until = now() - interval '1 second'")
  expect((await api.call(sign, orderOf(request.id), carla.as)).signatures).toMatchObject([
    { status: 'OPEN', step: { kind: 'REDIRECT' } },
  ])
  expect(await api.call(getSigningStatus, { params }, anna.as)).toMatchObject({
    status: 'ERROR',
    error: 'timed_out',
  })
  expect(await keyOf(api.ask(approvals.createPar, { params, body: {} }, anna.as))).toBe('approval.over')
  await api.call(requests.withdrawSignatureRequest, { params, body: { message: '' } }, ben.as)
  await expect.poll(locks).toBe(0)
})

test('a guest approves by the link, and continues by it', async () => {
  const guest = `carla.${crypto.randomUUID().slice(0, 8)}@example.org`
  const other = someMobile()
  const request = await aQes('EIDAS', { signers: [{ email: guest }] })
  await anIdentifiedGuest(api.context.pool, guest, {
    legislation: 'EIDAS',
    mobile: other,
    knownAt: api.sandboxUrl,
  })
  const as = await asGuest(guest)
  const { signatures } = await api.call(signDirect, orderOf(request.id), as)
  const { id } = stepIn(signatures)
  expect(await keyOf(api.ask(approvals.cancelApproval, { params: { id } }, anna.as))).toBe('not_found')
  const still = await api.call(approvals.proceedDirect, { params: { id }, body: {} }, as)
  expect(still.signatures).toMatchObject([{ status: 'OPEN', step: { kind: 'REDIRECT', url: null } }])
  const { url } = await page(request.id, request.signatures[0]?.sid, as)
  const query = (await approveAt(api.inbox, url, { mobile: other })) ?? ''
  expect(await handleReturn(query)).toMatchObject({
    signatures: [{ status: 'SIGNED', error: null }],
    direct: true,
  })
})

test('two who begin at the same instant sign one after the other', async () => {
  const carla = await api.person({ firstName: 'Carla' })
  const other = someMobile()
  await anIdentified(api.context.pool, carla.email, {
    legislation: 'EIDAS',
    mobile: other,
    knownAt: api.sandboxUrl,
  })
  const request = await aQes('EIDAS', { signers: [{ email: anna.email }, { email: carla.email }] })
  const people = [
    { as: anna.as, sigId: request.signatures[0]?.sid ?? '', mobile },
    { as: carla.as, sigId: request.signatures[1]?.sid ?? '', mobile: other },
  ]
  const begun = await Promise.all(people.map(({ as }) => keyOf(api.ask(sign, orderOf(request.id), as))))
  expect(begun).toContain('ok')
  // Anyone who was too late begins again, or waits for the other's end: the page asks for the way there until it is given.
  await Promise.all(
    people.map(async ({ as, sigId, mobile: telephone }) => {
      const params = { id: request.id, sigId }
      const deadline = Date.now() + 60_000
      while (Date.now() < deadline) {
        const at = await api.ask(approvals.createPar, { params, body: {} }, as)
        if (at.ok) {
          await handleReturn((await approveAt(api.inbox, at.body.url, { mobile: telephone })) ?? '')
          return
        }
        await api.ask(sign, orderOf(request.id), as)
      }
    }),
  )
  expect(await see(request.id, ben.as)).toMatchObject({ body: { status_overall: 'SIGNED' } })
  await expectGood(request.id, 2)
})

test('a code that is right while someone’s digests are out is good after them', async () => {
  const ada = await api.person({ firstName: 'Ada' })
  const number = someMobile()
  await api.call(updateUser, { body: { attributes: { mobile: number } } }, ada.as)
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
  const tan = /\b\d{6}\b/.exec((await api.inbox.next(number, /^/)).text)?.[0] ?? ''
  expect(stepIn((await api.call(sign, order('QES'), anna.as)).signatures).kind).toBe('REDIRECT')

  const given = api.call(sign, order('AES', { tan }), ada.as)
  await expect
    .poll(async () => (await eventsOf(request.id)).map(({ type }) => type))
    .toContain('approval_given')
  const { url } = await page(request.id, request.signatures[1]?.sid)
  const query = (await approveAt(api.inbox, url, { mobile })) ?? ''
  expect((await handleReturn(query)).signatures).toMatchObject([{ status: 'SIGNED', error: null }])
  await given
  await expect.poll(() => statusOf(request.id)).toBe('SIGNED')
  await expectGood(request.id, 2)
})
