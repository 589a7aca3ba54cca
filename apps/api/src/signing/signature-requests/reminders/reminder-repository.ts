import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** Counts a reminder now for those of these signers who had none since `before`; answers who they are. */
export async function markReminded(
  tx: Transaction,
  signatureIds: readonly string[],
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<Set<string>> {
  if (signatureIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    UPDATE signatures SET reminded_at = ${now}
    WHERE id = ANY(${signatureIds}::uuid[]) AND (reminded_at IS NULL OR reminded_at <= ${before})
    RETURNING id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Open requests whose signers may be due for a reminder now: `reminderDue` decides, under the lock. */
export async function listEnding(db: Reader, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT r.id FROM signature_requests r,
      LATERAL (SELECT r.expires_at - ${now}::timestamptz AS remaining, r.expires_at - r.initiated_at AS lifetime) t
    WHERE r.status = 'OPEN' AND r.expires_at > ${now} AND r.expires_at <= ${now}::timestamptz + interval '168 hours'
      AND CASE WHEN t.remaining <= interval '48 hours'
        THEN t.lifetime > interval '48 hours' AND r.reminded_before_days IS DISTINCT FROM 2
        ELSE t.lifetime > interval '168 hours' AND r.reminded_before_days IS NULL END
    ORDER BY r.expires_at`.execute(db)
  return rows.map(({ id }) => id)
}

export async function remindedBefore(tx: Transaction, requestId: string): Promise<number | null> {
  const row = await tx
    .selectFrom('signature_requests')
    .select('reminded_before_days')
    .where('id', '=', requestId)
    .executeTakeFirst()
  return row?.reminded_before_days ?? null
}

export async function markRemindedBefore(tx: Transaction, requestId: string, days: number): Promise<void> {
  await tx
    .updateTable('signature_requests')
    .set({ reminded_before_days: days })
    .where('id', '=', requestId)
    .execute()
}

/** Does any account see the request, apart from this one? */
export async function isSeen(db: Reader, requestId: string, exceptBy?: string): Promise<boolean> {
  const row = await db
    .selectFrom('request_access')
    .select('account_id')
    .where('request_id', '=', requestId)
    .$if(exceptBy !== undefined, (query) => query.where('account_id', '<>', exceptBy ?? ''))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** With the rows of all that belongs to it. */
export async function remove(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('signature_requests').where('id', '=', id).execute()
}

/** Its words; what else it has to say is deleted by those who keep it. */
export async function forgetMessages(tx: Transaction, requestId: string): Promise<void> {
  await tx
    .updateTable('signature_requests')
    .set({ message: '', withdraw_message: null })
    .where('id', '=', requestId)
    .execute()
  await tx
    .updateTable('signatures')
    .set({ decline_message: null })
    .where('request_id', '=', requestId)
    .execute()
}
