import { businessesNamed, type Command } from '#api/business/businesses/command.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { save } from '#api/billing/subscriptions/repository.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { changeBilling } from './change-billing.ts'

/** Offers the new price plan, once: a business that has answered is not asked again. */
export const offerFairFlat: Command = async (context, options, given) => {
  const lines: string[] = []
  for (const business of await businessesNamed(context, options, given))
    lines.push(
      await changeBilling(context, business, async (tx, { fairFlatAnsweredAt, fairFlatOfferedAt }) => {
        if (fairFlatAnsweredAt) return `${business.name} has answered the offer.`
        if (fairFlatOfferedAt) return `${business.name} has the offer already.`
        const at = context.now()
        await save(tx, business.id, { fairFlatOfferedAt: at })
        await appendBusinessEvent(tx, business.id, { type: 'price_plan_offered', at, actor: systemActor })
        return `${business.name} is offered the new price plan.`
      }),
    )
  return lines.join('\n') || 'There is no business.'
}
