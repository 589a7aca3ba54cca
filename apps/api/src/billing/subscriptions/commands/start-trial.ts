import { businessNamed, type Command, numberIn } from '#api/business/businesses/command.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { findLastCustomer } from '#api/billing/subscriptions/orders/order-repository.ts'
import { findLive, save } from '#api/billing/subscriptions/repository.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { billingStateOf } from '#api/billing/plans/billing-state.ts'
import { changeBilling } from './change-billing.ts'

/** A trial from now on, longer or shorter than the one that runs; also after one that is over or was cancelled. */
export const startTrial: Command = async (context, options, [named]) => {
  const length = numberIn(options, 'days', 365)
  const business = await businessNamed(context, named)
  return changeBilling(context, business, async (tx, billing) => {
    const at = context.now()
    const live = await findLive(tx, business.id)
    // A blocked business has its plan as well.
    const { plan, isTrial } = billingStateOf({ ...billing, blockedAt: null }, live, at)
    if (plan !== null && !isTrial) throw new NotDone(`${business.name} has the plan ${plan}.`)
    const customer = await findLastCustomer(tx, business.id)
    const trialEndsAt = new Date(at.getTime() + length * 86_400_000)
    await save(tx, business.id, {
      trialEndsAt,
      trialCancelledAt: null,
      // A plan by invoice that is over would keep the trial from counting.
      ...(billing.provider === 'MANUAL' ? { provider: null, ...customer, manual: null } : {}),
    })
    await appendBusinessEvent(tx, business.id, {
      type: 'trial_set',
      at,
      actor: systemActor,
      data: { endsAt: trialEndsAt.toISOString() },
    })
    return `The trial of ${business.name} ends at ${trialEndsAt.toISOString()}.`
  })
}
