import * as calls from '@countersign/contract/business-people.ts'
import type { FastifyInstance } from 'fastify'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { presentMember } from '#api/business/businesses/presenter.ts'
import { listMembers, type Member } from '#api/business/businesses/repository.ts'
import { bind } from '#api/platform/http/bind.ts'
import { changeRoles } from './change-roles.ts'
import { namedMembers } from './named-members.ts'
import { leaveBusiness, removeMembers } from './remove-members.ts'
import type { MembersContext } from './members-context.ts'

/** Who is what in a business, and who goes. */
export function registerPeople(app: FastifyInstance, context: MembersContext): void {
  bind(app, context, calls.changeToAdmins, async ({ actor, params, body }) =>
    presentBoth(await changeRoles(context, actor, params.id, { ids: body.user_ids, role: 'admin' })),
  )

  bind(app, context, calls.changeToMembers, async ({ actor, params, body }) =>
    presentBoth(await changeRoles(context, actor, params.id, { ids: body.user_ids, role: 'member' })),
  )

  bind(app, context, calls.previewRemoval, async ({ actor, params, body }) => {
    await allowAdmin(context.db, actor, params.id)
    const named = namedMembers(await listMembers(context.db, params.id), body.user_ids)
    const counted = named.map(async (member) => ({
      id: member.accountId,
      ...(await context.countOwnedContent(context.db, member)),
    }))
    return { members: await Promise.all(counted) }
  })

  bind(app, context, calls.removeMembers, async ({ actor, params, body }) => {
    const given = { ids: body.user_ids, transferTo: body.transfer_to }
    return presentBoth(await removeMembers(context, actor, params.id, given))
  })

  bind(app, context, calls.leaveBusiness, async ({ actor, params, body }) => {
    await leaveBusiness(context, actor, params.id, body.transfer_to)
    return {}
  })
}

function presentBoth(people: readonly Member[]) {
  const those = (role: Member['role']) => people.filter((one) => one.role === role).map(presentMember)
  return { admins: those('admin'), members: those('member') }
}
