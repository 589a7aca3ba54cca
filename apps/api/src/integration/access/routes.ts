import { loginApiUser, loginApiUserV1, loginApiUserV3 } from '@countersign/contract/integration/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { logInApiUser } from '#api/business/api-users/log-in-api-user.ts'
import type { PlanLimits } from '#api/business/businesses/billing-steps.ts'

/** Where API users sign in. */
export async function registerApiAccess(app: FastifyInstance, context: Context & PlanLimits): Promise<void> {
  // Signing in takes a form as well: a part of its own, for no other call does.
  await app.register(async (part) => {
    part.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    for (const call of [loginApiUser, loginApiUserV1, loginApiUserV3])
      bind(part, context, call, async ({ body, actor: { address } }) => {
        const { username, 'api-key': key } = body
        const token = await logInApiUser(context, { username, key, address })
        return { contentType: 'text/plain; charset=utf-8', content: Buffer.from(token) }
      })
  })
}
