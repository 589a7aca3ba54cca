import { loginApiUser, loginApiUserV3 } from '@countersign/contract/integration.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/context.ts'
import { bind } from '#api/http/bind.ts'
import { logInApiUser } from './log-in-api-user.ts'

/** Signing in, by a form as well: a part of its own, for no other call takes one. */
export async function registerApiAccess(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(async (part) => {
    part.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    for (const call of [loginApiUser, loginApiUserV3])
      bind(part, context, call, async ({ body, actor: { address } }) => {
        const { username, 'api-key': key } = body
        const token = await logInApiUser(context, { username, key, address })
        return { contentType: 'text/plain; charset=utf-8', content: Buffer.from(token) }
      })
  })
}
