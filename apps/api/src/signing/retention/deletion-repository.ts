import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { shortestNotice, type NoticeState } from './retention.ts'

export interface DueDeletion {
  readonly id: string
  /** As the database has it, to the microsecond. */
  readonly deleteAt: string
}

/**
 * Requests of which someone is to be told, or that are to be deleted, as `dueNotice` and `isDeletionDue` say; from one on,
 * soonest first. What only waits for its hour is not among them: it would be read again and again, before all others.
 */
export async function listDue(
  db: Reader,
  now: Date,
  after: DueDeletion | undefined,
  limit: number,
): Promise<DueDeletion[]> {
  const further = after
    ? sql`AND (delete_at, request_id) > (${after.deleteAt}::timestamptz, ${after.id}::uuid)`
    : sql``
  const noticedBefore = new Date(now.getTime() - shortestNotice)
  const { rows } = await sql<DueDeletion>`
    SELECT request_id AS id, delete_at::text AS "deleteAt" FROM retentions
    WHERE deleted_at IS NULL AND delete_at <= ${now}::timestamptz + interval '168 hours'
      AND CASE WHEN told_day_at IS NULL
        THEN told_week_at IS NULL OR delete_at <= ${now}::timestamptz + interval '24 hours'
        ELSE delete_at <= ${now} AND told_day_at <= ${noticedBefore} END ${further}
    ORDER BY delete_at, request_id LIMIT ${limit}`.execute(db)
  return rows
}

export async function findNoticeState(tx: Transaction, requestId: string): Promise<NoticeState | null> {
  const row = await tx
    .selectFrom('retentions')
    .select(['delete_at', 'told_week_at', 'told_day_at'])
    .where('request_id', '=', requestId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row?.delete_at) return null
  return { deleteAt: row.delete_at, weekNoticeAt: row.told_week_at, dayNoticeAt: row.told_day_at }
}

export async function markNotified(
  tx: Transaction,
  requestId: string,
  notice: 'week' | 'day',
  now: Date,
): Promise<void> {
  const set = notice === 'week' ? { told_week_at: now } : { told_day_at: now }
  await tx.updateTable('retentions').set(set).where('request_id', '=', requestId).execute()
}

/** The versions that this request shows and no other: one that was begun from the same document keeps its own. */
export async function listShownAlone(
  tx: Transaction,
  requestId: string,
  family: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${shownOf(sql`rd.version_id = ANY(${family}::uuid[])`)}
    SELECT DISTINCT own.id FROM shown own
    WHERE own.request_id = ${requestId}
      AND NOT EXISTS (
        SELECT FROM shown s LEFT JOIN retentions t ON t.request_id = s.request_id
        WHERE s.id = own.id AND s.request_id <> ${requestId} AND t.deleted_at IS NULL)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Of these documents the versions that only deleted requests are left to show. */
export async function listLeftBehind(tx: Transaction, roots: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${shownOf(sql`d.root_id = ANY(${roots}::uuid[])`)}
    SELECT DISTINCT own.id FROM shown own
    WHERE NOT EXISTS (
      SELECT FROM shown s LEFT JOIN retentions t ON t.request_id = s.request_id
      WHERE s.id = own.id AND t.deleted_at IS NULL)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Each version that a request shows: the newest it has, and those before it down to what was put into it. */
function shownOf(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`WITH RECURSIVE shown AS (
      SELECT rd.request_id, rd.document_id, d.id, d.parent_id
      FROM request_documents rd JOIN documents d ON d.id = rd.version_id WHERE ${which}
      UNION ALL
      SELECT shown.request_id, shown.document_id, d.id, d.parent_id
      FROM shown JOIN documents d ON d.id = shown.parent_id WHERE shown.id <> shown.document_id
    )`
}

/** Its row stays, as that of a request that was deleted. */
export async function markDeleted(tx: Transaction, requestId: string, now: Date): Promise<void> {
  await tx.updateTable('retentions').set({ deleted_at: now }).where('request_id', '=', requestId).execute()
}
