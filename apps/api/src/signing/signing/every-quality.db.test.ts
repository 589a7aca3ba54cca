import { updateUser } from '@countersign/contract/accounts.ts'
import * as approvals from '@countersign/contract/approvals.ts'
import * as businesses from '@countersign/contract/businesses.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import { addSealMembers } from '@countersign/contract/seals.ts'
import type { SignatureRequest, SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import { getReport } from '@countersign/contract/audit-trail.ts'
import { getSignatureRequestStatus } from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { approveAt, someMobile } from '#api/testing/approve.ts'
import { aBusiness, aSeal } from '#api/testing/business.ts'
import { anIdentified } from '#api/testing/identification/identified.ts'
import { checkOutside } from '#api/testing/documents/outside-validators.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { allAnchors } from './engine/sign-document.ts'

// One document signed in every way there is, one after the other: each leaves those before it as they were.

let api: TestApi
let owner: Person
beforeAll(async () => {
  api = await startTestApi()
  owner = await api.person({ firstName: 'Olga' })
})
afterAll(() => api?.stop())

type More = Partial<Parameters<typeof api.call<typeof sign>>[1]['body']['signatureRequests'][number]>
const orderOf = (request: SignatureRequest, more: More = {}) => ({
  signatureRequests: [{ signatureRequestId: request.id, ...more }],
})

function stepIn(signatures: readonly SigningStatus[]) {
  const step = signatures[0]?.step
  if (!step) throw new Error('There is nothing to approve')
  return step
}

/** The newest version, with the verdicts of our validator and of others, which have to agree. */
async function signedBy(request: SignatureRequest, count: number) {
  const params = { id: request.documents[0]?.id ?? '' }
  const file = await api.call(downloadDocument, { params, query: { signed: 'true' } }, owner.as)
  const pdf = new Uint8Array(await file.arrayBuffer())
  const report = validatePdf(pdf, { anchors: await allAnchors(api.context), at: new Date() })
  const signatures = report.signatures.filter(({ type }) => type === 'signature')
  expect(signatures.map(({ indication }) => indication)).toEqual(Array(count).fill('TOTAL_PASSED'))
  const outside = await checkOutside(pdf, await (await fetch(`${api.url}/pki/anchors.pem`)).text())
  expect(outside.qpdf).toBe('clean')
  expect(outside.signatures.map(({ openssl }) => openssl)).toEqual(outside.signatures.map(() => 'ok'))
  const fields = outside.pdfsig.filter(({ field }) => !field.startsWith('Timestamp'))
  expect(fields.map(({ signature }) => signature)).toEqual(Array(count).fill('Signature is Valid.'))
  return { report, signatures }
}

test('a click, a code, an approval by redirect, a seal and Part 11 in one document: all of them hold', async () => {
  const [ada, quinn, sam, petra] = await Promise.all(
    ['Ada', 'Quinn', 'Sam', 'Petra'].map((firstName) => api.person({ firstName })),
  )
  if (!ada || !quinn || !sam || !petra) throw new Error('nobody came')
  const number = someMobile()
  await api.call(updateUser, { body: { attributes: { mobile: number } } }, ada.as)
  const mobile = someMobile()
  const identified = {
    legislation: 'EIDAS',
    givenName: 'Quinn',
    surname: quinn.lastName,
    mobile,
    knownAt: api.sandboxUrl,
  } as const
  await anIdentified(api.context.pool, quinn.email, identified)
  const business = await aBusiness(api, { admins: [sam], members: [petra] })
  const settings = { signatureRequests: { part11: { enabled: true } } }
  const params = { id: business }
  await api.call(businesses.updateBusinessSettings, { params, body: { settings } }, sam.as)
  await aSeal(api, business, {
    name: 'lindenhof',
    label: 'Lindenhof AG',
    service: 'mab',
    legislation: 'EIDAS',
  })
  const seal = { id: business, sealId: 'lindenhof' }
  await api.call(addSealMembers, { params: seal, body: { members: [sam.email] } }, sam.as)
  const guest = 'gina.rossi@guests.example'
  const request = await aSignatureRequest(api, {
    owner,
    signers: [
      { email: guest, firstName: 'Gina', lastName: 'Rossi' },
      ...[ada, quinn, sam, petra].map(({ email }) => ({ email })),
    ],
  })

  const { as } = guestOf(linkIn(await api.inbox.next(guest)))
  const clicked = await api.call(signDirect, { body: orderOf(request) }, as)
  expect(clicked.signatures).toMatchObject([{ status: 'SIGNED' }])
  await signedBy(request, 1)

  const waiting = await api.call(sign, { body: orderOf(request, { quality: 'AES' }) }, ada.as)
  expect(stepIn(waiting.signatures).kind).toBe('TAN')
  const code = /\b\d{6}\b/.exec((await api.inbox.next(number, /^/)).text)?.[0] ?? ''
  const coded = await api.call(sign, { body: { ...orderOf(request), tan: code } }, ada.as)
  expect(coded.signatures).toMatchObject([{ status: 'SIGNED' }])
  await signedBy(request, 2)

  const qualified = { quality: 'QES', legislation: 'EIDAS' } as const
  const begun = await api.call(sign, { body: orderOf(request, qualified) }, quinn.as)
  expect(stepIn(begun.signatures).kind).toBe('REDIRECT')
  const sigId = begun.signatures[0]?.signatureId ?? ''
  const page = await api.call(approvals.createPar, { params: { id: request.id, sigId }, body: {} }, quinn.as)
  const query = (await approveAt(api.inbox, page.url, { mobile })) ?? ''
  const state = new URLSearchParams(query).get('state') ?? ''
  const back = await api.call(approvals.redirectSign, { params: { id: state }, body: { params: query } })
  expect(back.signatures).toMatchObject([{ status: 'SIGNED' }])
  await signedBy(request, 3)

  const sealed = await api.call(sign, { body: { ...orderOf(request), sealAccountName: 'lindenhof' } }, sam.as)
  expect(sealed.signatures).toMatchObject([{ status: 'SIGNED' }])
  await signedBy(request, 4)

  const words = { signingName: `Petra ${petra.lastName}`, signingReason: 'Approved' }
  const record = await api.call(sign, { body: orderOf(request, { quality: 'PART11', ...words }) }, petra.as)
  const { id, kind } = stepIn(record.signatures)
  expect(kind).toBe('REAUTHENTICATE')
  const proof = { params: { id }, body: { password: petra.password } }
  const proved = await api.call(approvals.reauthenticate, proof, petra.as)
  expect(proved.signatures).toMatchObject([{ status: 'SIGNED' }])

  const { report, signatures } = await signedBy(request, 5)
  expect(report.overall).toBe('TOTAL_PASSED')
  const names = signatures.map(({ signer }) => signer?.names)
  expect(names[1]).toMatchObject({ commonName: `Ada ${ada.lastName}` })
  expect(names[2]).toMatchObject({ commonName: `Quinn ${quinn.lastName}` })
  const status = await api.call(getSignatureRequestStatus, { params: { id: request.id } }, owner.as)
  expect(status.status_overall).toBe('SIGNED')
  const asked = { params: { id: request.id }, query: { type: 'JSON' as const } }
  const protocol = await (await api.call(getReport, asked, owner.as)).text()
  const { userList } = JSON.parse(protocol) as { userList: { userActions: { quality: string | null }[] }[] }
  const made = userList.flatMap(({ userActions }) => userActions.flatMap(({ quality }) => quality ?? []))
  expect(made.toSorted()).toEqual(['AES', 'PART11', 'QES', 'SEAL_AES', 'SES'])
})

test('less than is asked for is refused', async () => {
  const ada = await api.person({ firstName: 'Ada' })
  const signers = [{ email: ada.email }]
  const request = await aSignatureRequest(api, { owner, quality: 'AES', signers })
  const answer = await api.ask(sign, { body: orderOf(request, { quality: 'SES' }) }, ada.as)
  expect(answer).toMatchObject({ ok: false, error: { key: 'signing.quality_unavailable' } })
})
