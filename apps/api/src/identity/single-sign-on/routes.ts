import { plainAddress } from '#api/platform/values/network.ts'
import {
  findIdentityProvider,
  linkIdentity as linkIdentityCall,
  takeSingleSignOn as takeSingleSignOnCall,
} from '@countersign/contract/single-sign-on.ts'
import { Email } from '@countersign/contract/values.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { bind } from '#api/platform/http/bind.ts'
import { beginSignOn } from './begin-sign-on.ts'
import { callbackPath, ownCallbackUri, sharedCallbackUri } from './callback-uri.ts'
import {
  beginCookie,
  clearedBeginCookie,
  isEnteredEmail,
  ssoCodeCookie,
  readBeginCookie,
  readReauthenticationCookie,
} from './cookies.ts'
import { findProvider } from './find-identity-provider.ts'
import { finishSignOn } from './finish-sign-on.ts'
import { browserOf } from '#api/identity/sessions/known-browser.ts'
import { linkIdentity } from './link-identity.ts'
import { failurePath } from './sign-on.ts'
import { takeSingleSignOn } from './take-single-sign-on.ts'
import type { SignOnContext } from './sign-on-context.ts'

export function registerSingleSignOn(app: FastifyInstance, context: SignOnContext): void {
  bind(app, context, findIdentityProvider, ({ body, actor }) =>
    findProvider(context, body.email, actor.address),
  )

  bind(app, context, takeSingleSignOnCall, async (call) => {
    const { body, actor } = call
    const { address, userAgent } = actor
    const browser = browserOf(context, call)
    const { session, email, provider } = await takeSingleSignOn(context, {
      code: body.code,
      address,
      userAgent,
      timeZone: body.timeZone,
      isKnownTo: (known) => browser.known(known) !== null,
    })
    if (session) browser.remember(session.email)
    return {
      session: session && { token: session.token, expires_at: session.expiresAt.toISOString() },
      email,
      provider,
    }
  })

  bind(app, context, linkIdentityCall, async ({ body, actor }) => {
    await linkIdentity(context, actor, body.code)
    return {}
  })

  registerNavigation(app, context)
}

/** Where the browser goes itself, to the provider and back: no calls, and no page either. */
function registerNavigation(app: FastifyInstance, context: SignOnContext): void {
  const { publicUrl } = context.config
  const isSecure = publicUrl.startsWith('https:')

  // A HEAD would use a sign-in up.
  app.get('/v1/single-sign-on/start', { exposeHeadRoute: false }, async (request, reply) => {
    const query = request.query as Record<string, unknown>
    const email = z.safeParse(Email, query['email']).data ?? ''
    // Anyone who comes by a link is asked first.
    if (!isEnteredEmail(request.headers.cookie, email)) return lead(reply, publicUrl + signInPath(email))
    const returnTo = typeof query['return_to'] === 'string' ? query['return_to'] : undefined
    const begun = await beginSignOn(context, { email, returnTo, address: request.ip })
    if (begun.failure) return lead(reply, publicUrl + failurePath(begun.failure))
    return lead(reply.header('set-cookie', beginCookie(begun, isSecure)), begun.url)
  })

  app.get('/v1/single-sign-on/reauthenticate', { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = request.query as Record<string, unknown>
    const begun = await context.leadToReauthentication({
      token: typeof token === 'string' ? token : '',
      browserSecret: readReauthenticationCookie(request.headers.cookie),
    })
    if (begun.failure) return lead(reply, publicUrl + failurePath(begun.failure))
    return lead(reply.header('set-cookie', beginCookie(begun, isSecure)), begun.url)
  })

  app.get('/v1/single-sign-on/test', { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = request.query as Record<string, unknown>
    const begun = await context.leadToProviderTest(typeof token === 'string' ? token : '')
    if (begun.failure) return lead(reply, publicUrl + failurePath(begun.failure))
    if ('path' in begun) return lead(reply, publicUrl + begun.path)
    return lead(reply.header('set-cookie', beginCookie(begun, isSecure)), begun.url)
  })

  const comeBack = async (request: FastifyRequest, reply: FastifyReply) => {
    const { businessId } = request.params as { businessId?: string }
    const { search, searchParams } = new URL(request.url, publicUrl)
    const state = searchParams.get('state') ?? ''
    const finished = await finishSignOn(context, {
      redirectUri: businessId ? ownCallbackUri(context, businessId) : sharedCallbackUri(context),
      query: search,
      state,
      browserSecret: readBeginCookie(request.headers.cookie, state),
      acceptLanguage: request.headers['accept-language'],
      address: plainAddress(request.ip),
      userAgent: request.headers['user-agent'] ?? '',
    })
    reply.header('set-cookie', clearedBeginCookie(state, isSecure))
    if (finished.failure) return lead(reply, publicUrl + failurePath(finished.failure))
    if (finished.code === null) return lead(reply, publicUrl + finished.path)
    return lead(reply.header('set-cookie', ssoCodeCookie(finished.code, isSecure)), publicUrl + finished.path)
  }
  app.get(callbackPath, { exposeHeadRoute: false }, comeBack)
  app.get(`${callbackPath}/:businessId`, { exposeHeadRoute: false }, comeBack)
}

const signInPath = (email: string) =>
  email === '' ? '/login' : `/login?${new URLSearchParams({ email }).toString()}`

function lead(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(address, 303)
}
