import type { FastifyInstance, FastifyReply } from 'fastify'
import { approvalUrl } from '../approval-routes.ts'
import { isWebAddress, withQuery } from '../client.ts'
import type { TrustServiceContext } from '../context.ts'
import { profileOf } from '../keys.ts'
import { openOnce } from '../once.ts'
import type { OneTimeStore } from '../once.ts'
import { clientRefusal } from './client-authentication.ts'
import { isRefusal, refuse } from './errors.ts'
import type { CscProvider } from './providers.ts'
import { readAuthorisation } from './read-authorisation.ts'
import type { AuthorisationRequest } from './read-authorisation.ts'
import type { SignIns } from './sign-in-page.ts'

/** What a code stands for: who signed in to the service, or what they approved. */
export type Grant = AuthorisationRequest & { userId?: string }

const LIFE = 90

/** OAuth 2.0 as CSC API v2 §8.4 and v1 §8.3 have it: perhaps a pushed request, the person's own page, a code. */
export function registerAuthorise(
  provider: CscProvider,
  listeners: { tls: FastifyInstance; app: FastifyInstance },
  context: TrustServiceContext,
  stores: { codes: OneTimeStore<Grant>; signIns: SignIns },
): void {
  const { prefix, takesPushed } = provider
  const pushed = openOnce<AuthorisationRequest>(LIFE * 1000)
  if (takesPushed)
    listeners.tls.post<{ Body: URLSearchParams }>(`${prefix}/oauth2/pushed_authorize`, (request, reply) => {
      const refusal = clientRefusal(provider, request.headers.authorization, request.body)
      if (refusal) return refuse(reply, refusal)
      const given = readAuthorisation(provider, request.body)
      if (isRefusal(given)) return refuse(reply, given)
      return reply
        .code(201)
        .header('cache-control', 'no-cache, no-store')
        .send({ request_uri: `urn:csc:${pushed.put(given)}`, expires_in: LIFE })
    })

  listeners.app.get<{ Querystring: Record<string, string> }>(
    `${prefix}/oauth2/authorize`,
    ({ query }, reply) => {
      const requestUri = query['request_uri']
      if (requestUri !== undefined) {
        const held = pushed.take(requestUri.replace('urn:csc:', ''))
        return held ? lead(reply, provider, context, stores, held) : refuseHere(reply)
      }
      const given = readAuthorisation(provider, new URLSearchParams(query))
      if (!isRefusal(given)) return lead(reply, provider, context, stores, given)
      // RFC 6749 §4.1.2.1: the person is sent back with the error wherever there is a way back.
      const { redirect_uri: back, state } = query
      if (!isWebAddress(back)) return refuseHere(reply)
      const { error, description } = given
      return reply.redirect(withQuery(back, { error, error_description: description, state }), 302)
    },
  )
}

const refuseHere = (reply: FastifyReply): FastifyReply =>
  reply.code(400).type('text/plain').send('This request is over. Begin again.\n')

function lead(
  reply: FastifyReply,
  { name }: CscProvider,
  { approvals, subscribers, faults, url }: TrustServiceContext,
  { codes, signIns }: { codes: OneTimeStore<Grant>; signIns: SignIns },
  request: AuthorisationRequest,
): FastifyReply {
  const { redirectUri, state, activation, labels } = request
  const back = (outcome: Record<string, string>) => withQuery(redirectUri, { ...outcome, state })
  const denied = { error: 'access_denied' }
  const isGivenUp = (): boolean => faults.take('csc', ['user_cancel']) !== undefined
  if (!activation) {
    const page = signIns.open({
      service: name,
      returnTo: (userId) =>
        back(userId && !isGivenUp() ? { code: codes.put({ ...request, userId }) } : denied),
    })
    return reply.redirect(page, 302)
  }
  const [profile = '', email = ''] = activation.credentialId.split(':')
  const approval = approvals.open({
    to: subscribers.byEmail(email).mobile || email,
    message: 'Please confirm the signature',
    documents: labels,
    needsPassword: profileOf(profile)?.quality === 'QES',
    returnTo: (ended) => back(ended === 'approved' && !isGivenUp() ? { code: codes.put(request) } : denied),
  })
  return reply.redirect(approvalUrl(url, approval), 302)
}
