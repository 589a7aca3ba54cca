import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from './call.fixture.ts'
import { client } from './client.ts'
import { textAt } from './json.ts'
import { startTrustServices } from './start.ts'
import type { RunningTrustServices } from './start.ts'

let services: RunningTrustServices
beforeAll(async () => (services = await startTrustServices()))
afterAll(() => services.close())

const credentials = { client_id: client.id, client_secret: client.secret }
const hash = () => createHash('sha256').update(randomBytes(8)).digest('base64')
const redirectUri = 'https://app.example/redirect'

/** Goes there as a browser, approves, and gives the query of the way back. */
async function approve(address: string): Promise<URLSearchParams> {
  const page = await fetch(address)
  const code = services.messages.list({})[0]?.text.slice(0, 6) ?? ''
  const body = new URLSearchParams({ choice: 'approve', code, password: 'a password' })
  const answer = await fetch(page.url, { method: 'POST', body, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '').searchParams
}

const protocol = '/auth/realms/broker/protocol/openid-connect'
const digest = hash()
const pushed = {
  ...credentials,
  redirect_uri: redirectUri,
  state: 'a state',
  client_session_id: 'a session',
  scope: 'sign ident',
  login_hint: { namespace: 'PWDOTP', identifier: '+41791234567', email: 'max@example.test' },
  ident_methods: [{ type: 'sumsub-video' }],
  claims: {
    credentialID: 'OnDemand-Qualified4.1-EU',
    hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
    documentDigests: [{ hash: digest, label: 'Contract 1' }],
  },
}

async function aMabToken(): Promise<unknown> {
  const par = await call(services, `/api${protocol}/ext/par/request`, pushed)
  expect(par).toEqual({ status: 201, body: { request_uri: expect.any(String), expires_in: 3600 } })
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: redirectUri,
    request_uri: textAt(par.body, 'request_uri') ?? '',
    state: 'a state',
    nonce: 'a nonce',
    response_type: 'code',
  })
  const back = await approve(`${services.pagesUrl}${protocol}/auth?${query.toString()}`)
  expect(back.get('state')).toBe('a state')
  const grant = { ...credentials, grant_type: 'authorization_code', code: back.get('code') ?? '' }
  const { status, body } = await call(services, `/api${protocol}/token`, new URLSearchParams(grant))
  expect(status).toBe(200)
  return body
}

test('another program signs at MAB by the documented forms, with the hashes of the request alone', async () => {
  const token = await aMabToken()
  const sad = textAt(token, 'access_token') ?? ''
  expect(token).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    expires_in: '300',
    token_type: 'Bearer',
    session_state: expect.any(String),
    scope: 'sign',
    consent_serial_number: expect.stringMatching(/^SAS01/),
  })
  const claims: unknown = JSON.parse(Buffer.from(sad.split('.')[1] ?? '', 'base64url').toString())
  const body = {
    SAD: sad,
    credentialID: 'OnDemand-Qualified4.1-EU',
    signatureFormat: 'P',
    conformanceLevel: 'AdES-B-LT',
    documentDigests: { hashAlgorithmOID: '2.16.840.1.101.3.4.2.1', hashes: [digest] },
    client_id: client.id,
  }
  const other = { ...body, documentDigests: { ...body.documentDigests, hashes: [hash()] } }
  const path = textAt(claims, 'aud') ?? ''
  const second = textAt(await aMabToken(), 'access_token')
  expect(await call(services, path, { ...other, SAD: second })).toMatchObject({
    status: 400,
    body: { error: 'invalid_token', transaction_id: expect.stringMatching(/^\w{6}$/) },
  })
  expect(await call(services, path, body)).toEqual({
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
  expect((await call(services, path, body)).body).toMatchObject({ error: 'invalid_token' })
})

test('MAB asks for a certificate of an enrolment and for the secret', async () => {
  const path = `/api${protocol}/ext/par/request`
  const refused = { status: 401, body: { error: 'invalid_client' } }
  expect(await call(services, path, pushed, { isStranger: true })).toMatchObject(refused)
  expect(await call(services, path, { ...pushed, client_secret: 'another' })).toMatchObject(refused)
})

test('MAB names the cause of a refusal in error_cause, next to the error and its description', async () => {
  services.faults.set({ party: 'mab', kind: 'serial_number_mismatch', times: 1 })
  const grant = new URLSearchParams({ ...credentials, grant_type: 'authorization_code', code: 'a code' })
  expect(await call(services, `/api${protocol}/token`, grant)).toEqual({
    status: 400,
    body: {
      error: 'RAX_identification_required',
      error_description: expect.not.stringContaining('RAX_'),
      error_cause: 'RAX_invalid_consent_serial_number',
      transaction_id: expect.stringMatching(/^\w{6}$/),
    },
  })
})

test('another program signs at CSC by the documented forms', async () => {
  const grant = new URLSearchParams({ ...credentials, grant_type: 'client_credentials', scope: 'service' })
  const service = await call(services, '/oauth2/token', grant)
  const headers = { authorization: `Bearer ${textAt(service.body, 'access_token')}` }
  expect((await call(services, '/csc/v2/credentials/list', { userID: 'max@example.test' })).status).toBe(401)
  const list = await call(services, '/csc/v2/credentials/list', { userID: 'max@example.test' }, { headers })
  const credentialID = 'OnDemand-Qualified4.1-EU:max@example.test'
  expect(list.body).toMatchObject({ credentialIDs: expect.arrayContaining([credentialID]) })
  const info = await call(
    services,
    '/csc/v2/credentials/info',
    { credentialID, certificates: 'chain' },
    { headers },
  )
  expect(info.body).toMatchObject({
    key: { status: 'enabled', algo: ['1.2.840.113549.1.1.11'], len: 3072 },
    cert: { status: 'valid', certificates: [expect.stringMatching(/^MII/), expect.stringMatching(/^MII/)] },
    auth: { mode: 'oauth2code' },
    SCAL: '2',
  })

  const [verifier, hashAlgorithmOID] = ['a verifier of this way there', '2.16.840.1.101.3.4.2.1']
  const details = {
    type: 'credential',
    credentialID,
    signatureQualifier: 'eu_eidas_qes',
    documentDigests: [{ hash: digest, label: 'Contract 1' }],
    hashAlgorithmOID,
  }
  const par = await call(
    services,
    '/oauth2/pushed_authorize',
    new URLSearchParams({
      ...credentials,
      response_type: 'code',
      redirect_uri: redirectUri,
      state: 'a state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      authorization_details: JSON.stringify([details]),
    }),
  )
  expect(par).toEqual({ status: 201, body: { request_uri: expect.any(String), expires_in: 90 } })
  const query = new URLSearchParams({
    client_id: client.id,
    request_uri: textAt(par.body, 'request_uri') ?? '',
  })
  const back = await approve(`${services.pagesUrl}/oauth2/authorize?${query.toString()}`)
  const code = { ...credentials, grant_type: 'authorization_code', code: back.get('code') ?? '' }
  const form = new URLSearchParams({ ...code, redirect_uri: redirectUri, code_verifier: verifier })
  const token = await call(services, '/oauth2/token', form)
  const SAD = textAt(token.body, 'access_token')
  const body = { credentialID, SAD, hashes: [digest], hashAlgorithmOID, signAlgo: '1.2.840.113549.1.1.11' }
  const signed = await call(services, '/csc/v2/signatures/signHash', body, { headers })
  expect(signed).toEqual({
    status: 200,
    body: { signatures: [expect.stringMatching(/^[A-Za-z0-9+/]{512}$/)] },
  })
})
