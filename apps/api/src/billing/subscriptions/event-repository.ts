import type { PaymentProviderRow } from '#api/platform/db/billing-tables.ts'
import type { Reader } from '#api/platform/db/transaction.ts'

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
