import type { Credential } from '@countersign/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { openDirectLink } from '#api/direct-links/open-direct-link.ts'
import { readDirectToken } from '#api/direct-links/read-direct-token.ts'
import { Refusal } from '#api/refusal.ts'
import { findSession } from '#api/sessions/find-session.ts'

/** Who makes this call, as the call's credential asks for it; refuses where that is missing or wrong. */
export async function authenticate(
  context: Context,
  credential: Credential,
  request: FastifyRequest,
): Promise<Actor> {
  const from = { address: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) }
  const [scheme = '', given = ''] = (request.headers.authorization ?? '').split(' ', 2)
  const basic = scheme.toLowerCase() === 'basic'
  switch (credential) {
    case 'none':
      return { kind: 'nobody', ...from }
    case 'user':
      return bearer(context, scheme, given, from)
    case 'user-or-direct':
      return basic ? direct(context, given, from) : bearer(context, scheme, given, from)
    case 'direct':
      if (!basic) throw new Refusal('auth.link_invalid')
      return direct(context, given, from)
    case 'token': {
      const token = (request.query as Record<string, unknown>).token
      if (typeof token !== 'string') throw new Refusal('auth.required')
      return { ...(await readDirectToken(context, token)), ...from }
    }
  }
}

async function bearer(
  context: Context,
  scheme: string,
  token: string,
  from: { address: string; userAgent: string },
): Promise<Actor> {
  if (scheme.toLowerCase() !== 'bearer' || token === '') throw new Refusal('auth.required')
  const account = await findSession(context, token)
  if (!account) throw new Refusal('auth.required')
  return { kind: 'account', ...account, ...from }
}

async function direct(
  context: Context,
  given: string,
  from: { address: string; userAgent: string },
): Promise<Actor> {
  const [secret = '', requestId = ''] = Buffer.from(given, 'base64').toString('latin1').split(':', 2)
  return { ...(await openDirectLink(context, { secret, requestId, address: from.address })), ...from }
}
