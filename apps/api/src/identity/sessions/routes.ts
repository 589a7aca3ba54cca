import * as calls from '@countersign/contract/sessions.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bind } from '#api/platform/http/bind.ts'
import { findKnownBrowser, knownBrowserCookie } from './known-browser.ts'
import { logIn } from './log-in.ts'
import { logInWithSecondFactor } from './log-in-with-second-factor.ts'
import { logOut } from './log-out.ts'
import type { SessionsContext } from './sessions-context.ts'
import { presentSession, presentToken } from './presenter.ts'
import { listOpen } from './repository.ts'
import { revokeOtherSessions, revokeSession } from './revoke-session.ts'

interface Browser {
  readonly request: FastifyRequest
  readonly setCookie: (cookie: string) => void
}

export function registerSessions(app: FastifyInstance, context: SessionsContext): void {
  const { hashKeys, config } = context
  const isSecure = config.publicUrl.startsWith('https:')
  /** The browser's next sign-in with this email is counted apart. */
  const remember = ({ request, setCookie }: Browser, email: string) =>
    setCookie(knownBrowserCookie({ hashKeys, email, cookies: request.headers.cookie }, isSecure))

  bind(app, context, calls.login, async (call) => {
    const { email, password, timeZone } = call.body
    const { address, userAgent } = call.actor
    const knownBrowser = findKnownBrowser({ hashKeys, email, cookies: call.request.headers.cookie })
    const session = await logIn(context, {
      ...{ email, password, timeZone },
      ...{ address, userAgent, knownBrowser },
    })
    remember(call, session.email)
    return presentToken(session)
  })

  bind(app, context, calls.loginWithSecondFactor, async (call) => {
    const { challenge, code, passkey, timeZone } = call.body
    const { address, userAgent } = call.actor
    const isKnownTo = (email: string) =>
      findKnownBrowser({ hashKeys, email, cookies: call.request.headers.cookie }) !== null
    const session = await logInWithSecondFactor(context, {
      ...{ challenge, code, passkey, timeZone },
      ...{ isKnownTo, address, userAgent },
    })
    remember(call, session.email)
    return presentToken(session)
  })

  bind(app, context, calls.logout, async ({ actor }) => {
    await logOut(context, actor)
    return {}
  })

  bind(app, context, calls.listSessions, async ({ actor }) => {
    const sessions = await listOpen(context.db, actor.accountId, context.now())
    return { sessions: sessions.map((session) => presentSession(session, actor.sessionId)) }
  })

  bind(app, context, calls.revokeSession, async ({ actor, params }) => {
    await revokeSession(context, actor, params.id)
    return {}
  })

  bind(app, context, calls.revokeOtherSessions, async ({ actor }) => ({
    revoked: await revokeOtherSessions(context, actor),
  }))
}
