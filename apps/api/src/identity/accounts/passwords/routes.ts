import * as calls from '@countersign/contract/passwords.ts'
import type { FastifyInstance } from 'fastify'
import type { SessionsContext } from '#api/identity/sessions/sessions-context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { changePassword } from './change-password.ts'
import { rateTypedPassword } from './rate-typed-password.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'

export function registerPasswords(app: FastifyInstance, context: SessionsContext): void {
  bind(app, context, calls.checkPassword, async ({ body, actor }) => {
    const { password, token } = body
    const { problem, score } = await rateTypedPassword(context, { password, token, address: actor.address })
    return { validPassword: problem === null, error: problem, score }
  })

  bind(app, context, calls.changePassword, async ({ body, actor }) => {
    await changePassword(context, actor, { old: body.old, new: body.new })
    return {}
  })

  bind(app, context, calls.requestReset, async ({ body, actor }) => {
    await requestReset(context, { email: body.email, language: body.lang, address: actor.address })
    return {}
  })

  bind(app, context, calls.resetPassword, ({ body, actor }) =>
    resetPassword(context, {
      token: body.token,
      new: body.new,
      address: actor.address,
      userAgent: actor.userAgent,
    }),
  )
}
