import { sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { Activity, ActivityFilter } from './activity.ts'
import { columns, conditions } from './list-repository.ts'

const atOnce = 250

export type Grouping = 'day' | 'month' | 'member' | 'quality'
export type ExportFilter = ActivityFilter & { readonly kind: 'signature' | 'identification' }

/**
 * All of them up to a moment, the oldest first, two hundred and fifty at a time: each time from where the last line ended. Nothing
 * is held in between, neither lines nor a connection, however slowly someone reads.
 */
export async function* iterateActivities(
  db: Reader,
  filter: ExportFilter,
  until: Date,
): AsyncGenerator<readonly Activity[]> {
  let last: { readonly id: string; readonly place: string } | undefined
  for (;;) {
    const after = last ? sql`AND (a.at, a.id) > (${last.place}::timestamptz, ${last.id}::uuid)` : sql``
    const { rows } = await sql<Activity & { place: string }>`
      SELECT ${columns}, a.at::text AS place FROM activities a
      WHERE ${conditions(filter)} AND a.at <= ${until} ${after}
      ORDER BY a.at, a.id LIMIT ${atOnce}`.execute(db)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (rows.length < atOnce) return
  }
}

export interface Group {
  /** The day, the month, the quality or law, or someone's name. */
  readonly name: string
  /** Of a member. */
  readonly email: string | null
  /** How many of each action. */
  readonly amounts: Readonly<Record<string, number>>
}

/** How many of each action, by what is asked for. */
export async function groupActivities(db: Reader, filter: ExportFilter, by: Grouping): Promise<Group[]> {
  if (by === 'member') return filter.kind === 'signature' ? byInitiator(db, filter) : byIdentified(db, filter)
  const { businessId, kind, range } = filter
  const name = {
    day: sql`day::text`,
    month: sql`to_char(day, 'YYYY-MM')`,
    quality: sql`dimension`,
  }[by]
  const { rows } = await sql<Group>`
    SELECT name, NULL AS email, jsonb_object_agg(action, amount) AS amounts FROM (
      SELECT ${name} AS name, action, sum(amount) AS amount FROM (
        SELECT since AS day, action, dimension, amount FROM activity_tallies
        WHERE business_id = ${businessId} AND kind = ${kind} AND step = 'day' AND initiator_id IS NULL
        UNION ALL
        SELECT day, action, dimension, amount FROM activity_changes WHERE business_id = ${businessId} AND kind = ${kind}
      ) counted
      WHERE (${range.from}::date IS NULL OR day >= ${range.from}::date) AND (${range.to}::date IS NULL OR day <= ${range.to}::date)
      GROUP BY 1, 2 HAVING sum(amount) > 0) n
    GROUP BY name ORDER BY name`.execute(db)
  return rows
}

/**
 * Of signatures: on whose requests they are. Anyone who has left is called what they were called then: what they are called
 * elsewhere since is nobody's business here.
 */
async function byInitiator(db: Reader, { businessId, range }: ExportFilter): Promise<Group[]> {
  const { rows } = await sql<Group>`
    SELECT CASE WHEN m.account_id IS NULL THEN coalesce(past.name, '') ELSE btrim(a.first_name || ' ' || a.last_name) END AS name,
      CASE WHEN m.account_id IS NULL THEN past.email ELSE a.email END AS email, amounts FROM (
      SELECT initiator_id, jsonb_object_agg(action, amount) AS amounts FROM (
        SELECT initiator_id, action, sum(amount) AS amount FROM (
          SELECT since AS day, initiator_id, action, amount FROM activity_tallies
          WHERE business_id = ${businessId} AND kind = 'signature' AND step = 'day' AND initiator_id IS NOT NULL
          UNION ALL
          SELECT day, initiator_id, action, amount FROM activity_changes
          WHERE business_id = ${businessId} AND kind = 'signature'
        ) counted
        WHERE (${range.from}::date IS NULL OR day >= ${range.from}::date) AND (${range.to}::date IS NULL OR day <= ${range.to}::date)
        GROUP BY 1, 2 HAVING sum(amount) > 0) n
      GROUP BY initiator_id
    ) members
    LEFT JOIN accounts a ON a.id = members.initiator_id AND a.deleted_at IS NULL
    LEFT JOIN business_members m ON m.account_id = a.id AND m.business_id = ${businessId}
    LEFT JOIN LATERAL (
      SELECT s.initiator_name AS name, s.initiator_email AS email FROM activities s
      WHERE s.business_id = ${businessId} AND s.kind = 'signature' AND s.initiator_id = a.id AND m.account_id IS NULL
      ORDER BY s.at DESC, s.id DESC LIMIT 1) past ON true
    ORDER BY name, email, members.initiator_id`.execute(db)
  return rows
}

/** Of identifications: whose they are, of those who belong to the business; by what they were called last. */
async function byIdentified(db: Reader, filter: ExportFilter): Promise<Group[]> {
  const { rows } = await sql<Group>`
    SELECT (array_agg(name ORDER BY newest DESC))[1] AS name, (array_agg(email ORDER BY newest DESC))[1] AS email,
      jsonb_object_agg(action, amount) AS amounts
    FROM (
      SELECT person_id, action, count(*) AS amount, max(a.at) AS newest,
        (array_agg(person_name ORDER BY a.at DESC, a.id DESC))[1] AS name,
        (array_agg(person_email ORDER BY a.at DESC, a.id DESC))[1] AS email
      FROM activities a WHERE ${conditions(filter)} AND person_type = 'member' GROUP BY person_id, action) n
    GROUP BY person_id ORDER BY name, email, person_id`.execute(db)
  return rows
}
