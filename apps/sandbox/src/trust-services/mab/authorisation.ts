import type { FastifyInstance, FastifyReply } from 'fastify'
import { escaped } from '../../http/escaped.ts'
import { field, page } from '../../http/page.ts'
import { approvalUrl } from '../approval-routes.ts'
import { client, isClient, isWebAddress, withQuery } from '../client.ts'
import type { TrustServiceContext } from '../context.ts'
import { isEnrolled } from '../is-enrolled.ts'
import { at, parseJson, textAt } from '../json.ts'
import { profileOf } from '../keys.ts'
import type { NewSubscriber, Subscriber } from '../subscribers.ts'
import { openOnce } from '../once.ts'
import type { OneTimeStore } from '../once.ts'
import { endpoints } from './endpoints.ts'
import { mabRefusals, refuse } from './errors.ts'
import type { Refusal } from './errors.ts'
import { identificationNeeded, subscriberOf } from './evidence.ts'
import { isRefusal, readClaims, readLoginHint, readScope } from './read-request.ts'
import type { LoginHint, SigningClaims } from './read-request.ts'

const MINUTE = 60_000

/** Without claims or a state, those of the page's own address count. */
type PushedRequest = {
  scope: string[]
  hint: LoginHint
  redirectUri: string
  claims?: SigningClaims
  state?: string
}
export type ApprovedRequest = SigningClaims & Omit<PushedRequest, 'claims' | 'state'> & { nonce: string }
type Outcome = Record<string, string | undefined>
type Visit = { Querystring: Record<string, string> }

/** PAR and the page (RFC 9126, RFC 6749 §4.1); the request is pushed as JSON, with the hashes in `claims`. */
export function registerMabAuthorisation(
  tls: FastifyInstance,
  app: FastifyInstance,
  context: TrustServiceContext,
  codes: OneTimeStore<ApprovedRequest>,
): void {
  const pushed = openOnce<PushedRequest>(60 * MINUTE)

  tls.post(endpoints.pushed, (request, reply) => {
    if (!isEnrolled(request)) return refuse(reply, mabRefusals.invalid_client)
    const given = readPushed(request.body)
    if (isRefusal(given)) return refuse(reply, given)
    return reply.code(201).send({ request_uri: pushed.put(given), expires_in: 3600 })
  })

  app.get<Visit>(endpoints.authorization, ({ query }, reply) => {
    const request = pushed.get(query['request_uri'] ?? '')
    const { client_id: clientId, redirect_uri: redirectUri = request?.redirectUri, nonce } = query
    if (!request || clientId !== client.id || redirectUri !== request.redirectUri || !nonce)
      return reply.code(400).type('text/plain').send('This request is over. Begin again.\n')
    const hint = readLoginHint({ namespace: 'msisdn', identifier: query['mobile'] })
    if (!request.hint.mobile && !request.hint.email && !('mobile' in hint)) return askForNumber(reply, query)
    pushed.take(query['request_uri'] ?? '')
    const { claims = readClaims(parseJson(query['claims'])), state = query['state'], ...rest } = request
    const back = (outcome: Outcome) => withQuery(request.redirectUri, { ...outcome, state })
    if (isRefusal(claims))
      return reply.redirect(back({ error: claims.error, error_description: claims.description }), 303)
    const whole = { ...rest, ...claims, hint: { ...hint, ...request.hint }, nonce }
    return leadToApproval(reply, context, codes, whole, back)
  })
}

function leadToApproval(
  reply: FastifyReply,
  context: TrustServiceContext,
  codes: OneTimeStore<ApprovedRequest>,
  request: ApprovedRequest,
  back: (outcome: Outcome) => string,
): FastifyReply {
  const { approvals, subscribers, faults, url } = context
  const { scope, hint, credentialId } = request
  const subscriber = subscriberOf(context, hint)
  // With the scope `ident` a user who lacks something is identified on the way.
  const needed =
    scope.includes('ident') || !subscriber ? undefined : identificationNeeded(subscriber, credentialId)
  if (needed) return reply.redirect(back(redirected(needed)), 303)
  const approval = approvals.open({
    to: hint.mobile || subscriber?.mobile || subscriber?.email || '',
    message: 'Please confirm the signature',
    documents: request.labels,
    needsPassword: profileOf(credentialId)?.quality === 'QES',
    returnTo: (ended) => {
      if (ended !== 'approved' || faults.take('mab', ['user_cancel']))
        return back({ error: 'access_denied', error_description: `The signer did not approve (${ended})` })
      if (subscriber && scope.includes('ident')) subscribers.set(newlyIdentified(subscriber))
      return back({ code: codes.put(request) })
    },
  })
  return reply.redirect(approvalUrl(url, approval), 303)
}

const newlyIdentified = ({ email, mobile, givenName, surname }: Subscriber): NewSubscriber => ({
  email,
  mobile,
  givenName,
  surname,
})

const redirected = ({ error, cause }: Refusal) => ({
  error,
  error_cause: cause,
  error_description: 'The signer has to be identified first',
})

/** The request, or what is wrong with it. Only the client and the way back are required. */
function readPushed(body: unknown): PushedRequest | Refusal {
  if (!isClient(textAt(body, 'client_id'), textAt(body, 'client_secret'))) return mabRefusals.invalid_client
  const redirectUri = at(body, 'redirect_uri')
  if (!isWebAddress(redirectUri)) return { error: 'invalid_request', description: 'redirect_uri is missing' }
  const scope = readScope(textAt(body, 'scope'))
  if (isRefusal(scope)) return scope
  const hint = readLoginHint(at(body, 'login_hint'), textAt(body, 'user_email'))
  if (isRefusal(hint)) return hint
  const claims = at(body, 'claims') === undefined ? undefined : readClaims(at(body, 'claims'))
  if (claims && isRefusal(claims)) return claims
  const state = textAt(body, 'state')
  return { scope, hint, redirectUri, ...(claims ? { claims } : {}), ...(state ? { state } : {}) }
}

/** Where the customer gave no hint of who signs, the service asks. */
function askForNumber(reply: FastifyReply, query: Record<string, string>): FastifyReply {
  const kept = Object.entries(query)
    .filter(([name]) => name !== 'mobile')
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}" />`)
  const content = `<p class="purpose">Simulates a trust service. Which phone do you approve signatures with?</p>
      <form method="get">
        ${kept.join('')}
        ${field('mobile', 'Mobile number, with the country code', 'type="tel" autocomplete="tel" required')}
        <div class="choices"><button class="primary" type="submit">Continue</button></div>
      </form>`
  const policy = `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action *`
  return reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page({ title: 'Who signs?', heading: 'Who signs?', content }))
}
