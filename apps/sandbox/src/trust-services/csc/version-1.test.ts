import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from '../call.fixture.ts'
import { client } from '../client.ts'
import { at, textAt } from '../json.ts'
import { startTrustServices } from '../start.ts'
import type { RunningTrustServices } from '../start.ts'
import { SEAL_PIN, SEAL_TOTP_SECRET, totp } from './credentials.ts'
import {
  authorizeUrl,
  bearer,
  credentialToken,
  exchange,
  posted,
  serviceToken,
  signIn,
} from './csc.fixture.ts'

/* The examples and error tables of the specification, CSC API v1.0.4.0 §8.3 and §11. */
let services: RunningTrustServices
let token: string
beforeAll(async () => {
  services = await startTrustServices()
  token = await serviceToken(services, prefix, 'post')
})
afterAll(() => services.close())
beforeEach(() => services.faults.clear())

const prefix = '/first'
const base = `${prefix}/csc/v1`
const rsa = '1.2.840.113549.1.1.1'
const sha256 = '2.16.840.1.101.3.4.2.1'
const documented = 'sTOgwOm+474gFj0q0x1iSNspKqbcse4IeiqlDg/HWuI='
const credentialID = 'OnDemand-Qualified4:max@example.test'
const post = (path: string, body: object, authorization = bearer(token)) =>
  call(services, `${base}/${path}`, body, { headers: authorization })
const refused = (description: string, error = 'invalid_request') => ({
  status: 400,
  body: { error, error_description: description },
})
const urlOf = (hash: string) => hash.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

async function sadFor(hash = documented): Promise<string> {
  const query = { scope: 'credential', credentialID, numSignatures: '1', hash: urlOf(hash) }
  const answer = await credentialToken(services, authorizeUrl(services, prefix, query), prefix, 'post')
  return textAt(answer.body, 'access_token') ?? ''
}

test('the person signs in, and the service gives a token for their own credentials', async () => {
  const back = await signIn(
    authorizeUrl(services, prefix, { scope: 'service', lang: 'en-US' }),
    'max@example.test',
  )
  expect(back.get('state')).toBe('12345678')
  expect(await exchange(services, prefix, back.get('code'), 'post')).toEqual({
    status: 200,
    body: { access_token: expect.any(String), token_type: 'Bearer', expires_in: 1200 },
  })
  const pages = await post('credentials/list', { maxResults: 3 })
  expect(pages).toEqual({
    status: 200,
    body: { credentialIDs: [expect.any(String), expect.any(String), expect.any(String)], nextPageToken: '3' },
  })
  expect(
    at((await post('credentials/list', { maxResults: 3, pageToken: '3' })).body, 'credentialIDs'),
  ).toHaveLength(1)
  expect(await post('credentials/list', { userID: 'other@example.test' })).toEqual(
    refused('userID parameter MUST be null'),
  )
})

test('a user who gives up signing in comes back with the error', async () => {
  const page = await fetch(authorizeUrl(services, prefix, { scope: 'service' }))
  const body = new URLSearchParams({ choice: 'cancel' })
  const answer = await fetch(page.url, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '').searchParams
  expect(Object.fromEntries(back)).toEqual({ error: 'access_denied', state: '12345678' })
})

test('a credential is described as far as was asked', async () => {
  const asked = { credentialID, certificates: 'chain', certInfo: true, authInfo: true }
  const { body } = await post('credentials/info', asked)
  expect(body).toEqual({
    key: { status: 'enabled', algo: [rsa], len: 3072 },
    cert: {
      status: 'valid',
      certificates: [expect.stringMatching(/^MII/), expect.stringMatching(/^MII/)],
      issuerDN: expect.any(String),
      serialNumber: expect.stringMatching(/^[0-9A-F]+$/),
      subjectDN: expect.stringContaining('Max'),
      validFrom: expect.stringMatching(/^\d{14}Z$/),
      validTo: expect.stringMatching(/^\d{14}Z$/),
    },
    authMode: 'oauth2code',
    SCAL: '2',
    multisign: 50,
    lang: 'en',
  })
  expect(at((await post('credentials/info', { credentialID })).body, 'cert')).toEqual({
    status: 'valid',
    certificates: [expect.stringMatching(/^MII/)],
  })
})

test('the approval of a hash gives a SAD, which signs that hash', async () => {
  const document = Buffer.from('A contract of version 1')
  const hash = createHash('sha256').update(document).digest('base64')
  const query = { scope: 'credential', credentialID, numSignatures: '1', hash: urlOf(hash) }
  const answer = await credentialToken(services, authorizeUrl(services, prefix, query), prefix, 'post')
  expect(answer.body).toEqual({ access_token: expect.any(String), token_type: 'SAD', expires_in: 300 })
  const SAD = textAt(answer.body, 'access_token')
  const body = { credentialID, SAD, hash: [hash], hashAlgo: sha256, signAlgo: rsa, clientData: '12345678' }
  const signed = await post('signatures/signHash', body)
  const info = await post('credentials/info', { credentialID })
  const certificate = Buffer.from(String(at(info.body, 'cert', 'certificates', 0)), 'base64')
  const key = createPublicKey(
    new X509Certificate(certificate).publicKey.export({ format: 'pem', type: 'spki' }),
  )
  const value = Buffer.from(String(at(signed.body, 'signatures', 0)), 'base64')
  expect(verify('sha256', document, key, value)).toBe(true)
  expect(await post('signatures/signHash', body)).toEqual(refused('Invalid parameter SAD'))
})

test.each([
  ['no credential', { credentialID: undefined }, 'Missing (or invalid type) string parameter credentialID'],
  ['an unknown credential', { credentialID: 'GX0112348' }, 'Invalid parameter credentialID'],
  ['no SAD', { SAD: undefined }, 'Missing (or invalid type) string parameter SAD'],
  ['an unknown SAD', { SAD: '_TiHRG-bAH3XlFQZ3ndFhkXf9P24/CKN69L8gdSYp5_pw' }, 'Invalid parameter SAD'],
  ['no hash', { hash: undefined }, 'Missing (or invalid type) array parameter hash'],
  [
    'the name of version 2',
    { hash: undefined, hashes: [documented] },
    'Missing (or invalid type) array parameter hash',
  ],
  ['an empty list', { hash: [] }, 'Empty hash array'],
  ['something else than base64', { hash: ['#'] }, 'Invalid Base64 hash string parameter'],
  [
    // The specification's own second example of a hash: it is no SHA-256.
    'a hash of another length',
    { hash: ['c1RPZ3dPbSs0NzRnRmowcTB4MWlTTnNwS3FiY3NlNEllaXFsRGcvSFd1ST0='] },
    'Invalid digest value length',
  ],
  [
    'another hash',
    { hash: [createHash('sha256').update('another').digest('base64')] },
    'Hash is not authorized by the SAD',
  ],
  [
    'more hashes than were authorised',
    { hash: [documented, documented] },
    'Numbers of signatures is too high',
  ],
  ['no algorithm', { signAlgo: undefined }, 'Missing (or invalid type) string parameter signAlgo'],
  ['an algorithm that the key lacks', { signAlgo: '1.2.840.10045.4.3.2' }, 'Invalid parameter signAlgo'],
  [
    'RSA without a hash algorithm',
    { hashAlgo: undefined },
    'Missing (or invalid type) string parameter hashAlgo',
  ],
  ['SHA-1', { hashAlgo: '1.3.14.3.2.26' }, 'Invalid parameter hashAlgo'],
])('signHash with %s is refused in the words of the specification', async (_what, change, description) => {
  const body = { credentialID, SAD: await sadFor(), hash: [documented], hashAlgo: sha256, signAlgo: rsa }
  expect(await post('signatures/signHash', { ...body, ...change })).toEqual(refused(description))
})

const grant = (change: Record<string, string>, without: string[] = []) => {
  const form = new URLSearchParams({
    ...posted,
    grant_type: 'client_credentials',
    scope: 'service',
    ...change,
  })
  for (const name of without) form.delete(name)
  return call(services, `${prefix}/oauth2/token`, form)
}

test.each([
  ['no client', {}, ['client_id'], 'Missing parameter client_id', 'invalid_request'],
  ['another client', { client_id: 'nobody' }, [], 'Invalid parameter client_id', 'invalid_request'],
  ['another secret', { client_secret: 'wrong' }, [], 'Invalid parameter client_secret', 'invalid_request'],
  ['no grant', {}, ['grant_type'], 'Missing parameter grant_type', 'invalid_request'],
  ['another grant', { grant_type: 'password' }, [], 'Invalid parameter grant_type', 'invalid_request'],
  ['no code', { grant_type: 'authorization_code' }, [], 'Missing parameter code', 'invalid_request'],
  [
    'a spent code',
    { grant_type: 'authorization_code', code: 'FhkXf9P269L8g' },
    [],
    'Authorization code is invalid or expired',
    'invalid_grant',
  ],
])(
  'the token call with %s is refused in the words of the specification',
  async (_what, change, without, description, error) => {
    expect(await grant(change, without)).toEqual(refused(description, error))
  },
)

test('the token call without a secret is told to show one', async () => {
  expect(await grant({}, ['client_secret'])).toEqual({
    status: 401,
    body: { error: 'invalid_request', error_description: 'Client authorization required' },
  })
})

test('a malformed header, and a token that nobody gave out, are told apart', async () => {
  const malformed = await post('credentials/list', {}, { authorization: 'Token abc' })
  expect(malformed).toEqual(refused('Malformed authorization header'))
  expect(await post('credentials/list', {}, bearer('4/CKN69L8gdSYp5_pwH3XlFQZ3ndFhkXf9P2_TiHRG-bA'))).toEqual(
    {
      status: 401,
      body: { error: 'invalid_token' },
    },
  )
})

const seal = 'static-saphir4-ch:Muster AG'
async function community(): Promise<{ authorization: string }> {
  return bearer(textAt((await grant({})).body, 'access_token') ?? '')
}
const authorize = async (body: object) =>
  post('credentials/authorize', { numSignatures: 1, hash: [documented], ...body }, await community())

test('a key that signs one hash at a time says so, and is authorised for one alone', async () => {
  const one = { credentialID: 'static-saphir4-ch:Muster one-by-one', PIN: SEAL_PIN }
  expect((await post('credentials/info', one)).body).toMatchObject({ multisign: 1 })
  const two = { ...one, numSignatures: 2, hash: [documented, documented] }
  expect(await authorize(two)).toEqual(refused('Numbers of signatures is too high'))
  expect((await authorize(one)).status).toBe(200)
})

test('a seal opens with its PIN, and with the one-time password where it has one', async () => {
  expect(await authorize({ credentialID: seal, PIN: SEAL_PIN, clientData: '12345678' })).toEqual({
    status: 200,
    body: { SAD: expect.any(String), expiresIn: 300 },
  })
  const second = { credentialID: `${seal}:totp`, PIN: SEAL_PIN }
  expect(await authorize({ ...second, OTP: '738496' })).toEqual(refused('The OTP is invalid', 'invalid_otp'))
  expect((await authorize({ ...second, OTP: totp(SEAL_TOTP_SECRET, Date.now()) })).status).toBe(200)
})

test('a code that is sent opens a seal once', async () => {
  const headers = await community()
  const credential = { credentialID: `${seal}:sent` }
  expect((await post('credentials/sendOTP', { ...credential, clientData: '12345678' }, headers)).status).toBe(
    204,
  )
  const OTP = services.messages.list({})[0]?.text.slice(0, 6) ?? ''
  expect((await authorize({ ...credential, PIN: SEAL_PIN, OTP })).status).toBe(200)
  expect(await authorize({ ...credential, PIN: SEAL_PIN, OTP })).toEqual(
    refused('The OTP is invalid', 'invalid_otp'),
  )
})

test('what a seal asks for is described', async () => {
  const asked = { credentialID: `${seal}:totp`, authInfo: true }
  expect((await post('credentials/info', asked, await community())).body).toMatchObject({
    authMode: 'explicit',
    PIN: { presence: 'true', format: 'N', label: 'PIN', description: 'Please enter the signature PIN' },
    OTP: { presence: 'true', type: 'offline', ID: expect.any(String), provider: 'totp', format: 'N' },
  })
})

test.each([
  ['another PIN', { PIN: '12345678' }, 'The PIN is invalid', 'invalid_pin'],
  ['no number', { numSignatures: undefined }, 'Missing (or invalid type) integer parameter numSignatures'],
  ['too small a number', { numSignatures: 0 }, 'Invalid value for parameter numSignatures'],
  ['too great a number', { numSignatures: 51 }, 'Numbers of signatures is too high'],
  ['an unknown credential', { credentialID: 'GX0112348' }, 'Invalid parameter credentialID'],
])(
  'an authorisation with %s is refused in the words of the specification',
  async (_what, change, description, error = 'invalid_request') => {
    expect(await authorize({ credentialID: seal, PIN: SEAL_PIN, ...change })).toEqual(
      refused(description, error),
    )
  },
)

test('a customer names whose credentials it asks for, where nobody signed in', async () => {
  const headers = await community()
  expect(await post('credentials/list', {}, headers)).toEqual(refused('Invalid parameter userID'))
  const { body } = await post('credentials/list', { userID: 'max@example.test' }, headers)
  expect(at(body, 'credentialIDs')).toContain(credentialID)
})

test('a request that is wrong comes back to the customer with the error', async () => {
  const address = authorizeUrl(services, prefix, {
    scope: 'credential',
    client_id: client.id,
    numSignatures: '1',
  })
  const answer = await fetch(address, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  expect(Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams)).toEqual({
    error: 'invalid_request',
    error_description: 'Missing (or invalid type) string parameter credentialID',
    state: '12345678',
  })
})
