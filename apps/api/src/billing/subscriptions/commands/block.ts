import { businessNamed, type Command } from '#api/business/businesses/command.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { save } from '#api/billing/subscriptions/repository.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { changeBilling } from './change-billing.ts'

/** Locks a business that does not pay: it keeps its documents, and sends nothing. Its subscription is left as it is. */
export const block: Command = async (context, _, [named]) => {
  const business = await businessNamed(context, named)
  return changeBilling(context, business, async (tx, { blockedAt }) => {
    if (blockedAt) return `${business.name} is blocked already, since ${blockedAt.toISOString()}.`
    const at = context.now()
    await save(tx, business.id, { blockedAt: at })
    await appendBusinessEvent(tx, business.id, { type: 'business_blocked', at, actor: systemActor })
    return `${business.name} is blocked.`
  })
}

export const unblock: Command = async (context, _, [named]) => {
  const business = await businessNamed(context, named)
  return changeBilling(context, business, async (tx, { blockedAt }) => {
    if (!blockedAt) return `${business.name} is not blocked.`
    await save(tx, business.id, { blockedAt: null })
    await appendBusinessEvent(tx, business.id, {
      type: 'business_unblocked',
      at: context.now(),
      actor: systemActor,
    })
    return `${business.name} is no longer blocked.`
  })
}
