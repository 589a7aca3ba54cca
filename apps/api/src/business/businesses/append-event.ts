import type { Transaction } from '#api/platform/db/transaction.ts'
import { nextInChain } from '#api/evidence/event.ts'
import type { NewBusinessEvent } from './business-event.ts'
import { findLastEvent, insertEvents } from './event-repository.ts'
import { lockForNoKeyUpdate } from './repository.ts'

/** Adds an administrative action to the business's chain, in the transaction of the action. */
export function appendBusinessEvent(
  tx: Transaction,
  businessId: string,
  event: NewBusinessEvent,
): Promise<void> {
  return appendBusinessEvents(tx, businessId, [event])
}

/** The same for several. The business's row is locked first, so that simultaneous actions are serialised. */
export async function appendBusinessEvents(
  tx: Transaction,
  businessId: string,
  events: readonly NewBusinessEvent[],
): Promise<void> {
  if (events.length === 0) return
  await lockForNoKeyUpdate(tx, businessId)
  let last = await findLastEvent(tx, businessId)
  const rows = events.map((event) => {
    const next = nextInChain(businessId, last, event)
    last = next
    return { business_id: businessId, type: event.type, ...next }
  })
  await insertEvents(tx, rows)
}
