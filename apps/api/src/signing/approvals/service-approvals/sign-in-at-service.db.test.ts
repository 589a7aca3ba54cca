import * as approvals from '@countersign/contract/approvals.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import type { SignatureRequest, SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { getSigningStatus, sign } from '@countersign/contract/signing.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allAnchors } from '#api/signing/signing/engine/sign-document.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { approveAt, signInAt, someMobile } from '#api/testing/approve.ts'
import { anIdentified } from '#api/testing/identification/identified.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { orderOf } from '#api/testing/request-actions.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

/*
 * At most signing services by the CSC API the signer first signs in, so that the service shows us their credentials, and
 * then approves: two pages, one after the other. ZertES goes to one of version 1, eIDAS to one of version 2.
 */
let api: TestApi
let ben: Person
let anna: Person
const mobile = someMobile()
beforeAll(async () => {
  api = await startTestApi({ assignment: { 'QES:EIDAS': 'csc-plain', 'QES:ZERTES': 'csc-first' } })
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
  for (const legislation of ['ZERTES', 'EIDAS'] as const)
    await anIdentified(api.context.pool, anna.email, { legislation, mobile, knownAt: api.sandboxUrl })
})
afterAll(() => api?.stop())

const patience = { timeout: 60_000, interval: 100 }
const aQes = (legislation: 'ZERTES' | 'EIDAS') =>
  aSignatureRequest(api, { owner: ben, quality: 'QES', legislation, signers: [{ email: anna.email }] })
const begin = ({ id }: SignatureRequest) => api.call(sign, orderOf(id), anna.as)
const pageOf = async ({ id, signatures }: SignatureRequest) => {
  const params = { id, sigId: signatures[0]?.sid ?? '' }
  return (await api.call(approvals.createPar, { params, body: {} }, anna.as)).url
}
const handleReturn = (query = '') =>
  api.ask(approvals.redirectSign, {
    params: { id: new URLSearchParams(query).get('state') ?? '' },
    body: { params: query },
  })
const statusIn = async (returned: ReturnType<typeof handleReturn>): Promise<SigningStatus | undefined> => {
  const answer = await returned
  if (!answer.ok) throw new Error(answer.error.key)
  return answer.body.signatures[0]
}
const statusOf = (request: SignatureRequest) =>
  api.call(getSigningStatus, { params: { id: request.id, sigId: request.signatures[0]?.sid ?? '' } }, anna.as)

test.each(['EIDAS', 'ZERTES'] as const)(
  'the signer signs in to the service, comes back, approves there and has signed, under %s',
  async (legislation) => {
    const request = await aQes(legislation)
    const [begun] = (await begin(request)).signatures
    expect(begun?.step).toMatchObject({ kind: 'REDIRECT' })
    const way = (await signInAt(await pageOf(request), anna.email)) ?? ''
    const back = await statusIn(handleReturn(way))
    expect(back).toMatchObject({ status: 'OPEN', error: null })
    expect(await statusOf(request)).toMatchObject({ step: { kind: 'REDIRECT', id: begun?.step?.id } })

    const approved = await approveAt(api.inbox, await pageOf(request), { mobile })
    expect(new URLSearchParams(approved).get('state')).not.toBe(new URLSearchParams(way).get('state'))
    await handleReturn(approved)
    await vi.waitFor(async () => expect((await statusOf(request)).status).toBe('SIGNED'), patience)
    const now = await api.call(requests.getSignatureRequest, { params: { id: request.id } }, ben.as)
    const params = { id: now.documents[0]?.id ?? '' }
    const file = await api.call(downloadDocument, { params, query: { signed: 'true' } }, ben.as)
    const anchors = [
      ...(await allAnchors(api.context)),
      ...(await Promise.all(api.context.trustServices.all().map((one) => one.anchors()))).flat(),
    ]
    const found = validatePdf(new Uint8Array(await file.arrayBuffer()), { anchors, at: new Date() })
    expect(found.overall).toBe('TOTAL_PASSED')
  },
)

test.each([
  ['EIDAS', 2],
  ['ZERTES', 3],
] as const)(
  'a signer whose credential signs one document at a time approves each, under %s, and all %i are signed',
  async (legislation, count) => {
    const email = `dora.${legislation.toLowerCase()}@one-by-one.test`
    const dora = await api.person({ firstName: 'Dora', email })
    const own = someMobile()
    await anIdentified(api.context.pool, email, { legislation, mobile: own, knownAt: api.sandboxUrl })
    const documents = Array.from({ length: count }, () => aPdf())
    const request = await aSignatureRequest(api, {
      ...{ owner: ben, quality: 'QES', legislation, documents },
      signers: [{ email }],
    })
    const sigId = request.signatures[0]?.sid ?? ''
    const page = async () =>
      (await api.call(approvals.createPar, { params: { id: request.id, sigId }, body: {} }, dora.as)).url
    const status = () => api.call(getSigningStatus, { params: { id: request.id, sigId } }, dora.as)
    await api.call(sign, orderOf(request.id), dora.as)
    await handleReturn((await signInAt(await page(), email)) ?? '')
    const states = new Set<string | null>()
    for (let approved = 0; approved < count; approved += 1) {
      expect((await status()).status).toBe('OPEN')
      const query = await approveAt(api.inbox, await page(), { mobile: own })
      states.add(new URLSearchParams(query).get('state'))
      await handleReturn(query)
    }
    expect(states.size).toBe(count)
    await vi.waitFor(async () => expect((await status()).status).toBe('SIGNED'), patience)
    const anchors = [
      ...(await allAnchors(api.context)),
      ...(await Promise.all(api.context.trustServices.all().map((one) => one.anchors()))).flat(),
    ]
    const now = await api.call(requests.getSignatureRequest, { params: { id: request.id } }, ben.as)
    for (const { id } of now.documents) {
      const file = await api.call(downloadDocument, { params: { id }, query: { signed: 'true' } }, ben.as)
      const found = validatePdf(new Uint8Array(await file.arrayBuffer()), { anchors, at: new Date() })
      expect(found.overall).toBe('TOTAL_PASSED')
    }
  },
)

test('a signer who would have to approve more than five times is told so before any approval', async () => {
  const email = 'emil@one-by-one.test'
  const emil = await api.person({ firstName: 'Emil', email })
  await anIdentified(api.context.pool, email, {
    legislation: 'EIDAS',
    mobile: someMobile(),
    knownAt: api.sandboxUrl,
  })
  const request = await aSignatureRequest(api, {
    ...{ owner: ben, quality: 'QES', legislation: 'EIDAS' },
    documents: Array.from({ length: 6 }, () => aPdf()),
    signers: [{ email }],
  })
  const params = { id: request.id, sigId: request.signatures[0]?.sid ?? '' }
  await api.call(sign, orderOf(request.id), emil.as)
  const page = (await api.call(approvals.createPar, { params, body: {} }, emil.as)).url
  await handleReturn((await signInAt(page, email)) ?? '')
  await vi.waitFor(
    async () =>
      expect(await api.call(getSigningStatus, { params }, emil.as)).toMatchObject({
        error: 'too_many_documents',
      }),
    patience,
  )
})

test('coming back from the sign-in twice approves nothing', async () => {
  const request = await aQes('EIDAS')
  await begin(request)
  const way = await signInAt(await pageOf(request), anna.email)
  await handleReturn(way)
  const again = await handleReturn(way)
  expect(again.ok || again.error.key).toBe('not_found')
  expect(await statusOf(request)).toMatchObject({ status: 'OPEN', step: { kind: 'REDIRECT' } })
})

test('who signs in to the service as someone else is told to be identified, and begins again', async () => {
  const request = await aQes('EIDAS')
  await begin(request)
  await handleReturn(await signInAt(await pageOf(request), 'another.user@example.test'))
  await vi.waitFor(
    async () => expect((await statusOf(request)).error).toBe('identification_required'),
    patience,
  )
})

test('who gives up signing in has cancelled', async () => {
  const request = await aQes('EIDAS')
  await begin(request)
  await handleReturn(await signInAt(await pageOf(request), anna.email, 'cancel'))
  await vi.waitFor(async () => expect((await statusOf(request)).error).toBe('cancelled'), patience)
})
