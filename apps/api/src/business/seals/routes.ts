import * as calls from '@countersign/contract/seals.ts'
import type { FastifyInstance } from 'fastify'
import type { AccountActor } from '#api/platform/actor.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { addSealMembers, removeSealMembers } from './change-seal-members.ts'
import { updateSeal, deleteSealImage, setSealImage } from './update-seal.ts'
import { listOwnSeals, listSealsOf, showSeals } from './list-seals.ts'
import { openSeal } from './policy.ts'
import * as repository from './repository.ts'
import type { Seal } from './seal.ts'

export function registerSeals(app: FastifyInstance, context: Context): void {
  const { db } = context
  const showOne = async (seal: Seal, actor: AccountActor, isAdmin = true) => {
    const { accountId } = actor
    const [shown] = await showSeals(db, [seal], { accountId, isAdmin })
    if (!shown) throw new Refusal('not_found')
    return shown
  }
  const named = ({ id, sealId }: { id: string; sealId: string }) => ({ businessId: id, named: sealId })

  bind(app, context, calls.listSeals, async ({ actor, params }) => {
    await allowAdmin(db, actor, params.id)
    return { seals: await listSealsOf(db, params.id, actor.accountId) }
  })

  bind(app, context, calls.listOwnSeals, async ({ actor }) => ({
    seals: await listOwnSeals(db, actor.accountId),
  }))

  bind(app, context, calls.getSeal, async ({ actor, params }) => {
    const { seal, isAdmin } = await openSeal(db, actor, params.id, params.sealId)
    return showOne(seal, actor, isAdmin)
  })

  bind(app, context, calls.updateSeal, async ({ actor, params, body }) =>
    showOne(await updateSeal(context, actor, named(params), body), actor),
  )

  bind(app, context, calls.addSealMembers, async ({ actor, params, body }) =>
    showOne(await addSealMembers(context, actor, named(params), body.members), actor),
  )

  bind(app, context, calls.removeSealMembers, async ({ actor, params, body }) =>
    showOne(await removeSealMembers(context, actor, named(params), body.members), actor),
  )

  bind(app, context, calls.getSealImage, async ({ actor, params }) => {
    const { seal } = await openSeal(db, actor, params.id, params.sealId)
    const content = await repository.findImage(db, seal.id)
    if (!content) throw new Refusal('not_found')
    return { contentType: 'image/png', content }
  })

  bind(app, context, calls.setSealImage, async ({ actor, params, body }) =>
    showOne(await setSealImage(context, actor, named(params), body.image), actor),
  )

  bind(app, context, calls.deleteSealImage, async ({ actor, params }) =>
    showOne(await deleteSealImage(context, actor, named(params)), actor),
  )
}
