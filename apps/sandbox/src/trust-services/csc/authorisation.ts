import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { approvalUrl } from '../approval-routes.ts'
import { isClient, isWebAddress, withQuery } from '../client.ts'
import { at, textAt } from '../json.ts'
import type { TrustServiceContext } from '../context.ts'
import { profileOf } from '../keys.ts'
import { openOnce } from '../once.ts'
import { cscRefusals } from './errors.ts'

const MINUTE = 60_000
const SHA256 = '2.16.840.1.101.3.4.2.1'

/** What may be signed: by which credential, over which hashes. */
export type Activation = { credentialId: string; hashes: string[] }
type PushedRequest = {
  activation: Activation
  labels: string[]
  redirectUri: string
  state: string
  challenge: string
}

export type Authorisation = {
  tokens: { has(authorization: string | undefined): boolean }
  activations: { put(activation: Activation): string; take(sad: string): Activation | undefined }
}

/** OAuth 2.0 as CSC API v2 §8.4 has it: pushed request, the person's approval, a code for the activation data. */
export async function registerAuthorisation(
  tls: FastifyInstance,
  app: FastifyInstance,
  context: TrustServiceContext,
): Promise<Authorisation> {
  const { approvals, subscribers, faults, url } = context
  const pushed = openOnce<PushedRequest>(90_000)
  const codes = openOnce<PushedRequest>(5 * MINUTE)
  const bearers = openOnce<true>(20 * MINUTE)
  const activations = openOnce<Activation>(5 * MINUTE)

  tls.post<{ Body: URLSearchParams }>('/oauth2/pushed_authorize', ({ body }, reply) => {
    const given = readPushed(body)
    if (typeof given === 'string') return refuse(reply, given)
    return reply.code(201).send({ request_uri: `urn:csc:${pushed.put(given)}`, expires_in: 90 })
  })

  app.get<{ Querystring: Record<string, string> }>('/oauth2/authorize', ({ query }, reply) => {
    const request = pushed.take((query['request_uri'] ?? '').replace('urn:csc:', ''))
    if (!request) return reply.code(400).type('text/plain').send('This request is over. Begin again.\n')
    const [name = '', email = ''] = request.activation.credentialId.split(':')
    const approval = approvals.open({
      to: subscribers.byEmail(email).mobile || email,
      message: 'Please confirm the signature',
      documents: request.labels,
      needsPassword: profileOf(name)?.quality === 'QES',
      returnTo: (state) => {
        const isApproved = state === 'approved' && !faults.take('csc', ['user_cancel'])
        const outcome = isApproved ? { code: codes.put(request) } : { error: 'access_denied' }
        return withQuery(request.redirectUri, { ...outcome, state: request.state })
      },
    })
    return reply.redirect(approvalUrl(url, approval), 303)
  })

  tls.post<{ Body: URLSearchParams }>('/oauth2/token', ({ body }, reply) => {
    const isRefused = faults.take('csc', ['invalid_client']) !== undefined
    if (isRefused || !isClient(body.get('client_id'), body.get('client_secret')))
      return reply.code(401).send({ error: cscRefusals.invalid_client.error })
    if (body.get('grant_type') === 'client_credentials')
      return { access_token: bearers.put(true), token_type: 'Bearer', expires_in: 1200, scope: 'service' }
    const request = codes.take(body.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (!request || verifier !== request.challenge || body.get('redirect_uri') !== request.redirectUri)
      return refuse(reply, 'invalid_grant')
    return { access_token: activations.put(request.activation), token_type: 'SAD', expires_in: 300 }
  })
  return {
    tokens: { has: (header) => bearers.get((header ?? '').replace(/^Bearer /, '')) !== undefined },
    activations,
  }
}

function refuse(reply: FastifyReply, error: string): FastifyReply {
  return reply.code(400).send({ error })
}

/** The request, or the error that says what is wrong with it. */
function readPushed(form: URLSearchParams): PushedRequest | string {
  if (!isClient(form.get('client_id'), form.get('client_secret'))) return 'invalid_client'
  const redirectUri = form.get('redirect_uri')
  const challenge = form.get('code_challenge')
  const isRequest = form.get('response_type') === 'code' && form.get('code_challenge_method') === 'S256'
  if (!isRequest || !isWebAddress(redirectUri) || !challenge) return 'invalid_request'
  const [detail] = parseList(form.get('authorization_details'))
  const digests = at(detail, 'documentDigests')
  const credentialId = textAt(detail, 'credentialID')
  const isSha256 = textAt(detail, 'hashAlgorithmOID') === SHA256
  if (textAt(detail, 'type') !== 'credential' || !credentialId || !isSha256 || !Array.isArray(digests))
    return 'invalid_authorization_details'
  const hashes = digests.map((each) => textAt(each, 'hash') ?? '')
  if (hashes.length === 0 || hashes.some((hash) => Buffer.from(hash, 'base64').length !== 32))
    return 'invalid_authorization_details'
  const labels = digests.map((each) => textAt(each, 'label') ?? 'A document')
  const state = form.get('state') ?? ''
  return { activation: { credentialId, hashes }, labels, redirectUri, state, challenge }
}

function parseList(text: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
