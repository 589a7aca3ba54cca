import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { TrustServiceContext } from '../context.ts'
import type { OneTimeStore } from '../once.ts'
import type { Grant } from './authorise-routes.ts'
import { clientRefusal } from './client-authentication.ts'
import { cscRefusals, invalid, invalidGrant, isRefusal, refuse, wrong } from './errors.ts'
import type { Refusal } from './errors.ts'
import type { CscProvider } from './providers.ts'
import type { Activation } from './read-authorisation.ts'

/** Of the service, for one person or for a customer's community; or of a credential, for some hashes. */
export type Token = { userId?: string; activation?: Activation }

/** The token endpoint (CSC API v1 §8.3.3, v2 §8.4.4). */
export function registerToken(
  provider: CscProvider,
  tls: FastifyInstance,
  { faults }: TrustServiceContext,
  { codes, tokens }: { codes: OneTimeStore<Grant>; tokens: OneTimeStore<Token> },
): void {
  tls.post<{ Body: URLSearchParams }>(`${provider.prefix}/oauth2/token`, ({ body, headers }, reply) => {
    if (faults.take('csc', ['invalid_client'])) return refuse(reply, cscRefusals.invalid_client)
    const refusal = clientRefusal(provider, headers.authorization, body)
    if (refusal) return refuse(reply, refusal)
    const grantType = body.get('grant_type')
    if (grantType === null) return refuse(reply, invalid('Missing parameter grant_type'))
    if (grantType === 'client_credentials' && provider.authType.includes('oauth2client'))
      return { access_token: tokens.put({}), token_type: 'Bearer', expires_in: 1200 }
    if (grantType !== 'authorization_code') return refuse(reply, wrong('grant_type'))
    const granted = exchange(body, codes)
    if (isRefusal(granted)) return refuse(reply, granted)
    const { userId, activation, details } = granted
    if (!activation)
      return { access_token: tokens.put(userId ? { userId } : {}), token_type: 'Bearer', expires_in: 1200 }
    return {
      access_token: tokens.put({ activation }),
      token_type: provider.version === 1 ? 'SAD' : 'Bearer',
      expires_in: 300,
      ...(details === undefined ? {} : { authorization_details: details }),
    }
  })
}

function exchange(form: URLSearchParams, codes: OneTimeStore<Grant>): Grant | Refusal {
  const code = form.get('code')
  if (code === null) return invalid('Missing parameter code')
  const granted = codes.take(code)
  if (!granted) return invalidGrant('Authorization code is invalid or expired')
  if (form.get('redirect_uri') !== granted.redirectUri)
    return invalidGrant('redirect_uri parameter does not match')
  const { challenge, details } = granted
  const verifier = form.get('code_verifier') ?? ''
  const answer = challenge?.isHashed ? createHash('sha256').update(verifier).digest('base64url') : verifier
  if (challenge && answer !== challenge.value) return invalidGrant('Invalid parameter code_verifier')
  // Required where the request had them.
  if (details !== undefined && form.get('authorization_details') === null)
    return { error: 'invalid_request', description: 'Missing parameter authorization_details' }
  return granted
}
