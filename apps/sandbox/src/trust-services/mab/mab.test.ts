import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { approve } from '../approve.fixture.ts'
import { call } from '../call.fixture.ts'
import { client } from '../client.ts'
import { at, textAt } from '../json.ts'
import { opensslVerify } from '../openssl.fixture.ts'
import { startTrustServices } from '../start.ts'
import type { RunningTrustServices } from '../start.ts'
import { endpoints } from './endpoints.ts'

/*
 * The examples of the provider's own API description (SwisscomTrustServices/mab-reference-signer, mab-api.json and
 * etsi-sign-api.json) and of its Postman collection ("ETSI"), with the client of this enrolment.
 */
let services: RunningTrustServices
beforeAll(async () => (services = await startTrustServices()))
afterAll(() => services.close())
beforeEach(() => services.faults.clear())

const credentials = { client_id: client.id, client_secret: client.secret }
const redirectUri = 'https://app.example/redirect'
const documented = 'sTOgwOm+474gFj0q0x1iSNspKqbcse4IeiqlDg/HWuI='
const claims = {
  credentialID: 'OnDemand-Advanced4',
  documentDigests: [{ hash: documented, label: 'Leasing agreement Contract 1' }],
  hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
}
/** The example of Postman's "PAR (MobileID)": no scope, no email, a number without a plus sign. */
const pushed = {
  ...credentials,
  login_hint: { identifier: '41798106894', namespace: 'msisdn' },
  client_session_id: 'test_session_id',
  redirect_uri: redirectUri,
  claims,
}

const par = (body: object) => call(services, endpoints.pushed, body)
const pageOf = (requestUri: string | undefined, query: object = {}): string => {
  const own = { client_id: client.id, request_uri: requestUri ?? '', nonce: 'a nonce' }
  return `${services.pagesUrl}${endpoints.authorization}?${new URLSearchParams({ ...own, ...query }).toString()}`
}
const push = async (body: object) => textAt((await par(body)).body, 'request_uri')
const token = (fields: object, form = true) => {
  const whole = { ...credentials, grant_type: 'authorization_code', ...fields }
  return call(services, endpoints.token, form ? new URLSearchParams(whole) : whole)
}
const claimsOf = (jwt: string): unknown =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())

/** The postman collection's signDoc, with the members that ETSI TS 119 432 adds. */
const signDoc = (sad: string, algorithm: string, hashes: string[], credentialID = 'OnDemand-Advanced4') =>
  call(services, textAt(claimsOf(sad), 'aud') ?? '', {
    SAD: sad,
    requestID: '8b6ed6f9-5bf8-42b2-bc8d-b242a35c94c8',
    credentialID,
    profile: 'http://uri.etsi.org/19432/v1.1.1#/creationprofile#',
    signatureFormat: 'P',
    conformanceLevel: 'AdES-B-LTA',
    documentDigests: { hashAlgorithmOID: algorithm, hashes },
  })

async function sadFor(change: object = {}): Promise<string> {
  const back = await approve(services, pageOf(await push({ ...pushed, ...change })))
  return textAt((await token({ code: back.get('code') ?? '' })).body, 'access_token') ?? ''
}

test('the documented request is pushed without scope and email, approved and answered by a form', async () => {
  const { status, body } = await par({ ...pushed, state: 'a state' })
  expect({ status, body }).toEqual({
    status: 201,
    body: { request_uri: expect.any(String), expires_in: 3600 },
  })
  const back = await approve(services, pageOf(textAt(body, 'request_uri'), { state: 'ignored' }))
  expect(back.get('state')).toBe('a state')
  const answer = await token({ code: back.get('code') ?? '' })
  expect(answer).toEqual({
    status: 200,
    body: {
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_in: '300',
      token_type: 'Bearer',
      session_state: expect.any(String),
      scope: 'sign',
      consent_serial_number: expect.stringMatching(/^SAS01/),
    },
  })
  expect(claimsOf(textAt(answer.body, 'access_token') ?? '')).toMatchObject({ nonce: 'a nonce' })
})

test('the token call takes JSON too, and a code once', async () => {
  const back = await approve(services, pageOf(await push(pushed)))
  const code = back.get('code') ?? ''
  expect((await token({ code }, false)).status).toBe(200)
  expect(await token({ code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('a request is opened by its client alone, and its code exchanged with its way back', async () => {
  const requestUri = await push(pushed)
  const elsewhere = { redirect_uri: 'https://elsewhere.example/redirect' }
  for (const other of [{ client_id: 'another' }, elsewhere])
    expect((await fetch(pageOf(requestUri, other))).status).toBe(400)
  const code = (await approve(services, pageOf(requestUri))).get('code') ?? ''
  expect(await token({ code, ...elsewhere })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('without a hint of who signs the page asks for a number', async () => {
  const address = pageOf(await push({ ...credentials, redirect_uri: redirectUri, claims }))
  expect(await (await fetch(address)).text()).toContain('Mobile number')
  const back = await approve(services, `${address}&mobile=%2B41791112233`)
  expect(services.messages.list({ to: '+41791112233' })).toHaveLength(1)
  expect(back.get('code')).not.toBeNull()
})

test('what was not pushed is taken from the address of the page', async () => {
  const { claims: _claims, ...rest } = pushed
  const query = { claims: JSON.stringify(claims), state: 'of the page', redirect_uri: redirectUri }
  const back = await approve(services, pageOf(await push(rest), query))
  expect(back.get('state')).toBe('of the page')
  expect(back.get('code')).not.toBeNull()
})

test.each([
  ['sha256', '2.16.840.1.101.3.4.2.1'],
  ['sha384', '2.16.840.1.101.3.4.2.2'],
  ['sha512', '2.16.840.1.101.3.4.2.3'],
] as const)('a hash by %s is approved and signed by the same algorithm', async (name, oid) => {
  const content = Buffer.from(`A contract hashed by ${name}`)
  const hash = createHash(name).update(content).digest('base64')
  const sad = await sadFor({
    claims: { ...claims, documentDigests: [{ hash }], hashAlgorithmOID: oid },
  })
  const { status, body } = await signDoc(sad, oid, [hash])
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      responseID: expect.any(String),
      SignatureObject: [expect.stringMatching(/^MII[\w-]+$/)],
      validationInfo: {
        ocsp: [expect.stringMatching(/^MII/), expect.stringMatching(/^MII/)],
        crl: [expect.stringMatching(/^MII/)],
      },
    },
  })
  const cms = Buffer.from(String(at(body, 'SignatureObject', 0)), 'base64url')
  expect(await opensslVerify(cms, content, services.anchorsPem)).toEqual({
    digest: name,
    signature: `ecdsa-with-${name.toUpperCase()}`,
  })
})

test('a SAD signs its own hashes alone, by its own credential, once', async () => {
  const oid = claims.hashAlgorithmOID
  const other = createHash('sha256').update('another').digest('base64')
  const refused = {
    status: 400,
    body: {
      error: 'invalid_token',
      error_description: expect.any(String),
      transaction_id: expect.stringMatching(/^\w{6}$/),
    },
  }
  expect(await signDoc(await sadFor(), oid, [other])).toEqual(refused)
  expect(await signDoc(await sadFor(), oid, [documented], 'OnDemand-Qualified4')).toEqual(refused)
  const sad = await sadFor()
  expect((await signDoc(sad, oid, [documented])).status).toBe(200)
  expect(await signDoc(sad, oid, [documented])).toEqual(refused)
})

test('a revoked SAD signs nothing', async () => {
  const sad = await sadFor()
  const form = new URLSearchParams({ ...credentials, token: sad })
  expect((await call(services, endpoints.revocation, form)).status).toBe(204)
  expect(await signDoc(sad, claims.hashAlgorithmOID, [documented])).toMatchObject({
    status: 400,
    body: { error: 'invalid_token' },
  })
})

test.each([
  ['another secret', { client_secret: '00000000-0000-0000-0000-000000000000' }, 'invalid_client'],
  ['no way back', { redirect_uri: undefined }, 'invalid_request'],
  ['a hint without a namespace', { login_hint: { identifier: '41798106894' } }, 'invalid_request'],
  ['an unknown scope', { scope: 'sign everything' }, 'invalid_scope'],
  ['an unknown credential', { claims: { ...claims, credentialID: 'OnDemand-Gold' } }, 'invalid_request'],
  ['SHA-1', { claims: { ...claims, hashAlgorithmOID: '1.3.14.3.2.26' } }, 'invalid_request'],
  [
    'a hash of another length',
    { claims: { ...claims, hashAlgorithmOID: '2.16.840.1.101.3.4.2.3' } },
    'invalid_request',
  ],
])('a request with %s is refused by name', async (_what, change, error) => {
  expect(await par({ ...pushed, ...change })).toEqual({
    status: 400,
    body: {
      error,
      error_description: expect.any(String),
      transaction_id: expect.stringMatching(/^\w{6}$/),
    },
  })
})

test('a call without the certificate of the enrolment is refused', async () => {
  const stranger = { isStranger: true }
  expect(await call(services, endpoints.pushed, pushed, stranger)).toMatchObject({
    status: 400,
    body: { error: 'invalid_client' },
  })
})

test.each([
  ['nobody identified', '+41798000001', [], 'RAX_no_evidence_for_user'],
  ['identified under another law', '+41798000002', ['EIDAS'], 'RAX_invalid_jurisdiction'],
  ['whose means of approval changed', '+41798000003', ['ZERTES'], 'RAX_invalid_consent_serial_number'],
] as const)(
  'a signer %s comes back with the cause, unless they are identified on the way',
  async (_who, mobile, jurisdictions, cause) => {
    services.subscribers.set({ email: `${cause}@example.test`, mobile, jurisdictions: [...jurisdictions] })
    if (cause.endsWith('serial_number')) services.subscribers.renewMeans(mobile)
    const request = { ...pushed, login_hint: { namespace: 'PWDOTP', identifier: mobile } }
    const answer = await fetch(pageOf(await push(request)), { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '').searchParams
    expect(Object.fromEntries(back)).toEqual({
      error: 'RAX_identification_required',
      error_cause: cause,
      error_description: expect.not.stringContaining('RAX_'),
    })
    const identified = await approve(services, pageOf(await push({ ...request, scope: 'sign ident' })))
    expect(identified.get('code')).not.toBeNull()
    const again = await approve(services, pageOf(await push(request)))
    expect(again.get('code')).not.toBeNull()
  },
)

test.each([
  ['identification_required', 'RAX_identification_required', 'RAX_no_evidence_for_user'],
  ['invalid_jurisdiction', 'RAX_identification_required', 'RAX_invalid_jurisdiction'],
  ['serial_number_mismatch', 'RAX_identification_required', 'RAX_invalid_consent_serial_number'],
  ['revoked_certificate', 'EXT_provider_flow_failed', 'MID_revoked_certificate'],
  ['invalid_signature', 'EXT_provider_flow_failed', 'MID_invalid_signature'],
  ['outstanding_transaction', 'EXT_provider_flow_failed', 'MID_outstanding_transaction'],
] as const)('the token call can refuse with %s in error_cause', async (kind, error, cause) => {
  services.faults.set({ party: 'mab', kind, times: 1 })
  expect(await token({ code: 'a code' })).toEqual({
    status: 400,
    body: {
      error,
      error_description: expect.not.stringMatching(/RAX_|MID_/),
      error_cause: cause,
      transaction_id: expect.stringMatching(/^\w{6}$/),
    },
  })
})

test('a seal is signed for by the client alone, with its scope and name', async () => {
  const seal = {
    grant_type: 'client_credentials',
    credentialID: 'static-saphir4.1-eu',
    seal_name: 'Muster AG',
  }
  expect(await token(seal)).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
  const ofPerson = { ...seal, scope: 'sign', credentialID: 'OnDemand-Advanced4' }
  expect(await token(ofPerson)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  expect(await token({ ...seal, scope: 'sign' })).toMatchObject({
    status: 200,
    body: { access_token: expect.any(String), scope: 'sign' },
  })
})
