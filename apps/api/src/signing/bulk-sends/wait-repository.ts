import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

export interface RowWait {
  readonly until: Date
  readonly reason: 'recipient_limit' | 'sender_limit'
  /** The mailbox whose limit it is, where it is one of the row's own. */
  readonly email: string | null
}

/** The rows that wait for one limit: this one, and all that would reach it too. */
export interface RowsWaiting {
  readonly row: number
  /** All that are left, or those that ask the same mailbox first as one of these roles. */
  readonly others: 'all' | readonly string[]
}

/** Rows that are being sent at this moment are skipped: they reach the limit themselves. */
export async function markWaiting(
  tx: Transaction,
  sendId: string,
  { row, others }: RowsWaiting,
  { until, reason, email }: RowWait,
): Promise<void> {
  const roles = others === 'all' || email === null ? [] : others
  const signers = roles.map((roleId) => JSON.stringify([{ roleId, email }]))
  await sql`
    UPDATE bulk_send_rows SET waits_until = ${until}, wait_reason = ${reason}, wait_email = ${email}
    WHERE send_id = ${sendId} AND row IN (
      SELECT row FROM bulk_send_rows
      WHERE send_id = ${sendId} AND state = 'pending' AND (waits_until IS NULL OR waits_until < ${until})
        AND (row = ${row} OR ${others === 'all'} OR content -> 'signers' @> ANY (${signers}::jsonb[]))
      ORDER BY row FOR UPDATE SKIP LOCKED)`.execute(tx)
}

/** When the next row may be sent, which may be past; null where none is left. */
export async function findNextDue(db: Reader, sendId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('bulk_send_rows')
    .select(sql<Date | null>`min(coalesce(waits_until, to_timestamp(0)))`.as('due'))
    .where('send_id', '=', sendId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return row?.due ?? null
}
