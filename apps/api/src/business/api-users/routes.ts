import * as calls from '@countersign/contract/api-users.ts'
import type { FastifyInstance } from 'fastify'
import { allowAdmin, allowMember } from '#api/business/businesses/policy.ts'
import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { bind } from '#api/platform/http/bind.ts'
import { deleteApiUser, resetApiUser, updateApiUser } from './update-api-user.ts'
import { createApiUser } from './create-api-user.ts'
import { presentApiRequests, presentApiUser, presentKey } from './presenter.ts'
import { find, list } from './repository.ts'
import { listApiRequests } from './request-repository.ts'
import { listSharing } from './list-sharing.ts'
import type { PlanLimits } from '#api/business/businesses/billing-steps.ts'

export function registerApiUsers(app: FastifyInstance, context: Context & PlanLimits): void {
  const named = ({ id, username }: { id: string; username: string }) => ({ businessId: id, username })

  bind(app, context, calls.listApiUsers, async ({ actor, params }) => {
    await allowAdmin(context.db, actor, params.id)
    return { apiUsers: (await list(context.db, params.id)).map(presentApiUser) }
  })

  bind(app, context, calls.listSharingApiUsers, async ({ actor, params }) => {
    await allowMember(context.db, actor, params.id)
    const sharing = await listSharing(context.db, actor.accountId)
    return { apiUsers: sharing.map(({ username, description }) => ({ username, description })) }
  })

  bind(app, context, calls.createApiUser, async ({ actor, params, body }) =>
    presentKey(await createApiUser(context, actor, params.id, body)),
  )

  bind(app, context, calls.updateApiUser, async ({ actor, params, body }) =>
    presentApiUser(await updateApiUser(context, actor, named(params), body)),
  )

  bind(app, context, calls.resetApiUser, async ({ actor, params, body }) =>
    presentKey(await resetApiUser(context, actor, named(params), body)),
  )

  bind(app, context, calls.listApiRequests, async ({ actor, params, query }) => {
    await allowAdmin(context.db, actor, params.id)
    const apiUser = await find(context.db, params.id, params.username)
    if (!apiUser) throw new Refusal('not_found')
    const { page, size, search } = query
    const found = await listApiRequests(context.reads.db, {
      apiUserId: apiUser.id,
      failedOnly: query.failed === 'true',
      search,
      offset: (page - 1) * size,
      limit: size,
    })
    return presentApiRequests(found, { page, size })
  })
  bind(app, context, calls.deleteApiUser, async ({ actor, params }) => {
    await deleteApiUser(context, actor, named(params))
    return {}
  })
}
