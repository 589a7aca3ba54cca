import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'
import { type Bucket, type Days, splitRange, type Step } from './statistics.ts'

// All from the tallies and what was counted since: no figure reads the events themselves.

export interface QualityCount {
  /** The first day of its column. */
  readonly from: string
  readonly quality: string
  readonly amount: number
}

export async function countByQuality(
  db: Reader,
  businessId: string,
  range: Days,
  step: Step,
): Promise<QualityCount[]> {
  const { rows } = await sql<QualityCount>`
    SELECT greatest(date_trunc(${step}, day::timestamp)::date, ${range.from}::date)::text AS from,
      dimension AS quality, sum(amount)::int AS amount
    FROM (
      SELECT since AS day, dimension, amount FROM activity_tallies
      WHERE business_id = ${businessId} AND kind = 'signature' AND step = 'day' AND initiator_id IS NULL
        AND since BETWEEN ${range.from}::date AND ${range.to}::date
      UNION ALL
      SELECT day, dimension, amount FROM activity_changes
      WHERE business_id = ${businessId} AND kind = 'signature' AND day BETWEEN ${range.from}::date AND ${range.to}::date
    ) counted GROUP BY 1, 2 HAVING sum(amount) > 0`.execute(db)
  return rows
}

export interface MemberCount {
  readonly id: string
  readonly name: string
  readonly sent: number
  readonly signed: number
}

/**
 * Those who sent or got most, by the months that are added up and the days around them. Anyone who has left is called what
 * they were called then, as in the export.
 */
export async function countByMember(
  db: Reader,
  businessId: string,
  range: Days,
  limit: number,
): Promise<MemberCount[]> {
  const { rows } = await sql<MemberCount>`
    SELECT counted.id, sent, signed, CASE WHEN m.account_id IS NULL THEN coalesce(past.name, gone.name, '')
      ELSE btrim(a.first_name || ' ' || a.last_name) END AS name FROM (
      SELECT initiator_id AS id,
        coalesce(sum(amount) FILTER (WHERE kind = 'request'), 0)::int AS sent,
        coalesce(sum(amount) FILTER (WHERE kind = 'signature'), 0)::int AS signed
      FROM (${sql.join(
        [
          ...pieces(businessId, range, 'signature', sql`initiator_id IS NOT NULL`),
          ...pieces(businessId, range, 'request', sql`initiator_id IS NOT NULL AND action = 'SENT'`),
        ],
        sql` UNION ALL `,
      )}) c
      GROUP BY 1 ORDER BY sent DESC, signed DESC, id LIMIT ${limit}
    ) counted
    LEFT JOIN accounts a ON a.id = counted.id AND a.deleted_at IS NULL
    LEFT JOIN business_members m ON m.account_id = a.id AND m.business_id = ${businessId}
    LEFT JOIN LATERAL (
      SELECT s.initiator_name AS name FROM activities s
      WHERE s.business_id = ${businessId} AND s.kind = 'signature' AND s.initiator_id = a.id AND m.account_id IS NULL
      ORDER BY s.at DESC, s.id DESC LIMIT 1) past ON true
    LEFT JOIN LATERAL (
      SELECT e.data ->> 'name' AS name FROM business_events e
      WHERE e.business_id = ${businessId} AND e.type IN ('member_removed', 'member_left')
        AND e.data ->> 'accountId' = a.id::text AND m.account_id IS NULL
      ORDER BY e.seq DESC LIMIT 1) gone ON true
    ORDER BY sent DESC, signed DESC, counted.id`.execute(db)
  return rows
}

export interface Ends {
  readonly expired: number
  readonly completed: readonly Bucket[]
}

/** How requests ended, and after how long those that were completed. */
export async function countEnds(db: Reader, businessId: string, range: Days): Promise<Ends> {
  const ended = sql`action IN ('COMPLETED', 'EXPIRED')`
  const { rows } = await sql<{ bucket: number; completed: number; expired: number }>`
    SELECT CASE WHEN dimension = '' THEN 0 ELSE dimension::int END AS bucket,
      coalesce(sum(amount) FILTER (WHERE action = 'COMPLETED'), 0)::int AS completed,
      coalesce(sum(amount) FILTER (WHERE action = 'EXPIRED'), 0)::int AS expired
    FROM (${sql.join(
      pieces(businessId, range, 'request', sql`initiator_id IS NULL AND ${ended}`, ended),
      sql` UNION ALL `,
    )}) c
    GROUP BY 1`.execute(db)
  return {
    expired: rows.reduce((sum, { expired }) => sum + expired, 0),
    completed: rows.map(({ bucket, completed: amount }) => ({ bucket, amount })),
  }
}

/** Lines of (initiator_id, kind, action, dimension, amount) for each part of a range. */
function pieces(
  businessId: string,
  range: Days,
  kind: 'signature' | 'request',
  which: RawBuilder<unknown>,
  added = which,
): RawBuilder<unknown>[] {
  const { months, days } = splitRange(range)
  const part = (step: 'day' | 'month', { from, to }: Days) => sql`
    SELECT initiator_id, kind, action, dimension, amount FROM activity_tallies
    WHERE business_id = ${businessId} AND kind = ${kind} AND step = ${step}
      AND since BETWEEN ${from}::date AND ${to}::date AND ${which}`
  return [
    ...(months ? [part('month', months)] : []),
    ...days.map((one) => part('day', one)),
    sql`
    SELECT initiator_id, kind, action, dimension, amount FROM activity_changes
    WHERE business_id = ${businessId} AND kind = ${kind}
      AND day BETWEEN ${range.from}::date AND ${range.to}::date AND ${added}`,
  ]
}

/** Of what its people have sent: how many are open now, and how many of those end before a time. */
export async function countOpen(
  db: Reader,
  businessId: string,
  now: Date,
  soon: Date,
): Promise<{ readonly open: number; readonly dueSoon: number }> {
  const { rows } = await sql<{ open: number; dueSoon: number }>`
    SELECT
      (SELECT coalesce(sum(t.amount), 0)::int FROM business_members m JOIN request_tallies t
        ON t.account_id = m.account_id AND t.is_owner AND t.status IN ('TO_SIGN', 'WAITING')
        WHERE m.business_id = ${businessId}) AS open,
      (SELECT count(*)::int FROM business_members m JOIN request_access r
        ON r.account_id = m.account_id AND r.is_owner AND r.status IN ('TO_SIGN', 'WAITING')
          AND r.expires_at >= ${now} AND r.expires_at < ${soon}
        WHERE m.business_id = ${businessId}) AS "dueSoon"`.execute(db)
  return rows[0] ?? { open: 0, dueSoon: 0 }
}
