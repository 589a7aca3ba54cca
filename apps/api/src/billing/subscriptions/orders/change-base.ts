import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { billingStateOf } from '#api/billing/plans/billing-state.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { placeOrder } from './place-order.ts'
import { providerForNew } from '../provider-refusal.ts'

/** The plan ends with its period, or continues after all. */
export async function changeBase(
  context: Context,
  actor: AccountActor,
  businessId: string,
  { ends }: { readonly ends: boolean },
): Promise<void> {
  providerForNew(context)
  await placeOrder(context, actor, businessId, async (_tx, billing, live) => {
    if (billingStateOf(billing, live, context.now()).paymentMethod === 'MANUAL')
      throw new Refusal('billing.manual')
    if (!live) throw new Refusal('billing.no_subscription')
    if ((live.cancelAt !== null) === ends) return null
    return { kind: ends ? 'CANCEL' : 'REVOKE', subscriptionId: live.id, wish: {} }
  })
}
