import * as calls from '@countersign/contract/businesses.ts'
import type { FastifyInstance } from 'fastify'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import type { Business } from './business.ts'
import { askForDeletion, revokeBusinessDeletion } from './delete-business.ts'
import { foundOwnBusiness } from './found-business.ts'
import { allowApiUserOr, allowMember } from './policy.ts'
import { presentMember, presentPublicInformation, presentSettings, readSettings } from './presenter.ts'
import { findPublic, findPublicByLink } from './public-information.ts'
import { findMembership, listMembers } from './repository.ts'
import { showBusiness } from './show-business.ts'
import { updateBusiness } from './update-business.ts'
import { updateBusinessSettings } from './update-business-settings.ts'
import type { BillingView, PlanLimits } from './billing-steps.ts'

export function registerBusinesses(app: FastifyInstance, context: Context & BillingView & PlanLimits): void {
  const { db } = context

  bind(app, context, calls.getUserBusiness, async ({ actor }) => {
    const membership = await findMembership(db, actor.accountId)
    if (!membership) return { business: null, role: null, locked: false }
    const { role, lockedAt } = membership
    return { business: await showBusiness(context, actor, membership), role, locked: lockedAt !== null }
  })

  bind(app, context, calls.getBusiness, async ({ actor, params }) => {
    return showBusiness(context, actor, await allowMember(db, actor, params.id))
  })

  const shownToAdmin = (actor: AccountActor, business: Business) =>
    showBusiness(context, actor, { business, role: 'admin', lockedAt: null })

  bind(app, context, calls.createBusiness, async ({ actor, body }) => {
    const business = await foundOwnBusiness(context, actor, {
      name: body.name,
      phone: body.phone ?? null,
      country: body.country ?? null,
      termsAccepted: body.gtc,
      dataProcessingAccepted: body.dpa,
      ucc: body.ucc || null,
    })
    return shownToAdmin(actor, business)
  })

  bind(app, context, calls.updateBusiness, async ({ actor, params, body }) =>
    shownToAdmin(actor, await updateBusiness(context, actor, params.id, body)),
  )

  bind(app, context, calls.deleteBusiness, async ({ actor, params, body }) =>
    shownToAdmin(actor, await askForDeletion(context, actor, params.id, body)),
  )

  bind(app, context, calls.revokeBusinessDeletion, async ({ actor, params }) =>
    shownToAdmin(actor, await revokeBusinessDeletion(context, actor, params.id)),
  )

  bind(app, context, calls.getPublicInformation, async ({ actor, params }) =>
    presentPublicInformation(await findPublic(db, actor, params.id, context.now())),
  )

  bind(app, context, calls.getDirectPublicInformation, async ({ actor, params }) =>
    presentPublicInformation(await findPublicByLink(db, actor, params.id)),
  )

  bind(app, context, calls.getBusinessSettings, async ({ actor, params }) => {
    const { business } = await allowMember(db, actor, params.id)
    return { settings: presentSettings(business) }
  })

  bind(app, context, calls.updateBusinessSettings, async ({ actor, params, body }) => {
    const business = await updateBusinessSettings(context, actor, params.id, readSettings(body.settings))
    return { settings: presentSettings(business) }
  })

  bind(app, context, calls.listBusinessAdmins, async ({ actor, params }) => {
    await allowApiUserOr(allowMember, db, actor, params.id)
    const people = await listMembers(db, params.id)
    return { admins: people.filter(({ role }) => role === 'admin').map(presentMember) }
  })

  bind(app, context, calls.listBusinessMembers, async ({ actor, params }) => {
    await allowApiUserOr(allowMember, db, actor, params.id)
    const people = await listMembers(db, params.id)
    return { members: people.filter(({ role }) => role === 'member').map(presentMember) }
  })
}
