import * as calls from '@countersign/contract/usage.ts'
import type { FastifyInstance } from 'fastify'
import { providerForNew } from '#api/billing/subscriptions/provider-refusal.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { acceptFreeMigration, getOwnUsage } from './free-plan.ts'
import { getUsage } from './get-usage.ts'

export function registerUsage(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.getUsage, async ({ actor, params }) => {
    providerForNew(context)
    const { business } = await allowAdmin(context.db, actor, params.id)
    return getUsage(context, business)
  })

  bind(app, context, calls.getOwnUsage, ({ actor }) => getOwnUsage(context, actor.accountId))

  bind(app, context, calls.acceptFreeMigration, async ({ actor }) => {
    await acceptFreeMigration(context, actor.accountId)
    return getOwnUsage(context, actor.accountId)
  })
}
