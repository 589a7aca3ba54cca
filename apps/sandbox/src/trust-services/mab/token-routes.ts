import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isClient } from '../client.ts'
import type { TrustServiceContext } from '../context.ts'
import { isEnrolled } from '../is-enrolled.ts'
import { textAt } from '../json.ts'
import { profileOf } from '../keys.ts'
import type { OneTimeStore } from '../once.ts'
import type { ActivationData, AllowedDocuments } from './activation-data.ts'
import type { ApprovedRequest } from './authorisation.ts'
import { endpoints } from './endpoints.ts'
import { mabRefusalKinds, mabRefusals, refuse } from './errors.ts'
import { subscriberOf } from './evidence.ts'

/** Of a form, or of JSON: the API description names both for the token call. */
export const fieldsOf = (body: unknown): unknown =>
  body instanceof URLSearchParams ? Object.fromEntries(body) : body

/** The SAD for a code, or for a seal; and its revocation. */
export function registerTokens(
  tls: FastifyInstance,
  context: TrustServiceContext,
  codes: OneTimeStore<ApprovedRequest>,
  activations: ActivationData,
): void {
  const { faults } = context
  tls.post(endpoints.token, (request, reply) => {
    const refused = faults.take('mab', mabRefusalKinds)
    if (refused) return refuse(reply, mabRefusals[refused])
    const body = fieldsOf(request.body)
    if (!isEnrolled(request) || !isClient(textAt(body, 'client_id'), textAt(body, 'client_secret')))
      return refuse(reply, mabRefusals.invalid_client)
    const grantType = textAt(body, 'grant_type')
    if (grantType === 'client_credentials') return answerSeal(reply, context, activations, body)
    if (grantType !== 'authorization_code')
      return refuse(reply, { error: 'unsupported_grant_type', description: 'grant_type is not supported' })
    const approved = codes.take(textAt(body, 'code') ?? '')
    const redirectUri = textAt(body, 'redirect_uri') ?? approved?.redirectUri
    if (!approved || redirectUri !== approved.redirectUri)
      return refuse(reply, { error: 'invalid_grant', description: 'The code is over' })
    const { hint, nonce, ...claims } = approved
    const subscriber = subscriberOf(context, hint)
    const subject = subscriber?.email ?? ''
    const token = issue(context, activations, { ...allowedBy(claims), subject, nonce })
    const isSilent = faults.take('mab', ['no_consent']) !== undefined
    return reply.send({
      ...token,
      consent_serial_number: isSilent ? '' : (subscriber?.serialNumber ?? ''),
    })
  })
  tls.post(endpoints.revocation, (request, reply) => {
    const body = fieldsOf(request.body)
    if (!isEnrolled(request) || !isClient(textAt(body, 'client_id'), textAt(body, 'client_secret')))
      return refuse(reply, mabRefusals.invalid_client)
    const token = textAt(body, 'token')
    if (!token) return refuse(reply, { error: 'invalid_request', description: 'token is missing' })
    activations.revoke(token)
    return reply.code(204).send()
  })
}

export const allowedBy = ({
  credentialId,
  algorithm,
  hashes,
}: Pick<ApprovedRequest, 'credentialId' | 'algorithm' | 'hashes'>) => ({ credentialId, algorithm, hashes })

function answerSeal(
  reply: FastifyReply,
  context: TrustServiceContext,
  activations: ActivationData,
  body: unknown,
): FastifyReply {
  const [credentialId, sealName] = [textAt(body, 'credentialID') ?? '', textAt(body, 'seal_name') ?? '']
  if (textAt(body, 'scope') !== 'sign') return refuse(reply, { error: 'invalid_scope' })
  if (!sealName || profileOf(credentialId)?.holder !== 'seal')
    return refuse(reply, { error: 'invalid_request', description: 'seal_name or credentialID is not known' })
  const token = issue(context, activations, { credentialId, sealName, subject: sealName })
  // Nobody approved: the member is required, and has nothing to say.
  return reply.send({ ...token, consent_serial_number: '' })
}

export function signingAudience({ faults, tlsUrl }: TrustServiceContext): string {
  const isForeign = faults.take('mab', ['foreign_audience']) !== undefined
  return isForeign ? 'https://elsewhere.example/sign' : `${tlsUrl}${endpoints.signing}`
}

function issue(context: TrustServiceContext, activations: ActivationData, allowed: AllowedDocuments): object {
  return {
    access_token: activations.issue(allowed, signingAudience(context)),
    // Text, as the description has it.
    expires_in: '300',
    token_type: 'Bearer',
    session_state: randomUUID(),
    scope: 'sign',
  }
}
