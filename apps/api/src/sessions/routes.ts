import { login, logout } from '@countersign/contract/sessions.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/context.ts'
import { bind } from '#api/http/bind.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'

export function registerSessions(app: FastifyInstance, context: Context): void {
  bind(app, context, login, async ({ body, actor }) => {
    const session = await logIn(context, {
      email: body.email,
      password: body.password,
      address: actor.address,
      userAgent: actor.userAgent,
    })
    return { token: session.token, expires_at: session.expiresAt.toISOString() }
  })

  bind(app, context, logout, async ({ request }) => {
    await logOut(context, (request.headers.authorization ?? '').split(' ', 2)[1] ?? '')
    return {}
  })
}
