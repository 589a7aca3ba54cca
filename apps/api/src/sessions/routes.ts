import * as calls from '@countersign/contract/sessions.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/context.ts'
import { bind } from '#api/http/bind.ts'
import { logIn } from './log-in.ts'
import { logInWithSecondFactor } from './log-in-with-second-factor.ts'
import { logOut } from './log-out.ts'
import { presentSession, presentToken } from './presenter.ts'
import { listOpen } from './repository.ts'
import { revokeOtherSessions, revokeSession } from './revoke-session.ts'

export function registerSessions(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.login, async ({ body, actor }) => {
    const { email, password } = body
    const { address, userAgent } = actor
    return presentToken(await logIn(context, { email, password, address, userAgent }))
  })

  bind(app, context, calls.loginWithSecondFactor, async ({ body, actor }) => {
    const { challenge, code, passkey } = body
    const { address, userAgent } = actor
    const step = { challenge, code, passkey, address, userAgent }
    return presentToken(await logInWithSecondFactor(context, step))
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
