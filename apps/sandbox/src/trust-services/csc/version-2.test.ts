import { createHash, verify, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from '../call.fixture.ts'
import { client } from '../client.ts'
import { at, textAt } from '../json.ts'
import { startTrustServices } from '../start.ts'
import type { RunningTrustServices } from '../start.ts'
import { SEAL_PIN } from './credentials.ts'
import {
  authorizeUrl,
  basic,
  bearer,
  challenge,
  credentialToken,
  exchange,
  posted,
  redirectUri,
  serviceToken,
  signIn,
  verifier,
} from './csc.fixture.ts'

/* The examples and error tables of the specification, CSC API v2.0.0.2 §8.4 and §11. */
let services: RunningTrustServices
beforeAll(async () => (services = await startTrustServices()))
afterAll(() => services.close())
beforeEach(() => services.faults.clear())

const ecdsa = '1.2.840.10045.4.3.2'
const sha256 = '2.16.840.1.101.3.4.2.1'
const documented = 'sTOgwOm+474gFj0q0x1iSNspKqbcse4IeiqlDg/HWuI='
const credentialID = 'OnDemand-Qualified4.1-EU:max@example.test'
const urlOf = (hash: string) => hash.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const refused = (description: string, error = 'invalid_request') => ({
  status: 400,
  body: { error, error_description: description },
})
const credentialQuery = (hash: string) => ({
  scope: 'credential',
  credentialID,
  numSignatures: '1',
  hashes: urlOf(hash),
  hashAlgorithmOID: sha256,
  ...challenge,
})

async function keyOf(prefix: string, headers: Record<string, string>, id = credentialID) {
  const { body } = await call(
    services,
    `${prefix}/csc/v2/credentials/info`,
    { credentialID: id },
    { headers },
  )
  const der = Buffer.from(String(at(body, 'cert', 'certificates', 0)), 'base64')
  return new X509Certificate(der).publicKey
}

test('a plain request per person: sign in, list without a name, approve, sign by ECDSA with the token in the header', async () => {
  const headers = bearer(await serviceToken(services, '/plain', 'basic'))
  const list = { credentialInfo: true, certificates: 'chain', certInfo: true, authInfo: true }
  const { body } = await call(services, '/plain/csc/v2/credentials/list', list, { headers })
  expect(at(body, 'credentialIDs')).toContain(credentialID)
  expect(at(body, 'credentialInfos', 3)).toEqual({
    credentialID,
    key: { status: 'enabled', algo: [ecdsa], len: 256, curve: '1.2.840.10045.3.1.7' },
    cert: {
      status: 'valid',
      certificates: [expect.stringMatching(/^MII/), expect.stringMatching(/^MII/)],
      issuerDN: expect.any(String),
      serialNumber: expect.any(String),
      subjectDN: expect.stringContaining('Max'),
      validFrom: expect.stringMatching(/^\d{14}Z$/),
      validTo: expect.stringMatching(/^\d{14}Z$/),
    },
    auth: { mode: 'oauth2code' },
    SCAL: '2',
    multisign: 50,
    lang: 'en',
  })

  const document = Buffer.from('A contract of version 2')
  const hash = createHash('sha256').update(document).digest('base64')
  const address = authorizeUrl(services, '/plain', credentialQuery(hash))
  const token = await credentialToken(services, address, '/plain', 'basic')
  expect(token.body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 300 })
  const order = { credentialID, hashes: [hash], hashAlgorithmOID: sha256, signAlgo: ecdsa }
  const approved = { headers: bearer(textAt(token.body, 'access_token') ?? '') }
  const signed = await call(services, '/plain/csc/v2/signatures/signHash', order, approved)
  const value = Buffer.from(String(at(signed.body, 'signatures', 0)), 'base64')
  expect(verify('sha256', document, await keyOf('/plain', headers), value)).toBe(true)
  expect((await call(services, '/plain/csc/v2/signatures/signHash', order, approved)).status).toBe(401)
})

const push = (prefix: string, query: Record<string, string>, by: 'basic' | 'post' = 'basic') => {
  const own = { response_type: 'code', client_id: client.id, redirect_uri: redirectUri, state: '12345678' }
  const form = new URLSearchParams({ ...own, ...query, ...(by === 'post' ? posted : {}) })
  return call(services, `${prefix}/oauth2/pushed_authorize`, form, by === 'basic' ? { headers: basic } : {})
}
const pageOf = (prefix: string, requestUri: string | undefined) => {
  const query = new URLSearchParams({ client_id: client.id, request_uri: requestUri ?? '' })
  return `${services.pagesUrl}${prefix}/oauth2/authorize?${query.toString()}`
}

test('requests are pushed for the service and for the credential, and opened once', async () => {
  const service = await push('/pushed', { scope: 'service', lang: 'en-US', ...challenge })
  expect(service).toEqual({ status: 201, body: { request_uri: expect.any(String), expires_in: 90 } })
  const page = pageOf('/pushed', textAt(service.body, 'request_uri'))
  const back = await signIn(page, 'max@example.test')
  expect(back.get('state')).toBe('12345678')
  const more = { code_verifier: verifier }
  expect((await exchange(services, '/pushed', back.get('code'), 'basic', more)).status).toBe(200)
  expect((await fetch(page)).status).toBe(400)

  const { body } = await push('/pushed', credentialQuery(documented))
  const address = pageOf('/pushed', textAt(body, 'request_uri'))
  const token = await credentialToken(services, address, '/pushed', 'basic')
  expect(token.body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 300 })
})

const details = [
  {
    type: 'credential',
    credentialID,
    signatureQualifier: 'eu_eidas_qes',
    documentDigests: [
      { hash: documented, label: 'Example Contract' },
      { hash: 'HZQzZmMAIWekfGH0/ZKW1nsdt0xg3H6bZYztgsMTLw0=', label: 'Example Terms of Service' },
    ],
    hashAlgorithmOID: sha256,
  },
]
const rich = { authorization_details: JSON.stringify(details), ...challenge }

test('the documented authorization_details are pushed, approved and come back with the token', async () => {
  const { body } = await push('', rich, 'post')
  const address = pageOf('', textAt(body, 'request_uri'))
  const { authorization_details } = rich
  const token = await credentialToken(services, address, '', 'post', { authorization_details })
  expect(token).toEqual({
    status: 200,
    body: {
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 300,
      authorization_details: details,
    },
  })
})

test.each([
  [
    'more hashes than the credential signs at once',
    { credentialID: 'OnDemand-Qualified4.1-EU:max@one-by-one.test' },
  ],
  ['a qualifier that the credential is not of', { signatureQualifier: 'eu_eidas_aes' }],
])('authorization_details with %s are refused', async (_what, change) => {
  const changed = details.map((one) => ({ ...one, ...change }))
  const query = { ...rich, authorization_details: JSON.stringify(changed) }
  expect(await push('', query, 'post')).toMatchObject({
    status: 400,
    body: { error: 'invalid_authorization_details' },
  })
})

test('the token call repeats the authorization_details of the request', async () => {
  const address = authorizeUrl(services, '', rich)
  expect(await credentialToken(services, address, '', 'post')).toEqual(
    refused('Missing parameter authorization_details'),
  )
})

test.each(['/pushed', '/plain'])(
  '%s does not take authorization_details, which it does not announce',
  async (prefix) => {
    const answer = await fetch(authorizeUrl(services, prefix, rich), { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '').searchParams
    expect(back.get('error_description')).toBe('Invalid parameter authorization_details')
  },
)

test('requests are not pushed where that is not announced', async () => {
  expect((await push('/plain', { scope: 'service', ...challenge })).status).toBe(404)
})

test.each([
  ['no challenge', { scope: 'service' }, 'Missing parameter code_challenge'],
  ['another scope', { scope: 'everything', ...challenge }, undefined],
  [
    'no hash',
    { ...credentialQuery(documented), hashes: '' },
    'Missing (or invalid type) array parameter hashes',
  ],
  [
    'no algorithm',
    { ...credentialQuery(documented), hashAlgorithmOID: '' },
    'Invalid parameter hashAlgorithmOID',
  ],
  [
    'fewer hashes than signatures',
    { ...credentialQuery(documented), numSignatures: '2' },
    'Missing (or invalid type) array parameter hashes',
  ],
  ['a hash of another length', credentialQuery('AAAA'), 'Invalid digest value length'],
  [
    'more hashes than the credential signs at once',
    {
      ...credentialQuery(documented),
      credentialID: 'OnDemand-Qualified4.1-EU:max@one-by-one.test',
      numSignatures: '2',
      hashes: [documented, documented].map(urlOf).join(),
    },
    'Numbers of signatures is too high',
  ],
])('a request with %s is refused', async (_what, query: Record<string, string>, description) => {
  const body = description
    ? { error: 'invalid_request', error_description: description }
    : { error: 'invalid_scope' }
  expect(await push('/pushed', query)).toEqual({ status: 400, body })
})

test('a code is bound to its challenge and to its way back', async () => {
  const code = async () =>
    (
      await signIn(authorizeUrl(services, '/plain', { scope: 'service', ...challenge }), 'max@example.test')
    ).get('code')
  const by = (more: Record<string, string>) => async () =>
    exchange(services, '/plain', await code(), 'basic', { code_verifier: verifier, ...more })
  expect(await by({ code_verifier: 'another' })()).toEqual(
    refused('Invalid parameter code_verifier', 'invalid_grant'),
  )
  expect(await by({ redirect_uri: 'https://app.example/other' })()).toEqual(
    refused('redirect_uri parameter does not match', 'invalid_grant'),
  )
  expect((await by({})()).status).toBe(200)
})

test('a service that takes the secret in the header takes it nowhere else, and never twice', async () => {
  const form = new URLSearchParams({ ...posted, grant_type: 'authorization_code', code: 'FhkXf9P269L8g' })
  const required = {
    status: 401,
    body: { error: 'invalid_request', error_description: 'Client authorization required' },
  }
  expect(await call(services, '/plain/oauth2/token', form)).toEqual(required)
  expect(await call(services, '/oauth2/token', form, { headers: basic })).toEqual(required)
})

test.each(['post', 'basic'] as const)(
  'the customer of a community shows its secret by %s and names the person',
  async (by) => {
    const own = { grant_type: 'client_credentials', scope: 'service' }
    const form = new URLSearchParams(by === 'post' ? { ...posted, ...own } : { client_id: client.id, ...own })
    const granted = await call(services, '/oauth2/token', form, by === 'basic' ? { headers: basic } : {})
    const headers = bearer(textAt(granted.body, 'access_token') ?? '')
    const { body } = await call(
      services,
      '/csc/v2/credentials/list',
      { userID: 'max@example.test' },
      { headers },
    )
    expect(at(body, 'credentialIDs')).toContain(credentialID)
  },
)

test.each([
  ['sha256', sha256, '1.2.840.113549.1.1.11'],
  ['sha384', '2.16.840.1.101.3.4.2.2', '1.2.840.113549.1.1.12'],
  ['sha512', '2.16.840.1.101.3.4.2.3', '1.2.840.113549.1.1.13'],
] as const)(
  'a seal signs a hash by %s with its PIN, and no other seal with what that opened',
  async (name, oid, signAlgo) => {
    const grant = new URLSearchParams({ ...posted, grant_type: 'client_credentials' })
    const granted = await call(services, '/oauth2/token', grant)
    const headers = bearer(textAt(granted.body, 'access_token') ?? '')
    const id = 'static-saphir4.1-eu:Muster AG'
    const document = Buffer.from(`Sealed over ${name}`)
    const hashes = [createHash(name).update(document).digest('base64')]
    const order = { credentialID: id, numSignatures: 1, hashes, hashAlgorithmOID: oid }
    const open = (pin: string) =>
      call(
        services,
        '/csc/v2/credentials/authorize',
        { ...order, authData: [{ id: 'PIN', value: pin }] },
        { headers },
      )
    expect(await open('123456')).toEqual(
      refused('The authentication data is invalid', 'invalid_authentication_data'),
    )
    const elsewhere = { ...order, credentialID: 'static-saphir4.1-eu:Other AG', signAlgo }
    const ofOther = { ...elsewhere, SAD: textAt((await open(SEAL_PIN)).body, 'SAD') }
    expect(await call(services, '/csc/v2/signatures/signHash', ofOther, { headers })).toEqual(
      refused('Invalid parameter SAD'),
    )
    const SAD = textAt((await open(SEAL_PIN)).body, 'SAD')
    const signed = await call(
      services,
      '/csc/v2/signatures/signHash',
      { ...order, SAD, signAlgo },
      { headers },
    )
    const value = Buffer.from(String(at(signed.body, 'signatures', 0)), 'base64')
    expect(verify(name, document, await keyOf('', headers, id), value)).toBe(true)
  },
)

test('the credential of a person is not opened by a PIN', async () => {
  const grant = new URLSearchParams({ ...posted, grant_type: 'client_credentials' })
  const headers = bearer(textAt((await call(services, '/oauth2/token', grant)).body, 'access_token') ?? '')
  const order = { credentialID, numSignatures: 1, hashes: [documented], hashAlgorithmOID: sha256 }
  const authData = [{ id: 'PIN', value: SEAL_PIN }]
  expect(await call(services, '/csc/v2/credentials/authorize', { ...order, authData }, { headers })).toEqual(
    refused('Invalid parameter credentialID'),
  )
})
