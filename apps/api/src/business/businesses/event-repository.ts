import type { AdministrativeActType } from '@countersign/contract/administrative-acts.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { nextInChain } from '#api/evidence/event.ts'
import { lockForNoKeyUpdate } from './repository.ts'

export type BusinessEventType = AdministrativeActType

export interface NewBusinessEvent {
  readonly type: BusinessEventType
  readonly at: Date
  readonly actor: EventActor
  readonly data?: Record<string, unknown>
}

export interface BusinessEvent extends NewBusinessEvent {
  readonly data: Record<string, unknown>
}

/** Adds an act of administration to the business's chain, in the transaction of the act. */
export function appendBusinessEvent(
  tx: Transaction,
  businessId: string,
  event: NewBusinessEvent,
): Promise<void> {
  return appendBusinessEvents(tx, businessId, [event])
}

/** The same of several. The business's row is locked first, so that two acts at the same instant follow each other. */
export async function appendBusinessEvents(
  tx: Transaction,
  businessId: string,
  events: readonly NewBusinessEvent[],
): Promise<void> {
  if (events.length === 0) return
  await lockForNoKeyUpdate(tx, businessId)
  let last = await tx
    .selectFrom('business_events')
    .select(['seq', 'hash'])
    .where('business_id', '=', businessId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const rows = events.map((event) => {
    const next = nextInChain(businessId, last, event)
    last = next
    return { business_id: businessId, type: event.type, ...next }
  })
  await tx.insertInto('business_events').values(rows).execute()
}

export async function listBusinessEvents(db: Reader, businessId: string): Promise<BusinessEvent[]> {
  const rows = await db
    .selectFrom('business_events')
    .selectAll()
    .where('business_id', '=', businessId)
    .orderBy('seq')
    .execute()
  return rows.map(({ type, at, actor, data }) => ({ type: type as BusinessEventType, at, actor, data }))
}
