import type * as contract from '@countersign/contract/provisioning.ts'
import * as calls from '@countersign/contract/provisioning.ts'
import type { FastifyInstance } from 'fastify'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { bind } from '#api/platform/http/bind.ts'
import type { Context } from '#api/providers/context.ts'
import { mapProvisionedGroup } from './change-groups.ts'
import { listGroups, type ProvisionedGroup } from './group-repository.ts'
import { createScimToken, revokeScimToken } from './change-tokens.ts'
import { scopeOf } from './scope.ts'
import { list, type ScimToken } from './token-repository.ts'

export function registerProvisioning(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.listScimTokens, async ({ actor, params }) => {
    await allowAdmin(context.db, actor, params.id)
    const tokens = await list(context.db, params.id, context.now())
    return { url: `${context.config.publicUrl}/scim/v2`, tokens: tokens.map(presentToken) }
  })

  bind(app, context, calls.createScimToken, async ({ actor, params, body }) => {
    const { token, details } = await createScimToken(context, actor, params.id, body)
    return { token, details: presentToken(details) }
  })

  bind(app, context, calls.revokeScimToken, async ({ actor, params }) => {
    await revokeScimToken(context, actor, params.id, params.tokenId)
    return {}
  })

  bind(app, context, calls.listProvisionedGroups, async ({ actor, params }) => {
    await allowAdmin(context.db, actor, params.id)
    const scope = await scopeOf(context.db, params.id, context.now())
    return { groups: (await listGroups(context.db, scope)).map(presentGroup) }
  })

  bind(app, context, calls.mapProvisionedGroup, async ({ actor, params, body }) => {
    const { id, groupId } = params
    return presentGroup(await mapProvisionedGroup(context, actor, id, { groupId, role: body.role }))
  })
}

const presentGroup = ({ id, displayName, role, members }: ProvisionedGroup): contract.ProvisionedGroup => ({
  ...{ id, name: displayName, role },
  members: members.length,
})

function presentToken({ createdAt, expiresAt, lastUsedAt, ...token }: ScimToken): contract.ScimToken {
  return {
    ...token,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
