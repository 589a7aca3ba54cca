import type { PaymentProviderRow } from '#api/platform/db/billing-tables.ts'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Insertable } from 'kysely'

export interface UnprocessedWebhook {
  readonly provider: PaymentProviderRow
  readonly id: string
  readonly type: string
  readonly receivedAt: Date
}

/** Webhooks that were taken before then and not worked on, the oldest first. */
export async function listUnprocessedBefore(
  db: Reader,
  before: Date,
  limit: number,
): Promise<UnprocessedWebhook[]> {
  const rows = await db
    .selectFrom('billing_events')
    .select(['provider', 'id', 'type', 'received_at'])
    .where('processed_at', 'is', null)
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(limit)
    .execute()
  return rows.map(({ id, provider, received_at: receivedAt, type }) => ({ provider, id, type, receivedAt }))
}

/** False where it was received before. */
export async function insertWebhook(
  tx: Transaction,
  webhook: Insertable<Tables['billing_events']>,
): Promise<boolean> {
  const taken = await tx
    .insertInto('billing_events')
    .values(webhook)
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

interface Customer {
  readonly provider: PaymentProviderRow
  readonly customerId: string
}

/** What came about this customer until then is taken into account. */
export async function markProcessed(
  db: Reader,
  { provider, customerId }: Customer,
  { until, at }: { readonly until: Date; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('billing_events')
    .set({ processed_at: at })
    .where('provider', '=', provider)
    .where('customer_id', '=', customerId)
    .where('processed_at', 'is', null)
    .where('received_at', '<=', until)
    .execute()
}

export async function hasUnprocessed(db: Reader, { provider, customerId }: Customer): Promise<boolean> {
  const row = await db
    .selectFrom('billing_events')
    .select('id')
    .where('provider', '=', provider)
    .where('customer_id', '=', customerId)
    .where('processed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The customers of webhooks whose job failed. */
export async function listWaitingCustomers(
  db: Reader,
  before: Date,
  limit: number,
  providers: readonly PaymentProviderRow[],
): Promise<Customer[]> {
  const rows = await db
    .selectFrom('billing_events')
    .select(['provider', 'customer_id'])
    .distinct()
    .where('processed_at', 'is', null)
    .where('received_at', '<', before)
    .where('provider', 'in', providers)
    .limit(limit)
    .execute()
  return rows.flatMap(({ provider, customer_id: customerId }) =>
    customerId === null ? [] : [{ provider, customerId }],
  )
}
