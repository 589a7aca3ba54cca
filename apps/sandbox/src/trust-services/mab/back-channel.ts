import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { approvalUrl } from '../approval-routes.ts'
import type { ApprovalState } from '../approvals.ts'
import { client, isClient, jwtSecret } from '../client.ts'
import type { TrustServiceContext } from '../context.ts'
import { isEnrolled } from '../is-enrolled.ts'
import { profileOf } from '../keys.ts'
import { remember } from '../once.ts'
import type { Subscriber } from '../subscribers.ts'
import type { ActivationData } from './activation-data.ts'
import { endpoints, issuerOf } from './endpoints.ts'
import { errorOf, mabRefusalKinds, mabRefusals, refuse, transactionId } from './errors.ts'
import type { Refusal } from './errors.ts'
import { identificationNeeded, subscriberOf } from './evidence.ts'
import { claimsSignedBy } from './json-web-tokens.ts'
import type { JsonWebTokens } from './json-web-tokens.ts'
import { isRefusal, readClaims, readLoginHint, readScope } from './read-request.ts'
import type { LoginHint, SigningClaims } from './read-request.ts'
import { allowedBy, signingAudience } from './token-routes.ts'

type BackChannelRequest = { subscriber: Subscriber; hint: LoginHint; claims: SigningClaims; approval: string }

const ciba = 'urn:openid:params:grant-type:ciba'
/** The smallest PNG there is: the description requires a QR code, and no app reads this one. */
const emptyImage =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg=='

/** The back channel (OpenID CIBA): the person approves on their phone, the customer asks until they have. */
export function registerBackChannel(
  tls: FastifyInstance,
  context: TrustServiceContext,
  activations: ActivationData,
  tokens: JsonWebTokens,
): void {
  const { approvals, faults, url } = context
  const started = new Map<string, BackChannelRequest>()

  tls.post<{ Body: URLSearchParams }>(endpoints.backChannel, (request, reply) => {
    if (!isEnrolled(request)) return refuse(reply, mabRefusals.invalid_client)
    const given = readRequest(context, Object.fromEntries(request.body))
    if (isRefusal(given)) return refuse(reply, given)
    const { subscriber, hint, claims } = given
    const approval = approvals.open({
      to: subscriber.mobile || subscriber.email,
      message: 'Please confirm the signature',
      documents: claims.labels,
      needsPassword: profileOf(claims.credentialId)?.quality === 'QES' && hint.namespace === 'PWDOTP',
      address: (id) => approvalUrl(url, { id }),
    })
    const id = randomUUID()
    remember(started, id, { ...given, approval: approval.id })
    return reply.send({
      auth_req_id: id,
      expires_in: 480,
      interval: 5,
      mobile_uri: approvalUrl(url, approval),
      session_id: randomUUID(),
      qr_code: emptyImage,
      transaction_id: transactionId(),
    })
  })

  tls.post<{ Body: URLSearchParams }>(endpoints.backChannelToken, (request, reply) => {
    const body = Object.fromEntries(request.body)
    const id = body['auth_req_id'] ?? ''
    const refuseIt = (refusal: Refusal) => reply.code(400).send({ auth_req_id: id, ...errorOf(refusal) })
    const refused = faults.take('mab', mabRefusalKinds)
    if (refused) return refuseIt(mabRefusals[refused])
    if (!isEnrolled(request) || !isClient(body['client_id'], body['client_secret']))
      return refuseIt(mabRefusals.invalid_client)
    if (body['grant_type'] !== ciba) return refuseIt({ error: 'unsupported_grant_type' })
    const held = started.get(id)
    const state = approvals.get(held?.approval ?? '')?.state
    if (!held || !state) return refuseIt({ error: 'expired_token' })
    if (state !== 'approved') return refuseIt({ error: endings[state] })
    if (faults.take('mab', ['user_cancel'])) return refuseIt({ error: 'access_denied' })
    started.delete(id)
    const { claims, subscriber, hint } = held
    const allowed = { ...allowedBy(claims), subject: subscriber.email }
    return reply.send({
      access_token: activations.issue(allowed, signingAudience(context)),
      id_token: tokens.sign(identityClaims(url, id, subscriber, hint)),
    })
  })
}

const endings: Record<Exclude<ApprovalState, 'approved'>, string> = {
  open: 'authorization_pending',
  cancelled: 'access_denied',
  locked: 'access_denied',
  expired: 'expired_token',
}

function identityClaims(url: string, id: string, { email }: Subscriber, { namespace }: LoginHint): object {
  const seconds = Math.floor(Date.now() / 1000)
  return {
    iss: issuerOf(url),
    aud: client.id,
    sub: email,
    iat: seconds,
    exp: seconds + 300,
    device_id: randomUUID(),
    transaction_id: transactionId(),
    auth_req_id: id,
    namespace,
  }
}

function readRequest(
  context: TrustServiceContext,
  body: Record<string, string>,
): Omit<BackChannelRequest, 'approval'> | Refusal {
  if (!isClient(body['client_id'], body['client_secret'])) return mabRefusals.invalid_client
  if ((body['token_delivery_mode'] ?? 'pull') !== 'pull')
    return { error: 'invalid_request', description: 'No callback_url is whitelisted for this client' }
  const scope = readScope(body['scope'])
  if (isRefusal(scope)) return scope
  if (scope.includes('ident')) return { error: 'invalid_scope', description: 'This client may use sign' }
  const hint = readLoginHint(claimsSignedBy(jwtSecret, body['login_hint_token']) ?? {})
  if (isRefusal(hint)) return { ...hint, description: 'login_hint_token is not valid' }
  const signed = claimsSignedBy(jwtSecret, body['claims_token'])
  if (signed === undefined) return { error: 'invalid_request', description: 'claims_token is not valid' }
  const claims = readClaims(signed)
  if (isRefusal(claims)) return claims
  const subscriber = subscriberOf(context, hint)
  if (!subscriber) return mabRefusals.invalid_authentication_device
  return identificationNeeded(subscriber, claims.credentialId) ?? { subscriber, hint, claims }
}
