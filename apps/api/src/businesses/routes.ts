import * as calls from '@countersign/contract/businesses.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/context.ts'
import { bind } from '#api/http/bind.ts'
import { allowMember } from './policy.ts'
import { presentBusiness, presentMember, presentSettings, readSettings } from './presenter.ts'
import { findMembership, listMembers } from './repository.ts'
import { updateSettings } from './update-settings.ts'

export function registerBusinesses(app: FastifyInstance, context: Context): void {
  const { db } = context

  bind(app, context, calls.getUserBusiness, async ({ actor }) => {
    const membership = await findMembership(db, actor.accountId)
    if (!membership) return { business: null, role: null }
    const { business, role } = membership
    return { business: presentBusiness(business, await listMembers(db, business.id)), role }
  })

  bind(app, context, calls.getBusiness, async ({ actor, params }) => {
    const { business } = await allowMember(db, actor, params.id)
    return presentBusiness(business, await listMembers(db, business.id))
  })

  bind(app, context, calls.getBusinessSettings, async ({ actor, params }) => {
    const { business } = await allowMember(db, actor, params.id)
    return { settings: presentSettings(business.settings) }
  })

  bind(app, context, calls.updateBusinessSettings, async ({ actor, params, body }) => {
    const settings = await updateSettings(context, actor, params.id, readSettings(body.settings))
    return { settings: presentSettings(settings) }
  })

  bind(app, context, calls.listBusinessAdmins, async ({ actor, params }) => {
    await allowMember(db, actor, params.id)
    const people = await listMembers(db, params.id)
    return { admins: people.filter(({ role }) => role === 'admin').map(presentMember) }
  })

  bind(app, context, calls.listBusinessMembers, async ({ actor, params }) => {
    await allowMember(db, actor, params.id)
    const people = await listMembers(db, params.id)
    return { members: people.filter(({ role }) => role === 'member').map(presentMember) }
  })
}
