import * as calls from '@countersign/contract/sessions.ts'
import type { FastifyInstance } from 'fastify'
import { bind } from '#api/platform/http/bind.ts'
import { browserOf } from './known-browser.ts'
import { logIn } from './log-in.ts'
import { logInWithSecondFactor } from './log-in-with-second-factor.ts'
import { logOut } from './log-out.ts'
import type { SessionsContext } from './sessions-context.ts'
import { presentSession, presentToken } from './presenter.ts'
import { listOpen } from './repository.ts'
import { revokeOtherSessions, revokeSession } from './revoke-session.ts'

export function registerSessions(app: FastifyInstance, context: SessionsContext): void {
  bind(app, context, calls.login, async (call) => {
    const { email, password, timeZone } = call.body
    const { address, userAgent } = call.actor
    const browser = browserOf(context, call)
    const session = await logIn(context, {
      ...{ email, password, timeZone },
      ...{ address, userAgent, knownBrowser: browser.known(email) },
    })
    browser.remember(session.email)
    return presentToken(session)
  })

  bind(app, context, calls.loginWithSecondFactor, async (call) => {
    const { challenge, code, passkey, timeZone } = call.body
    const { address, userAgent } = call.actor
    const browser = browserOf(context, call)
    const isKnownTo = (email: string) => browser.known(email) !== null
    const session = await logInWithSecondFactor(context, {
      ...{ challenge, code, passkey, timeZone },
      ...{ isKnownTo, address, userAgent },
    })
    browser.remember(session.email)
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
