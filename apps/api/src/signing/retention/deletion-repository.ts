import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { shortestNotice, type Told } from './retention.ts'

export interface Due {
  readonly id: string
  /** As the database has it, to the microsecond. */
  readonly deleteAt: string
}

/**
 * Requests of which somebody is to be told, or that are to be deleted, as `dueNotice` and `isDeletionDue` say; from one on,
 * soonest first. What only waits for its hour is not among them: it would be read again and again, before all others.
 */
export async function listDue(db: Reader, now: Date, after: Due | undefined, limit: number): Promise<Due[]> {
  const further = after
    ? sql`AND (delete_at, request_id) > (${after.deleteAt}::timestamptz, ${after.id}::uuid)`
    : sql``
  const noticedBefore = new Date(now.getTime() - shortestNotice)
  const { rows } = await sql<Due>`
    SELECT request_id AS id, delete_at::text AS "deleteAt" FROM retentions
    WHERE deleted_at IS NULL AND delete_at <= ${now}::timestamptz + interval '168 hours'
      AND CASE WHEN told_day_at IS NULL
        THEN told_week_at IS NULL OR delete_at <= ${now}::timestamptz + interval '24 hours'
        ELSE delete_at <= ${now} AND told_day_at <= ${noticedBefore} END ${further}
    ORDER BY delete_at, request_id LIMIT ${limit}`.execute(db)
  return rows
}

export async function findTold(tx: Transaction, requestId: string): Promise<Told | null> {
  const row = await tx
    .selectFrom('retentions')
    .select(['delete_at', 'told_week_at', 'told_day_at'])
    .where('request_id', '=', requestId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row?.delete_at) return null
  return { deleteAt: row.delete_at, toldWeekAt: row.told_week_at, toldDayAt: row.told_day_at }
}

export async function markTold(
  tx: Transaction,
  requestId: string,
  notice: 'week' | 'day',
  now: Date,
): Promise<void> {
  const set = notice === 'week' ? { told_week_at: now } : { told_day_at: now }
  await tx.updateTable('retentions').set(set).where('request_id', '=', requestId).execute()
}

export interface DeletedContent {
  readonly documents: readonly { readonly documentId: string; readonly sha256: string }[]
  readonly attachments: readonly { readonly attachmentId: string; readonly sha256: string }[]
}

/**
 * Marks as deleted the versions that this request shows and no other: one that was begun from the same document keeps its
 * own. Whoever is just taking a document up is waited for, or finds it gone.
 */
export async function markContentDeleted(
  tx: Transaction,
  requestId: string,
  now: Date,
): Promise<DeletedContent> {
  const roots = await sql<{ id: string }>`
    SELECT d.id FROM documents d WHERE d.root_id IN (
      SELECT own.root_id FROM request_documents rd JOIN documents own ON own.id = rd.document_id
      WHERE rd.request_id = ${requestId})
    ORDER BY d.id FOR UPDATE`.execute(tx)
  const family = roots.rows.map(({ id }) => id)
  const documents = await sql<{ documentId: string; sha256: string }>`
    ${shownOf(sql`rd.version_id = ANY(${family}::uuid[])`)}
    UPDATE documents d SET content_deleted_at = ${now}
    WHERE d.content_deleted_at IS NULL AND d.id IN (SELECT id FROM shown WHERE request_id = ${requestId})
      AND NOT EXISTS (
        SELECT FROM shown s LEFT JOIN retentions t ON t.request_id = s.request_id
        WHERE s.id = d.id AND s.request_id <> ${requestId} AND t.deleted_at IS NULL)
    RETURNING d.id AS "documentId", d.sha256`.execute(tx)
  const attachments = await sql<{ attachmentId: string; sha256: string }>`
    UPDATE attachments SET content_deleted_at = ${now}
    WHERE request_id = ${requestId} AND content_deleted_at IS NULL
    RETURNING id AS "attachmentId", sha256`.execute(tx)
  return { documents: documents.rows, attachments: attachments.rows }
}

/**
 * Of these documents, which a request that goes by hand has shown too: what only deleted ones are left to show is deleted
 * now. Its content goes with the next sweep of the store.
 */
export async function markLeftBehind(tx: Transaction, roots: readonly string[]): Promise<void> {
  await sql`
    ${shownOf(sql`d.root_id = ANY(${roots}::uuid[])`)}
    UPDATE documents d SET content_deleted_at = now()
    WHERE d.content_deleted_at IS NULL AND d.id IN (SELECT id FROM shown)
      AND NOT EXISTS (
        SELECT FROM shown s LEFT JOIN retentions t ON t.request_id = s.request_id
        WHERE s.id = d.id AND t.deleted_at IS NULL)`.execute(tx)
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

/** Everything else that is content: words, pictures of signatures, mails, and what lists and searches show. */
export async function forgetWords(tx: Transaction, requestId: string, now: Date): Promise<void> {
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
  await tx
    .updateTable('signings')
    .set({ images: '{}', visual: null })
    .where('request_id', '=', requestId)
    .execute()
  await tx
    .updateTable('mails')
    .set({ input: '{}' })
    .where('request_id', '=', requestId)
    .where('state', '<>', 'pending')
    .execute()
  await tx.updateTable('retentions').set({ deleted_at: now }).where('request_id', '=', requestId).execute()
}
