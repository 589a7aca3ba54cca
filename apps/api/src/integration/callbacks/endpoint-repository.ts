import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

export interface CallbackEndpoint {
  readonly apiUserId: string
  readonly host: string
}

export async function recordSuccess(tx: Transaction, { apiUserId, host }: CallbackEndpoint): Promise<void> {
  await tx
    .updateTable('callback_endpoints')
    .set({ failing_since: null, notified_at: null })
    .where('api_user_id', '=', apiUserId)
    .where('host', '=', host)
    .where('failing_since', 'is not', null)
    .execute()
}

export async function recordFailure(
  tx: Transaction,
  { apiUserId, host }: CallbackEndpoint,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('callback_endpoints')
    .values({ api_user_id: apiUserId, host, failing_since: at, last_failed_at: at })
    .onConflict((conflict) =>
      conflict.columns(['api_user_id', 'host']).doUpdateSet((eb) => ({
        failing_since: eb.fn.coalesce('callback_endpoints.failing_since', eb.val(at)),
        last_failed_at: at,
      })),
    )
    .execute()
}

export interface FailingEndpoint extends CallbackEndpoint {
  readonly username: string
  readonly description: string
  readonly businessId: string
  readonly failingSince: Date
}

/** Those without a success since `before`, with a failure since then, of which nobody was told since then. */
export async function takeFailing(tx: Transaction, before: Date, now: Date): Promise<FailingEndpoint[]> {
  const { rows } = await sql<{
    api_user_id: string
    host: string
    username: string
    description: string
    business_id: string
    failing_since: Date
  }>`
    UPDATE callback_endpoints e SET notified_at = ${now}
    FROM api_users u
    WHERE u.id = e.api_user_id AND u.deleted_at IS NULL AND e.failing_since <= ${before}
      AND e.last_failed_at > ${before} AND (e.notified_at IS NULL OR e.notified_at <= ${before})
    RETURNING e.api_user_id, e.host, e.failing_since, u.username, u.description, u.business_id`.execute(tx)
  return rows.map((row) => ({
    apiUserId: row.api_user_id,
    host: row.host,
    username: row.username,
    description: row.description,
    businessId: row.business_id,
    failingSince: row.failing_since,
  }))
}

/** Deletes what is said of hosts that were not called since. */
export async function removeOld(db: Reader, before: Date): Promise<void> {
  await db.deleteFrom('callback_endpoints').where('last_failed_at', '<', before).execute()
}
