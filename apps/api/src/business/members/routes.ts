import * as calls from '@countersign/contract/members.ts'
import type { FastifyInstance } from 'fastify'
import { allowAdmin, allowApiUserOr } from '#api/business/businesses/policy.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { acceptInvitation, declineInvitation, listOwnInvitations } from './answer-invitation.ts'
import { resendInvitation, revokeInvitation } from './change-invitation.ts'
import { find, list } from './invitation-repository.ts'
import { inviteMembers } from './invite-members.ts'
import { presentInvitation, presentOwnInvitation } from './presenter.ts'
import type { MembersContext } from './members-context.ts'
import { presentMember } from '#api/business/businesses/presenter.ts'
import { listMembers, type Member } from '#api/business/businesses/repository.ts'
import { changeRoles } from './change-roles.ts'
import { namedMembers } from './named-members.ts'
import { leaveBusiness, removeMembers } from './remove-members.ts'

export function registerMembers(app: FastifyInstance, context: MembersContext): void {
  registerInvitations(app, context)
  registerOwnInvitations(app, context)
  registerPeople(app, context)
}

/** For the admins of a business. */
function registerInvitations(app: FastifyInstance, context: Context): void {
  const now = () => context.now()
  bind(app, context, calls.inviteMembers, async ({ actor, params, body }) => {
    const users = body.users.map(({ lang, ...user }) => ({ ...user, language: lang }))
    const { invited, refused } = await inviteMembers(context, actor, params.id, {
      users,
      message: body.message,
    })
    return {
      invitedMembers: invited.map((one) => presentInvitation(one, now())),
      refused: refused.map(({ until, ...one }) => ({ ...one, ...(until && { until: until.toISOString() }) })),
    }
  })

  bind(app, context, calls.listInvitations, async ({ actor, params }) => {
    await allowApiUserOr(allowAdmin, context.db, actor, params.id)
    const invitations = await list(context.db, params.id)
    return { invitedMembers: invitations.map((one) => presentInvitation(one, now())) }
  })

  bind(app, context, calls.revokeInvitation, async ({ actor, params }) => {
    await revokeInvitation(context, actor, { businessId: params.id, inviteId: params.inviteId })
    return {}
  })

  bind(
    app,
    context,
    calls.resendInvitation,
    async ({ actor, params }) => {
      const which = { businessId: params.id, inviteId: params.inviteId }
      return presentInvitation(await resendInvitation(context, actor, which), now())
    },
    {
      again: async ({ actor, params }) => {
        await allowAdmin(context.db, actor, params.id)
        const invitation = await find(context.db, params.id, params.inviteId)
        if (!invitation) throw new Refusal('not_found')
        return presentInvitation(invitation, now())
      },
    },
  )
}

/** For anyone who is invited. */
function registerOwnInvitations(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.getOwnInvitations, async ({ actor }) => {
    const own = await listOwnInvitations(context, actor)
    return { invitations: own.map(presentOwnInvitation) }
  })

  bind(app, context, calls.getOwnInvitation, async ({ actor, params }) => {
    const own = await listOwnInvitations(context, actor)
    const found = own.find(({ invitation }) => invitation.id === params.inviteId)
    if (!found) throw new Refusal('not_found')
    return presentOwnInvitation(found)
  })

  bind(app, context, calls.acceptInvitation, async ({ actor, params }) => {
    const { businessId, role } = await acceptInvitation(context, actor, params.inviteId)
    return { businessId, role }
  })

  bind(app, context, calls.declineInvitation, async ({ actor, params }) => {
    await declineInvitation(context, actor, params.inviteId)
    return {}
  })
}

/** Who is what in a business, and who goes. */
function registerPeople(app: FastifyInstance, context: MembersContext): void {
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
