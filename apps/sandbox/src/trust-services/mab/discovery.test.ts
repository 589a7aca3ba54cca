import { createPublicKey, verify } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../call.fixture.ts'
import { client } from '../client.ts'
import { at, textAt } from '../json.ts'
import { startTrustServices } from '../start.ts'
import type { RunningTrustServices } from '../start.ts'
import { endpoints } from './endpoints.ts'

let services: RunningTrustServices
beforeAll(async () => (services = await startTrustServices()))
afterAll(() => services.close())

const credentials = { client_id: client.id, client_secret: client.secret }
const get = (path: string) => call(services, path, {}, { method: 'GET' })

/** What the API description requires of the configuration, and of its part for mutual TLS. */
const required =
  `issuer authorization_endpoint csc_v1_authorization_endpoint token_endpoint introspection_endpoint
  userinfo_endpoint end_session_endpoint jwks_uri grant_types_supported response_types_supported
  subject_types_supported id_token_signing_alg_values_supported id_token_encryption_alg_values_supported
  id_token_encryption_enc_values_supported userinfo_signing_alg_values_supported
  request_object_signing_alg_values_supported request_object_encryption_alg_values_supported
  request_object_encryption_enc_values_supported response_modes_supported registration_endpoint
  token_endpoint_auth_methods_supported token_endpoint_auth_signing_alg_values_supported
  introspection_endpoint_auth_methods_supported introspection_endpoint_auth_signing_alg_values_supported
  authorization_signing_alg_values_supported authorization_encryption_alg_values_supported
  authorization_encryption_enc_values_supported claims_supported claim_types_supported claims_parameter_supported
  scopes_supported request_parameter_supported request_uri_parameter_supported require_request_uri_registration
  code_challenge_methods_supported tls_client_certificate_bound_access_tokens revocation_endpoint
  revocation_endpoint_auth_methods_supported revocation_endpoint_auth_signing_alg_values_supported
  backchannel_logout_supported backchannel_logout_session_supported device_authorization_endpoint
  backchannel_token_delivery_modes_supported backchannel_authentication_endpoint
  backchannel_authentication_request_signing_alg_values_supported require_pushed_authorization_requests
  pushed_authorization_request_endpoint mtls_endpoint_aliases terms_and_conditions_endpoint`.split(/\s+/)
const aliases = `token_endpoint revocation_endpoint introspection_endpoint device_authorization_endpoint
  registration_endpoint userinfo_endpoint pushed_authorization_request_endpoint backchannel_authentication_endpoint
  webfinger_endpoint`.split(/\s+/)

test('anyone reads the configuration, on both hosts, with every required member', async () => {
  const open = await (await fetch(`${services.pagesUrl}${endpoints.discovery}`)).json()
  const { body } = await call(services, endpoints.discovery, {}, { method: 'GET', isStranger: true })
  expect(body).toEqual(open)
  expect(Object.keys(open as object)).toEqual(expect.arrayContaining(required))
  expect(Object.keys(at(open, 'mtls_endpoint_aliases') as object)).toEqual(aliases)
  expect(at(open, 'authorization_endpoint')).toBe(`${services.pagesUrl}${endpoints.authorization}`)
  expect(at(open, 'pushed_authorization_request_endpoint')).toBe(`${services.url}${endpoints.pushed}`)
  expect(at(open, 'mtls_endpoint_aliases', 'token_endpoint')).toBe(`${services.url}${endpoints.token}`)
  expect(`${String(at(open, 'issuer'))}/.well-known/openid-configuration`).toBe(
    `${services.pagesUrl}${endpoints.discovery}`,
  )
})

test('the published key verifies what is signed', async () => {
  const seal = {
    grant_type: 'client_credentials',
    scope: 'sign',
    credentialID: 'static-saphir4-ch',
    seal_name: 'A',
  }
  const { body } = await call(services, endpoints.token, new URLSearchParams({ ...credentials, ...seal }))
  const [header, claims, signature = ''] = (textAt(body, 'access_token') ?? '').split('.')
  const keys = await (await fetch(`${services.pagesUrl}${endpoints.keys}`)).json()
  const key = createPublicKey({ key: at(keys, 'keys', 0) as JsonWebKey, format: 'jwk' })
  const data = Buffer.from(`${header}.${claims}`)
  const options = { key, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', data, options, Buffer.from(signature, 'base64url'))).toBe(true)
})

const finger = (resource: string, more: Record<string, string> = {}) =>
  get(`${endpoints.webfinger}?${new URLSearchParams({ ...credentials, resource, ...more }).toString()}`)
const advanced = { credentialID: 'OnDemand-Advanced4' }

test('WebFinger tells whether the person of a number may sign, and on which platform', async () => {
  services.subscribers.set({ email: 'max@example.test', mobile: '+41791234567', mobileId: true })
  const subject = 'urn:mab:acct:41791234567:msisdn'
  expect(await finger(subject, advanced)).toEqual({
    status: 200,
    body: { subject, properties: { 'urn:mab:sign:eligible': 'true', 'urn:mab:sign:platform': 'MID' } },
  })
})

test('without a credential WebFinger lists them all', async () => {
  services.subscribers.set({ email: 'mia@example.test', mobile: '+41791234568', jurisdictions: ['ZERTES'] })
  const subject = 'urn:mab:acct:41791234568:msisdn'
  expect(await finger(subject)).toEqual({
    status: 200,
    body: {
      subject,
      properties: {
        'urn:mab:sign:credentialID:OnDemand-Advanced4': 'true',
        'urn:mab:sign:credentialID:OnDemand-Advanced4.1-EU': 'false',
        'urn:mab:sign:credentialID:OnDemand-Qualified4': 'true',
        'urn:mab:sign:credentialID:OnDemand-Qualified4.1-EU': 'false',
        'urn:mab:sign:credentialID:static-qualified4-ch': 'false',
        'urn:mab:sign:credentialID:static-qualified4.1-eu': 'false',
        'urn:mab:sign:credentialID:static-saphir4-ch': 'false',
        'urn:mab:sign:credentialID:static-saphir4.1-eu': 'false',
        'urn:mab:sign:platform': 'SAS',
      },
    },
  })
})

test('WebFinger names each mismatch of the serial number', async () => {
  const statusOf = async (mobile: string) =>
    (await finger(`urn:mab:acct:${mobile}:msisdn`, advanced)).body as { properties: object }
  const { subscribers } = services
  subscribers.set({ email: 'password@example.test', mobile: '+41791234501' })
  subscribers.renewMeans('+41791234501')
  subscribers.set({ email: 'activated@example.test', mobile: '+41791234502' })
  subscribers.activateMobileId('+41791234502')
  subscribers.set({ email: 'again@example.test', mobile: '+41791234503', mobileId: true })
  subscribers.renewMeans('+41791234503')
  const mismatch = (status: string) => ({
    'urn:mab:sign:eligible': 'false',
    'urn:mab:sign:status': status,
  })
  expect((await statusOf('41791234501')).properties).toEqual(mismatch('MISMATCH_SAS_CHANGE_SN'))
  expect((await statusOf('41791234502')).properties).toEqual(mismatch('MISMATCH_SAS_BUT_MID'))
  expect((await statusOf('41791234503')).properties).toEqual(mismatch('MISMATCH_MID'))
})

test('an unknown person is not found, and a resource of another form is refused', async () => {
  expect((await finger('urn:mab:acct:41790000000:msisdn')).status).toBe(404)
  expect(await finger('acct:max@example.test')).toMatchObject({
    status: 400,
    body: { error: 'invalid_request' },
  })
})
