import { sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { RowContent, RowProblem } from './check-rows.ts'
import type { RowWait } from './wait-repository.ts'

export interface Counts {
  readonly rows: number
  readonly pending: number
  readonly sent: number
  readonly refused: number
  readonly cancelled: number
  readonly undelivered: number
  /** Of the pending ones, those that wait for a limit on emails. */
  readonly waiting: number
}

export interface SendSummary extends Counts {
  readonly id: string
  readonly template_id: string | null
  readonly template_name: string
  readonly created_at: Date
  /** When the first of those that wait for a limit is sent. */
  readonly waits_until: Date | null
  /** Whether its template has fields to fill in. */
  readonly has_fields: boolean
}

const countsAt = (now: Date) => sql`
  SELECT count(*)::int AS rows, count(*) FILTER (WHERE r.state = 'pending')::int AS pending,
    count(*) FILTER (WHERE r.state = 'sent')::int AS sent,
    count(*) FILTER (WHERE r.state = 'refused')::int AS refused,
    count(*) FILTER (WHERE r.state = 'cancelled')::int AS cancelled,
    count(*) FILTER (WHERE r.state = 'pending' AND r.waits_until > ${now})::int AS waiting,
    min(r.waits_until) FILTER (WHERE r.state = 'pending' AND r.waits_until > ${now}) AS waits_until,
    count(*) FILTER (WHERE EXISTS (SELECT FROM signatures s
      WHERE s.request_id = r.request_id AND s.delivery_state = 'failed'))::int AS undelivered
  FROM bulk_send_rows r WHERE r.send_id = t.id`
const columns = sql`t.id, t.template_id, t.template_name, t.created_at, counted.*,
  jsonb_path_exists(t.template, '$.roles[*].documents[*].fields[*]') AS has_fields`

/** Someone's sends, the newest first, and how many there are. */
export async function listSends(
  db: Reader,
  ownerId: string,
  { page, size, now }: { readonly page: number; readonly size: number; readonly now: Date },
): Promise<{ items: SendSummary[]; total: number }> {
  // An empty page has one row, for the total.
  const { rows } = await sql<(SendSummary | { readonly id: null }) & { readonly total: number }>`
    SELECT ${columns}, owned.total FROM (
      SELECT count(*)::int AS total FROM bulk_sends WHERE owner_id = ${ownerId}) owned
    LEFT JOIN (SELECT * FROM bulk_sends WHERE owner_id = ${ownerId}
      ORDER BY created_at DESC, id LIMIT ${size} OFFSET ${(page - 1) * size}) t ON true
    CROSS JOIN LATERAL (${countsAt(now)}) counted ORDER BY t.created_at DESC, t.id`.execute(db)
  return { items: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}

export async function findSummary(
  db: Reader,
  id: string,
  { ownerId, now }: { readonly ownerId: string; readonly now: Date },
): Promise<SendSummary | null> {
  const { rows } = await sql<SendSummary>`
    SELECT ${columns} FROM bulk_sends t CROSS JOIN LATERAL (${countsAt(now)}) counted
    WHERE t.id = ${id} AND t.owner_id = ${ownerId}`.execute(db)
  return rows[0] ?? null
}

export interface SentRow {
  readonly row: number
  readonly state: 'pending' | 'sent' | 'refused' | 'cancelled'
  readonly content: RowContent
  readonly problems: readonly RowProblem[]
  readonly request_id: string | null
  readonly delivery: 'pending' | 'sent' | 'failed' | null
  readonly done_at: Date | null
  /** A limit on emails that it waits for. */
  readonly wait: RowWait | null
}

export type RowFilter = 'PENDING' | 'SENT' | 'REFUSED' | 'CANCELLED' | 'UNDELIVERED'

/** The rows of a send in their order, with how the mails of each went: the worst of them tells. */
export async function listRows(
  db: Reader,
  sendId: string,
  options: {
    readonly page: number
    readonly size: number
    readonly state?: RowFilter | undefined
    readonly now: Date
  },
): Promise<SentRow[]> {
  const { page, size, state, now } = options
  const isFailed = sql`EXISTS (SELECT FROM signatures s WHERE s.request_id = r.request_id AND s.delivery_state = 'failed')`
  const filter =
    state === undefined
      ? sql``
      : state === 'UNDELIVERED'
        ? sql`AND ${isFailed}`
        : sql`AND r.state = ${state.toLowerCase()}`
  const { rows } = await sql<Omit<SentRow, 'wait'> & WaitColumns>`
    SELECT r.row, r.state, r.content, r.problems, r.request_id, r.done_at, r.waits_until, r.wait_reason, r.wait_email, (
      SELECT CASE WHEN bool_or(s.delivery_state = 'failed') THEN 'failed'
        WHEN bool_or(s.delivery_state = 'pending') THEN 'pending'
        WHEN bool_or(s.delivery_state = 'sent') THEN 'sent' END
      FROM signatures s WHERE s.request_id = r.request_id) AS delivery
    FROM bulk_send_rows r WHERE r.send_id = ${sendId} ${filter}
    ORDER BY r.row LIMIT ${size} OFFSET ${(page - 1) * size}`.execute(db)
  return rows.map(({ waits_until: until, wait_reason: reason, wait_email: email, ...row }) => ({
    ...row,
    wait: row.state === 'pending' && until && reason && until > now ? { until, reason, email } : null,
  }))
}

interface WaitColumns {
  readonly waits_until: Date | null
  readonly wait_reason: RowWait['reason'] | null
  readonly wait_email: string | null
}

/** How many rows a filter leaves. */
export function countOf(send: Counts, state: RowFilter | undefined): number {
  if (state === undefined) return send.rows
  const key = state.toLowerCase() as 'pending' | 'sent' | 'refused' | 'cancelled' | 'undelivered'
  return send[key]
}
