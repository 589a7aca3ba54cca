import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from '../call.fixture.ts'
import { client, jwtSecret } from '../client.ts'
import { textAt } from '../json.ts'
import { startTrustServices } from '../start.ts'
import type { RunningTrustServices } from '../start.ts'
import { endpoints } from './endpoints.ts'

let services: RunningTrustServices
beforeAll(async () => (services = await startTrustServices()))
afterAll(() => services.close())
beforeEach(() => services.faults.clear())

const credentials = { client_id: client.id, client_secret: client.secret }
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** As the reference client makes its tokens: HS256 with the shared secret. */
function tokenOf(claims: object, secret = jwtSecret): string {
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** The claims that the description's example token carries. */
const claims = {
  credentialID: 'OnDemand-Advanced4',
  documentDigests: [
    { hash: 'sTOgwOm+474gFj0q0x1iSNspKqbcse4IeiqlDg/HWuI=', label: 'Leasing agreement Contract' },
  ],
  hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
}
const hintOf = (identifier: string) => ({ identifier, namespace: 'msisdn' })
const start = (change: Record<string, string> = {}, identifier = '41791234567') => {
  const own = { scope: 'sign', login_hint_token: tokenOf(hintOf(identifier)), claims_token: tokenOf(claims) }
  return call(services, endpoints.backChannel, new URLSearchParams({ ...credentials, ...own, ...change }))
}
const poll = (id: string, change: Record<string, string> = {}) => {
  const own = { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id: id }
  return call(
    services,
    endpoints.backChannelToken,
    new URLSearchParams({ ...credentials, ...own, ...change }),
  )
}
const refused = (error: string, cause?: string) => ({
  error,
  error_description: expect.any(String),
  ...(cause ? { error_cause: cause } : {}),
  transaction_id: expect.stringMatching(/^\w{6}$/),
})

async function choose(page: string, choice: 'approve' | 'cancel'): Promise<void> {
  const code = services.messages.list({})[0]?.text.slice(0, 6) ?? ''
  await fetch(page, { method: 'POST', body: new URLSearchParams({ choice, code }) })
}

test('the person approves on the phone while the customer asks, and the SAD signs', async () => {
  const { status, body } = await start()
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      auth_req_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      expires_in: 480,
      interval: 5,
      mobile_uri: expect.any(String),
      session_id: expect.any(String),
      qr_code: expect.stringMatching(/^data:image\/png;base64,/),
      transaction_id: expect.stringMatching(/^\w{6}$/),
    },
  })
  const id = textAt(body, 'auth_req_id') ?? ''
  expect(await poll(id)).toEqual({
    status: 400,
    body: { auth_req_id: id, ...refused('authorization_pending') },
  })
  await choose(textAt(body, 'mobile_uri') ?? '', 'approve')
  const ready = await poll(id)
  expect(ready).toEqual({
    status: 200,
    body: { access_token: expect.any(String), id_token: expect.any(String) },
  })
  const sad = textAt(ready.body, 'access_token') ?? ''
  const signed = await call(services, endpoints.signing, {
    SAD: sad,
    credentialID: claims.credentialID,
    signatureFormat: 'P',
    documentDigests: {
      hashAlgorithmOID: claims.hashAlgorithmOID,
      hashes: claims.documentDigests.map(({ hash }) => hash),
    },
  })
  expect(signed.body).toMatchObject({ SignatureObject: [expect.stringMatching(/^MII/)] })
  expect((await poll(id)).body).toMatchObject({ error: 'expired_token' })
})

test('the id token says who signed, for whom and in which request', async () => {
  const { body } = await start()
  const id = textAt(body, 'auth_req_id') ?? ''
  await choose(textAt(body, 'mobile_uri') ?? '', 'approve')
  const [, part = ''] = (textAt((await poll(id)).body, 'id_token') ?? '').split('.')
  expect(JSON.parse(Buffer.from(part, 'base64url').toString())).toEqual({
    iss: expect.stringMatching(/\/auth\/realms\/broker$/),
    aud: client.id,
    sub: expect.any(String),
    iat: expect.any(Number),
    exp: expect.any(Number),
    device_id: expect.any(String),
    transaction_id: expect.any(String),
    auth_req_id: id,
    namespace: 'msisdn',
  })
})

test('a person who declines is denied', async () => {
  const { body } = await start()
  const id = textAt(body, 'auth_req_id') ?? ''
  await choose(textAt(body, 'mobile_uri') ?? '', 'cancel')
  expect(await poll(id)).toEqual({ status: 400, body: { auth_req_id: id, ...refused('access_denied') } })
})

test('a user who has to be identified first is refused at once, with the cause', async () => {
  services.subscribers.set({ email: 'new@example.test', mobile: '+41791239999', jurisdictions: [] })
  expect(await start({}, '41791239999')).toEqual({
    status: 400,
    body: refused('RAX_identification_required', 'RAX_no_evidence_for_user'),
  })
})

test.each([
  [
    'a token signed by another secret',
    { login_hint_token: tokenOf(hintOf('41791234567'), 'another') },
    'invalid_request',
  ],
  ['no documents', { claims_token: '' }, 'invalid_request'],
  ['a callback', { token_delivery_mode: 'push' }, 'invalid_request'],
  ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
  ['another client', { client_secret: '00000000-0000-0000-0000-000000000000' }, 'invalid_client'],
])('a request with %s is refused', async (_what, change, error) => {
  expect(await start(change)).toEqual({ status: 400, body: refused(error) })
})

test('a poll of another kind of grant is refused', async () => {
  const { body } = await start()
  const id = textAt(body, 'auth_req_id') ?? ''
  expect(await poll(id, { grant_type: 'authorization_code' })).toMatchObject({
    status: 400,
    body: { auth_req_id: id, error: 'unsupported_grant_type' },
  })
})
