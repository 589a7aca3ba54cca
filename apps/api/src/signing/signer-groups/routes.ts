import * as calls from '@countersign/contract/signer-groups.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { updateSignerGroup } from './update-signer-group.ts'
import { deleteSignerGroup } from './delete-signer-group.ts'
import { findLimits } from './find-limits.ts'
import { createSignerGroup } from './create-signer-group.ts'
import { presentSignerGroup } from './presenter.ts'
import * as repository from './repository.ts'

export function registerSignerGroups(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.listSignerGroups, async ({ actor, query }) => {
    const { groups, total } = await repository.list(context.db, actor, query)
    return {
      items: groups.map((group) => presentSignerGroup(group, false)),
      page: query.page,
      size: query.size,
      total_items: total,
      total_pages: Math.ceil(total / query.size),
      limits: await findLimits(context.db, actor.accountId),
    }
  })
  bind(app, context, calls.getSignerGroup, async ({ actor, params, query }) => {
    const group = await repository.find(context.db, actor, params.id)
    if (!group) throw new Refusal('not_found')
    return presentSignerGroup(group, query.includeMembers === 'true')
  })
  bind(
    app,
    context,
    calls.createSignerGroup,
    async ({ actor, body }) => presentSignerGroup(await createSignerGroup(context, actor, body), true),
    {
      again: async ({ actor }, id) => {
        const group = await repository.find(context.db, actor, id)
        if (!group) throw new Refusal('not_found')
        return presentSignerGroup(group, true)
      },
    },
  )
  bind(app, context, calls.updateSignerGroup, async ({ actor, params, body }) =>
    presentSignerGroup(await updateSignerGroup(context, actor, params.id, body), true),
  )
  bind(app, context, calls.deleteSignerGroup, async ({ actor, params }) => {
    await deleteSignerGroup(context, actor, params.id)
    return {}
  })
}
