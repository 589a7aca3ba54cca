import { sql } from 'kysely'
import type { PaymentProviderRow } from '#api/platform/db/billing-tables.ts'
import type { Reader } from '#api/platform/db/transaction.ts'

export interface Unsynced {
  readonly provider: PaymentProviderRow
  /** With a plan that this provider charges as far as we know. */
  readonly businesses: number
  /** Open ones. */
  readonly orders: number
  /** Not processed. */
  readonly webhooks: number
  /** Signatures beyond the included that it has not charged yet. */
  readonly usage: number
}

/** What is to be synced with each provider, whether it is configured or not. */
export async function listUnsynced(db: Reader): Promise<Unsynced[]> {
  const { rows } = await sql<Unsynced>`
    SELECT p.provider,
      (SELECT count(*) FROM subscriptions s WHERE s.provider = p.provider AND s.live)::int AS businesses,
      (SELECT count(*) FROM billing_orders o WHERE o.provider = p.provider AND o.state = 'OPEN')::int AS orders,
      (SELECT count(*) FROM billing_events e WHERE e.provider = p.provider AND e.processed_at IS NULL)::int AS webhooks,
      (SELECT count(*) FROM signature_usage u JOIN business_billing b ON b.business_id = u.business_id
        WHERE u.extra AND u.reported_at IS NULL AND b.provider = p.provider AND b.customer_id IS NOT NULL)::int AS usage
    FROM (VALUES ('STRIPE'), ('CHARGEBEE')) AS p (provider)`.execute(db)
  return rows.filter(({ businesses, orders, webhooks, usage }) => businesses + orders + webhooks + usage > 0)
}
