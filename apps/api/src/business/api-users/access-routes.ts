import { listPaidSignatures, loginApiUser, loginApiUserV3 } from '@countersign/contract/integration.ts'
import type { FastifyInstance } from 'fastify'
import { listActivities } from '#api/business/activity/list-activities.ts'
import { readRange } from '#api/business/activity/read-range.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { logInApiUser } from './log-in-api-user.ts'
import { presentPaidSignatures } from './presenter.ts'
import type { PlanLimits } from '#api/business/businesses/billing-steps.ts'

/** What API users call and nobody else. */
export async function registerApiAccess(app: FastifyInstance, context: Context & PlanLimits): Promise<void> {
  // Signing in takes a form as well: a part of its own, for no other call does.
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

  bind(app, context, listPaidSignatures, async ({ actor: { businessId }, query }) => {
    const { page, size, sort } = query
    const newestFirst = sort === '-timestamp' || sort === 'desc'
    const filter = {
      kind: 'signature',
      businessId,
      range: readRange(query),
      page,
      size,
      newestFirst,
    } as const
    return presentPaidSignatures(businessId, await listActivities(context.db, filter), { page, size })
  })
}
