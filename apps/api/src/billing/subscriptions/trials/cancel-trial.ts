import type { AccountActor } from '#api/platform/actor.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import type { Context } from '#api/providers/context.ts'
import { billingStateOf } from '#api/billing/plans/billing-state.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { inTurn } from '../in-turn.ts'
import { withBilling } from '../lock-billing.ts'
import { providerForNew } from '../provider-refusal.ts'
import * as repository from '../repository.ts'

/** Ends the trial now. Buying a plan opens the business again. */
export async function cancelTrial(context: Context, actor: AccountActor, businessId: string): Promise<void> {
  providerForNew(context)
  await allowAdmin(context.db, actor, businessId)
  await inTurn(context.pool, businessId, () =>
    withBilling(context, businessId, async (tx, billing) => {
      await allowAdmin(tx, actor, businessId)
      const at = context.now()
      const live = await repository.findLive(tx, businessId)
      if (!billingStateOf(billing, live, at).isTrial) throw new Refusal('billing.trial_over')
      await repository.save(tx, businessId, { trialCancelledAt: at })
      await appendBusinessEvent(tx, businessId, {
        type: 'trial_cancelled',
        at,
        actor: eventActor(actor),
        data: { wouldHaveEndedAt: billing.trialEndsAt.toISOString() },
      })
    }),
  )
}
