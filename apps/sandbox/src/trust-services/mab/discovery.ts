import type { FastifyInstance, FastifyReply } from 'fastify'
import { isClient } from '../client.ts'
import type { TrustServiceContext } from '../context.ts'
import { isEnrolled } from '../is-enrolled.ts'
import { personProfiles, profileOf, sealProfiles } from '../keys.ts'
import { endpoints, issuerOf } from './endpoints.ts'
import { mabRefusals, refuse } from './errors.ts'
import { identificationNeeded, mismatchOf } from './evidence.ts'
import type { JsonWebTokens } from './json-web-tokens.ts'

type Query = { Querystring: Record<string, string> }

/** What clients find the others by: for anyone the configuration and the keys, for customers WebFinger. */
export function registerDiscovery(
  tls: FastifyInstance,
  app: FastifyInstance,
  context: TrustServiceContext,
  tokens: JsonWebTokens,
): void {
  for (const listener of [tls, app]) {
    listener.get(endpoints.discovery, () => configuration(context))
    listener.get(endpoints.keys, () => ({ keys: [tokens.publicKey] }))
  }
  tls.get<Query>(endpoints.webfinger, (request, reply) => {
    const { query } = request
    if (!isEnrolled(request) || !isClient(query['client_id'], query['client_secret']))
      return refuse(reply, mabRefusals.invalid_client)
    return finger(reply, context, query)
  })
}

function finger(
  reply: FastifyReply,
  { subscribers }: TrustServiceContext,
  { resource = '', credentialID: credential }: Record<string, string>,
): FastifyReply {
  const [, digits, namespace] = /^urn:mab:acct:([^:]+):(\w+)$/.exec(resource) ?? []
  const isUnknown = credential !== undefined && !profileOf(credential)
  if (!digits || !namespace || isUnknown) return refuse(reply, { error: 'invalid_request' })
  const isNumber = /^[1-9]\d{6,14}$/.test(digits)
  if (!isNumber || !subscribers.knows(digits)) return reply.code(404).send()
  const subscriber = subscribers.byMobile(digits)
  const eligible = (id: string): string =>
    String(profileOf(id)?.holder === 'person' && identificationNeeded(subscriber, id) === undefined)
  const status = mismatchOf(subscriber)
  const all = [...personProfiles, ...sealProfiles]
  const properties = {
    ...(credential
      ? { 'urn:mab:sign:eligible': eligible(credential) }
      : Object.fromEntries(all.map((id) => [`urn:mab:sign:credentialID:${id}`, eligible(id)]))),
    ...(status ? { 'urn:mab:sign:status': status } : {}),
    ...(namespace === 'msisdn' && !status
      ? { 'urn:mab:sign:platform': subscribers.hasMobileId(digits) ? 'MID' : 'SAS' }
      : {}),
  }
  return reply.type('application/jrd+json').send({ subject: resource, properties })
}

/** Every member that the API description requires; what this stand-in does not serve answers 404. */
function configuration({ url, tlsUrl }: TrustServiceContext): object {
  const here = (path: string): string => `${url}${path}`
  const mutual = (path: string): string => `${tlsUrl}${path}`
  const none: string[] = []
  const protocol = endpoints.token.replace(/token$/, '')
  return {
    issuer: issuerOf(url),
    authorization_endpoint: here(endpoints.authorization),
    csc_v1_authorization_endpoint: here(endpoints.authorization.replace(/auth$/, 'csc/v1/auth')),
    token_endpoint: here(endpoints.token),
    introspection_endpoint: here(`${protocol}token/introspect`),
    userinfo_endpoint: here(`${protocol}userinfo`),
    end_session_endpoint: here(`${protocol}logout`),
    jwks_uri: here(endpoints.keys),
    grant_types_supported: ['authorization_code', 'client_credentials', 'urn:openid:params:grant-type:ciba'],
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    id_token_encryption_alg_values_supported: none,
    id_token_encryption_enc_values_supported: none,
    userinfo_signing_alg_values_supported: none,
    request_object_signing_alg_values_supported: none,
    request_object_encryption_alg_values_supported: none,
    request_object_encryption_enc_values_supported: none,
    response_modes_supported: ['query'],
    registration_endpoint: here(`${protocol}register`),
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    token_endpoint_auth_signing_alg_values_supported: none,
    introspection_endpoint_auth_methods_supported: ['client_secret_post'],
    introspection_endpoint_auth_signing_alg_values_supported: none,
    authorization_signing_alg_values_supported: none,
    authorization_encryption_alg_values_supported: none,
    authorization_encryption_enc_values_supported: none,
    claims_supported: ['credentialID', 'documentDigests', 'hashAlgorithmOID'],
    claim_types_supported: ['normal'],
    claims_parameter_supported: true,
    scopes_supported: ['sign', 'ident'],
    request_parameter_supported: false,
    request_uri_parameter_supported: true,
    require_request_uri_registration: false,
    code_challenge_methods_supported: none,
    tls_client_certificate_bound_access_tokens: false,
    revocation_endpoint: here(endpoints.revocation),
    revocation_endpoint_auth_methods_supported: ['client_secret_post'],
    revocation_endpoint_auth_signing_alg_values_supported: none,
    backchannel_logout_supported: false,
    backchannel_logout_session_supported: false,
    device_authorization_endpoint: here(`${protocol}auth/device`),
    backchannel_token_delivery_modes_supported: ['pull'],
    backchannel_authentication_endpoint: here(endpoints.backChannel),
    backchannel_authentication_request_signing_alg_values_supported: ['HS256'],
    require_pushed_authorization_requests: true,
    // The provider's own client calls this one with its certificate, and moves the others to the other host.
    pushed_authorization_request_endpoint: mutual(endpoints.pushed),
    mtls_endpoint_aliases: {
      token_endpoint: mutual(endpoints.token),
      revocation_endpoint: mutual(endpoints.revocation),
      introspection_endpoint: mutual(`${protocol}token/introspect`),
      device_authorization_endpoint: mutual(`${protocol}auth/device`),
      registration_endpoint: mutual(`${protocol}register`),
      userinfo_endpoint: mutual(`${protocol}userinfo`),
      pushed_authorization_request_endpoint: mutual(endpoints.pushed),
      backchannel_authentication_endpoint: mutual(endpoints.backChannel),
      webfinger_endpoint: mutual(endpoints.webfinger),
    },
    terms_and_conditions_endpoint: here('/api/terms-and-conditions'),
  }
}
