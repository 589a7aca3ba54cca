import type { AccountActor } from '#api/platform/actor.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import type { Context } from '#api/providers/context.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { inTurn } from './in-turn.ts'
import { withBilling } from './lock-billing.ts'
import { providerForNew } from './provider-refusal.ts'
import * as repository from './repository.ts'

/** The answer to the operator's offer of the new price plan. It is kept, and the operator moves who accepted. */
export async function acceptFairFlat(
  context: Context,
  actor: AccountActor,
  businessId: string,
  accept: boolean,
): Promise<void> {
  providerForNew(context)
  await allowAdmin(context.db, actor, businessId)
  await inTurn(context.pool, businessId, () =>
    withBilling(context, businessId, async (tx, billing) => {
      await allowAdmin(tx, actor, businessId)
      if (!billing.fairFlatOfferedAt) throw new Refusal('not_found')
      if (billing.fairFlatAnsweredAt) return
      const at = context.now()
      await repository.save(tx, businessId, { fairFlatAnsweredAt: at })
      await appendBusinessEvent(tx, businessId, {
        type: 'price_plan_answered',
        at,
        actor: eventActor(actor),
        data: { accepted: accept },
      })
    }),
  )
}
