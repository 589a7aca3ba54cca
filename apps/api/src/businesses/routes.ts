import * as calls from '@countersign/contract/businesses.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/context.ts'
import { bind } from '#api/http/bind.ts'
import type { Business, BusinessRole } from './business.ts'
import { askForDeletion, revokeDeletion } from './delete-business.ts'
import { findSurroundings } from './find-surroundings.ts'
import { foundOwnBusiness } from './found-business.ts'
import { allowApiUserOr, allowMember } from './policy.ts'
import {
  presentBusiness,
  presentMember,
  presentPublicInformation,
  presentSettings,
  readSettings,
} from './presenter.ts'
import { findPublic, findPublicByLink } from './public-information.ts'
import { findMembership, listMembers } from './repository.ts'
import { updateBusiness } from './update-business.ts'
import { updateSettings } from './update-settings.ts'

export function registerBusinesses(app: FastifyInstance, context: Context): void {
  const { db } = context

  bind(app, context, calls.getUserBusiness, async ({ actor }) => {
    const membership = await findMembership(db, actor.accountId)
    if (!membership) return { business: null, role: null, locked: false }
    const { business, role, lockedAt } = membership
    return {
      business: presentBusiness(business, await findSurroundings(db, business.id, context.now()), role),
      role,
      locked: lockedAt !== null,
    }
  })

  bind(app, context, calls.getBusiness, async ({ actor, params }) => {
    const { business, role } = await allowMember(db, actor, params.id)
    return presentBusiness(business, await findSurroundings(db, business.id, context.now()), role)
  })

  const shown = async (business: Business, role: BusinessRole) =>
    presentBusiness(business, await findSurroundings(db, business.id, context.now()), role)

  bind(app, context, calls.createBusiness, async ({ actor, body }) => {
    const business = await foundOwnBusiness(context, actor, {
      name: body.name,
      phone: body.phone ?? null,
      country: body.country ?? null,
      termsAccepted: body.gtc,
      dataProcessingAccepted: body.dpa,
      ucc: body.ucc || null,
    })
    return shown(business, 'admin')
  })

  bind(app, context, calls.updateBusiness, async ({ actor, params, body }) =>
    shown(await updateBusiness(context, actor, params.id, body), 'admin'),
  )

  bind(app, context, calls.deleteBusiness, async ({ actor, params, body }) =>
    shown(await askForDeletion(context, actor, params.id, body), 'admin'),
  )

  bind(app, context, calls.revokeBusinessDeletion, async ({ actor, params }) =>
    shown(await revokeDeletion(context, actor, params.id), 'admin'),
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
    const business = await updateSettings(context, actor, params.id, readSettings(body.settings))
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
