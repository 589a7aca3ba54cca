import { sql } from 'kysely'
import { beingTransferred } from '#api/platform/db/being-transferred.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { part11DaysAtLeast, type RetentionRule, type RuleFor } from './retention.ts'

export async function findRule(db: Reader, accountId: string): Promise<RetentionRule | null> {
  const row = await db
    .selectFrom('retention_rules')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row
    ? { days: row.days, fromTerminalState: row.from_terminal_state, activatedAt: row.activated_at }
    : null
}

export async function saveRule(tx: Transaction, accountId: string, rule: RetentionRule): Promise<void> {
  const columns = {
    days: rule.days,
    from_terminal_state: rule.fromTerminalState,
    activated_at: rule.activatedAt,
  }
  await tx
    .insertInto('retention_rules')
    .values({ account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute()
}

export async function removeRule(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('retention_rules').where('account_id', '=', accountId).execute()
}

/** How many of the account's requests are under a rule of its own and not deleted yet. */
export async function countUnderRule(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('retentions as t')
    .innerJoin('signature_requests as r', 'r.id', 't.request_id')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('r.owner_id', '=', accountId)
    .where('t.deleted_at', 'is', null)
    .where('t.business_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Requests of the account that are under no rule, or under one of its own that are not deleted yet. */
export async function listOwned(db: Reader, accountId: string, under: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT r.id FROM signature_requests r LEFT JOIN retentions t ON t.request_id = r.id
    WHERE r.owner_id = ${accountId} AND NOT ${sql.raw(beingTransferred('r'))}
      AND ${under ? sql`t.request_id IS NOT NULL AND t.deleted_at IS NULL AND t.business_id IS NULL` : sql`t.request_id IS NULL`}
    ORDER BY r.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Puts a request under the rule; answers when it is deleted, where that is known. Undefined where it is under one. */
export async function insertRetention(
  tx: Transaction,
  requestId: string,
  rule: RuleFor,
  notBefore: Date | null,
): Promise<Date | null | undefined> {
  const inserted = await tx
    .insertInto('retentions')
    .values({
      request_id: requestId,
      days: rule.days,
      from_terminal_state: rule.fromTerminalState,
      not_before: notBefore,
      business_id: rule.business?.id ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 1n) return undefined
  await refreshDeletion(tx, requestId)
  const row = await tx
    .selectFrom('retentions')
    .select('delete_at')
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row?.delete_at ?? null
}

export async function removeRetention(tx: Transaction, requestId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('retentions')
    .where('request_id', '=', requestId)
    .where('deleted_at', 'is', null)
    .where('business_id', 'is', null)
    .executeTakeFirst()
  return removed.numDeletedRows === 1n
}

/**
 * When it is deleted, made again from the request as it now is. Of another day everybody is told again. A regulated record is
 * what was sent as one, and what one signer has signed as one.
 */
export async function refreshDeletion(tx: Transaction, requestId: string): Promise<void> {
  await sql`
    UPDATE retentions t SET delete_at = due.at, told_week_at = NULL, told_day_at = NULL
    FROM (
      SELECT r.id, CASE WHEN start.at IS NULL THEN NULL
        ELSE greatest(start.at + make_interval(hours => 24 * start.days), u.not_before) END AS at
      FROM signature_requests r JOIN retentions u ON u.request_id = r.id CROSS JOIN LATERAL (
        SELECT CASE WHEN u.from_terminal_state OR is_record THEN r.completed_at ELSE r.created_at END AS at,
          CASE WHEN is_record THEN greatest(u.days, ${part11DaysAtLeast}::int) ELSE u.days END AS days
        FROM (SELECT r.quality = 'PART11' OR EXISTS (
          SELECT FROM signings s WHERE s.request_id = r.id AND s.quality = 'PART11' AND s.status = 'SIGNED')) k (is_record)
      ) start
      WHERE r.id = ${requestId}
    ) due
    WHERE t.request_id = due.id AND t.deleted_at IS NULL AND t.delete_at IS DISTINCT FROM due.at`.execute(tx)
}
