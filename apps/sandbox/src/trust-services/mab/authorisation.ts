import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { approvalUrl } from '../approval-routes.ts'
import { isClient, isWebAddress, withQuery } from '../client.ts'
import type { TrustServiceContext } from '../context.ts'
import { isEnrolled } from '../is-enrolled.ts'
import { at, textAt } from '../json.ts'
import { profileOf } from '../keys.ts'
import { openOnce } from '../once.ts'
import type { ActivationData } from './activation-data.ts'
import { mabRefusalKinds, mabRefusals } from './errors.ts'

const protocol = '/auth/realms/broker/protocol/openid-connect'
export const signPath = '/api/etsi/v1/signatures/signDoc'
const SHA256 = '2.16.840.1.101.3.4.2.1'
const MINUTE = 60_000

type PushedRequest = {
  credentialId: string
  hashes: string[]
  labels: string[]
  redirectUri: string
  state: string
  email: string
  identifier: string
}

/** PAR, the page and the token (RFC 9126, RFC 6749 §4.1); the request is pushed as JSON, with the hashes in `claims`. */
export function registerMabAuthorisation(
  tls: FastifyInstance,
  app: FastifyInstance,
  context: TrustServiceContext,
  activations: ActivationData,
): void {
  const { url, approvals, subscribers, faults } = context
  const pushed = openOnce<PushedRequest>(60 * MINUTE)
  const codes = openOnce<PushedRequest>(5 * MINUTE)

  tls.post(`/api${protocol}/ext/par/request`, (request, reply) => {
    const given = readPushed(request.body)
    if (!isEnrolled(request) || given === 'invalid_client') return refuse(reply, 401, 'invalid_client')
    if (typeof given === 'string') return refuse(reply, 400, given)
    return reply.code(201).send({ request_uri: pushed.put(given), expires_in: 3600 })
  })

  app.get<{ Querystring: Record<string, string> }>(`${protocol}/auth`, ({ query }, reply) => {
    const request = pushed.take(query['request_uri'] ?? '')
    if (!request || query['redirect_uri'] !== request.redirectUri || query['response_type'] !== 'code')
      return reply.code(400).type('text/plain').send('This request is over. Begin again.\n')
    const approval = approvals.open({
      to: request.identifier || request.email,
      message: 'Please confirm the signature',
      documents: request.labels,
      needsPassword: profileOf(request.credentialId)?.quality === 'QES',
      returnTo: (state) => {
        const isApproved = state === 'approved' && !faults.take('mab', ['user_cancel'])
        const outcome = isApproved
          ? { code: codes.put(request) }
          : { error: 'access_denied', error_description: `The signer did not approve (${state})` }
        return withQuery(request.redirectUri, { ...outcome, state: query['state'] ?? request.state })
      },
    })
    return reply.redirect(approvalUrl(url, approval), 303)
  })

  tls.post(`/api${protocol}/token`, (request, reply) => {
    if (!(request.body instanceof URLSearchParams)) return refuse(reply, 400, 'invalid_request')
    const body = Object.fromEntries(request.body)
    const refused = faults.take('mab', mabRefusalKinds)
    if (refused) return refuseAs(reply, refused)
    if (!isEnrolled(request) || !isClient(textAt(body, 'client_id'), textAt(body, 'client_secret')))
      return refuseAs(reply, 'invalid_client')
    const isForeign = faults.take('mab', ['foreign_audience']) !== undefined
    const audience = isForeign ? 'https://elsewhere.example/sign' : `${context.tlsUrl}${signPath}`
    const answer = { expires_in: '300', token_type: 'Bearer', session_state: randomUUID(), scope: 'sign' }
    if (textAt(body, 'grant_type') === 'client_credentials') {
      const [credentialId, sealName] = [textAt(body, 'credentialID'), textAt(body, 'seal_name')]
      if (!credentialId || !sealName || profileOf(credentialId)?.holder !== 'seal')
        return refuse(reply, 400, 'invalid_request')
      const allowed = { credentialId, sealName, subject: sealName }
      return { access_token: activations.issue(allowed, audience), ...answer }
    }
    const held = codes.take(textAt(body, 'code') ?? '')
    if (textAt(body, 'grant_type') !== 'authorization_code' || !held)
      return refuse(reply, 400, 'invalid_grant')
    const { credentialId, hashes, email, identifier } = held
    const { serialNumber } = subscribers.byEmail(email, identifier)
    return {
      access_token: activations.issue({ credentialId, hashes, subject: email }, audience),
      ...answer,
      consent_serial_number: serialNumber,
    }
  })
}

/** The code of the cause is in `error_cause`; the description is for people and names no code. */
function refuse(reply: FastifyReply, status: number, error: string, cause?: string): FastifyReply {
  return reply.code(status).send({
    error,
    error_description: 'The request was refused',
    ...(cause ? { error_cause: cause } : {}),
    transaction_id: randomUUID().slice(0, 6).toUpperCase(),
  })
}

export function refuseAs(reply: FastifyReply, kind: (typeof mabRefusalKinds)[number]): FastifyReply {
  const refusal: { status: number; error: string; cause?: string } = mabRefusals[kind]
  return refuse(reply, refusal.status, refusal.error, refusal.cause)
}

/** The request, or the error that says what is wrong with it. */
function readPushed(body: unknown): PushedRequest | string {
  if (!isClient(textAt(body, 'client_id'), textAt(body, 'client_secret'))) return 'invalid_client'
  const redirectUri = at(body, 'redirect_uri')
  const scopes = (textAt(body, 'scope') ?? '').split(' ')
  const email = textAt(body, 'login_hint', 'email') ?? textAt(body, 'user_email')
  if (!isWebAddress(redirectUri) || !scopes.includes('sign') || !email) return 'invalid_request'
  const claims = at(body, 'claims')
  const credentialId = textAt(claims, 'credentialID') ?? ''
  const digests = at(claims, 'documentDigests')
  const isKnown = profileOf(credentialId)?.holder === 'person'
  if (!isKnown || textAt(claims, 'hashAlgorithmOID') !== SHA256 || !Array.isArray(digests))
    return 'invalid_request'
  const hashes = digests.map((each) => textAt(each, 'hash') ?? '')
  if (hashes.length === 0 || hashes.some((hash) => Buffer.from(hash, 'base64').length !== 32))
    return 'invalid_request'
  const labels = digests.map((each) => textAt(each, 'label') ?? 'A document')
  const [state, identifier] = [textAt(body, 'state') ?? '', textAt(body, 'login_hint', 'identifier') ?? '']
  return { credentialId, hashes, labels, redirectUri, state, email, identifier }
}
