import * as calls from '@countersign/contract/direct-upgrades.ts'
import type { FastifyInstance } from 'fastify'
import type { AccountActor } from '#api/platform/actor.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import { showBusiness } from '#api/business/businesses/show-business.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { confirmDirectUpgrade, createDirectSetupIntent, previewDirectUpgrade } from './direct-upgrade.ts'
import { inTurn } from '../in-turn.ts'
import { isRefundDue } from '../orders/order.ts'
import * as orders from '../orders/order-repository.ts'
import { providerForNew } from '../provider-refusal.ts'
import { settleDirect } from './settle-direct.ts'
import { refuseTooManySyncs } from '../sync/sync-on-return.ts'
import { billingView } from '../presenter.ts'

/** A personal account that becomes a business with a plan, in one go. */
export function registerDirectUpgrade(app: FastifyInstance, context: Context): void {
  const own = async (actor: AccountActor) => {
    const membership = await findMembership(context.db, actor.accountId)
    return membership && showBusiness({ ...context, ...billingView(context) }, actor, membership)
  }

  bind(app, context, calls.createDirectSetupIntent, ({ actor, body }) =>
    createDirectSetupIntent(context, actor, body.country),
  )

  bind(app, context, calls.previewDirectUpgrade, ({ actor, body }) =>
    previewDirectUpgrade(context, actor, body),
  )

  bind(app, context, calls.confirmDirectUpgrade, async ({ actor, body }) => {
    const { gtc, dpa, phone, ...order } = body
    const termsAccepted = gtc && dpa
    const action = await confirmDirectUpgrade(context, actor, {
      ...order,
      phone: phone ?? null,
      termsAccepted,
    })
    return { business: await own(actor), action }
  })

  bind(app, context, calls.syncDirectUpgrade, async ({ actor }) => {
    providerForNew(context)
    const { accountId } = actor
    await refuseTooManySyncs(context, accountId)
    await inTurn(context.pool, accountId, () => settleDirect(context, accountId))
    const newest = await orders.findNewestDirect(context.db, accountId)
    if (!newest) return { state: 'none' as const, business: null }
    if (newest.state === 'OPEN') return { state: 'waiting' as const, business: null }
    if (isRefundDue(newest)) return { state: 'refund_due' as const, business: null }
    if (newest.state !== 'DONE') return { state: 'failed' as const, business: null }
    return { state: 'done' as const, business: await own(actor) }
  })
}
