import { plainAddress } from '#api/platform/values/network.ts'
import type { Endpoint } from '@countersign/contract/endpoint.ts'
import type { ErrorKey } from '@countersign/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#api/platform/actor.ts'
import { findApiToken, isApiToken } from '#api/business/api-users/token-repository.ts'
import { noteCaller } from '#api/business/api-users/request-log.ts'
import type { Context } from '#api/providers/context.ts'
import { openDirectLink } from '#api/signing/direct-links/open-direct-link.ts'
import { readDirectToken } from '#api/signing/direct-links/read-direct-token.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { findSession, type Session } from '#api/identity/sessions/lookup-repository.ts'
import type { Authenticator } from '#api/platform/http/bind.ts'
import type { SessionRead } from '#api/platform/db/session-read.ts'
import { readAuthorization } from './authorization.ts'
import type { ApiUserLimits } from './rate-limits.ts'

type CallRequirements = Pick<Endpoint, 'credential' | 'scope' | 'duringSetup'>

/** Who makes a call, by its credential: sessions, personal links and API users. */
export function authenticateWith(context: Context, limits?: ApiUserLimits): Authenticator {
  return (endpoint, request, reply, read) =>
    authenticate(context, endpoint, request, { limited: reply && limits && { limits, reply }, read })
}

/** Where the calls of API users are limited. */
interface Limited {
  readonly limits: ApiUserLimits
  readonly reply: FastifyReply
}

async function authenticate(
  context: Context,
  endpoint: CallRequirements,
  request: FastifyRequest,
  given: Pick<Bearer, 'limited' | 'read'>,
): Promise<Actor> {
  const from = {
    address: plainAddress(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  }
  const { scheme, credential } = readAuthorization(request.headers)
  const basic = scheme === 'basic'
  switch (endpoint.credential) {
    case 'none':
      return { kind: 'nobody', ...from }
    case 'user':
    case 'api-user':
    case 'user-or-api-user':
      return bearer(context, endpoint, { ...given, scheme, token: credential, request }, from)
    case 'user-or-direct':
      return basic
        ? direct(context, credential, from)
        : bearer(context, endpoint, { ...given, scheme, token: credential, request }, from)
    case 'direct':
      if (!basic) throw new Refusal('auth.link_invalid')
      return direct(context, credential, from)
    case 'direct-or-token':
      return basic ? direct(context, credential, from) : byToken(context, request, from)
    case 'token':
      return byToken(context, request, from)
  }
}

interface Bearer {
  readonly scheme: string
  readonly token: string
  readonly request: FastifyRequest
  readonly limited: Limited | undefined
  readonly read: SessionRead | undefined
}

async function bearer(
  context: Context,
  endpoint: CallRequirements,
  given: Bearer,
  from: { address: string; userAgent: string },
): Promise<Actor> {
  if (given.scheme !== 'bearer' || given.token === '') throw new Refusal('auth.required')
  if (isApiToken(given.token)) return apiUser(context, endpoint, given, from)
  if (endpoint.credential === 'api-user') throw new Refusal('auth.required')
  const session = await findSession(context, given.token, given.read)
  if (!session) throw new Refusal('auth.required')
  const { setup, ...account } = session
  const requirement = endpoint.duringSetup ? null : setupRequirement(setup)
  if (requirement) throw new Refusal(requirement)
  return { kind: 'account', ...account, ...from }
}

/**
 * An API user may make the calls that its key opens, and no other. For a token that is over its own calls say 403, which
 * is when clients in use sign in again.
 */
async function apiUser(
  context: Context,
  { credential, scope }: CallRequirements,
  { token, request, limited }: Bearer,
  from: { address: string; userAgent: string },
): Promise<Actor> {
  limited?.limits.refuseNetwork(request)
  const found = await findApiToken(context, token)
  if (!found) {
    await limited?.limits.countInvalidToken(request)
    throw new Refusal(credential === 'api-user' ? 'api_user.token_invalid' : 'auth.required')
  }
  noteCaller(request, found.apiUserId)
  await limited?.limits.countCall(found.apiUserId, limited.reply)
  const isOpen = credential === 'api-user' || credential === 'user-or-api-user'
  if (!isOpen || !scope || !found.scopes.includes(scope)) throw new Refusal('api_user.not_opened')
  return { kind: 'api-user', ...found, ...from }
}

/** What keeps an account from every call that is not part of setting it right. */
export function setupRequirement(setup: Session['setup']): ErrorKey | null {
  if (setup.hasWeakPassword) return 'password.change_required'
  if (!setup.hasAcceptedTerms) return 'terms.acceptance_required'
  return setup.isLocked ? 'business.member_locked' : null
}

async function byToken(
  context: Context,
  request: FastifyRequest,
  from: { address: string; userAgent: string },
): Promise<Actor> {
  const token = (request.query as Record<string, unknown>).token
  if (typeof token !== 'string') throw new Refusal('auth.required')
  return { ...(await readDirectToken(context, token)), ...from }
}

async function direct(
  context: Context,
  given: string,
  from: { address: string; userAgent: string },
): Promise<Actor> {
  const [secret = '', requestId = ''] = Buffer.from(given, 'base64').toString('latin1').split(':', 2)
  return { ...(await openDirectLink(context, { secret, requestId, address: from.address })), ...from }
}
