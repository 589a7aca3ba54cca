import { type Insertable, sql } from 'kysely'
import { inParts, rowsAtOnce } from '#api/platform/values/in-parts.ts'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { BusinessEvent, BusinessEventType } from './business-event.ts'

/** The last event of a business's chain. */
export function findLastEvent(
  tx: Transaction,
  businessId: string,
): Promise<{ readonly seq: number; readonly hash: Buffer } | undefined> {
  return tx
    .selectFrom('business_events')
    .select(['seq', 'hash'])
    .where('business_id', '=', businessId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertEvents(
  tx: Transaction,
  rows: readonly Insertable<Tables['business_events']>[],
): Promise<void> {
  for (const some of inParts(rows, rowsAtOnce)) await tx.insertInto('business_events').values(some).execute()
}

/** A business's history from the first event on, or those of some types. */
export async function listBusinessEvents(
  db: Reader,
  businessId: string,
  types?: readonly BusinessEventType[],
): Promise<BusinessEvent[]> {
  const rows = await db
    .selectFrom('business_events')
    .select(['type', 'at', 'actor', 'data'])
    .where('business_id', '=', businessId)
    .$if(types !== undefined, (query) => query.where('type', 'in', types ?? []))
    .orderBy('seq')
    .execute()
  return rows.map((row) => ({ ...row, type: row.type as BusinessEventType }))
}

/** Whether someone else ended the last membership of an account: an admin, or the business's identity provider. */
export async function wasRemoved(db: Reader, businessId: string, accountId: string): Promise<boolean> {
  const departure = await lastDeparture(db, businessId, accountId)
  return departure?.type === 'member_removed' && departure.actor.accountId !== accountId
}

/** Who took over what someone had when they last left a business; null where nobody did. */
export async function findLastHeir(
  db: Reader,
  businessId: string,
  accountId: string,
): Promise<string | null> {
  return (await lastDeparture(db, businessId, accountId))?.heir ?? null
}

function lastDeparture(db: Reader, businessId: string, accountId: string) {
  return db
    .selectFrom('business_events')
    .select(['type', 'actor', sql<string | null>`data ->> 'handedOverTo'`.as('heir')])
    .where('business_id', '=', businessId)
    .where('type', 'in', ['member_removed', 'member_left'])
    .where(sql<boolean>`data ->> 'accountId' = ${accountId}`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}
