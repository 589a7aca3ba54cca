import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '#api/db/transaction.ts'
import type { ActivityFilter, ActivityQuery } from './activity.ts'

const changesAtOnce = 20_000

/** Where a page lies: on which days, and how many before it on those days. */
export interface Stretch {
  readonly total: number
  readonly from: string | null
  readonly to: string | null
  readonly skip: number
}

/**
 * How many there are, and where the page begins: by the tallies of the days alone, so that a page far back costs as
 * little as the first.
 */
export async function findStretch(db: Reader, query: ActivityQuery): Promise<Stretch> {
  const offset = (query.page - 1) * query.size
  const order = query.newestFirst ? sql`DESC` : sql`ASC`
  const { rows } = await sql<Stretch>`
    WITH days AS (
      SELECT day, sum(amount) AS amount FROM (${countsByDay(query)}) c GROUP BY day HAVING sum(amount) > 0
    ), placed AS (
      SELECT day, amount, sum(amount) OVER (ORDER BY day ${order}) - amount AS before FROM days
    ), page AS (
      SELECT * FROM placed WHERE before < ${offset + query.size}::bigint AND before + amount > ${offset}::bigint
    )
    SELECT (SELECT coalesce(sum(amount), 0)::int FROM days) AS total,
      min(day)::text AS from, max(day)::text AS to, coalesce(${offset}::bigint - min(before), 0)::int AS skip
    FROM page`.execute(db)
  const [found] = rows
  if (!found) throw new Error('an aggregate has one row')
  return found
}

/** Lines of (day, amount): what is added up already, and what was added since. */
function countsByDay(filter: ActivityFilter): RawBuilder<unknown> {
  const { businessId, kind, initiatorId } = filter
  const own = sql`business_id = ${businessId} AND kind = ${kind}`
  return sql`
    SELECT since AS day, amount FROM activity_tallies WHERE ${own} AND step = 'day'
      AND ${initiatorId === undefined ? sql`initiator_id IS NULL` : sql`initiator_id = ${initiatorId}`}
      ${narrowed(filter, sql`since`)}
    UNION ALL
    SELECT day, amount FROM activity_changes WHERE ${own}
      ${initiatorId === undefined ? sql`` : sql`AND initiator_id = ${initiatorId}`} ${narrowed(filter, sql`day`)}`
}

function narrowed({ range, action, weight }: ActivityFilter, day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    ${range.from === null ? sql`` : sql`AND ${day} >= ${range.from}::date`}
    ${range.to === null ? sql`` : sql`AND ${day} <= ${range.to}::date`}
    ${action === undefined ? sql`` : sql`AND action = ${action}`}
    ${weight === undefined ? sql`` : sql`AND weight = ${weight}`}`
}

/**
 * Adds what was counted one by one to the tallies of its day and its month, of all and of the one whose requests they are. What is
 * added meanwhile is not seen and stays for the next time. True where there may be more. How long requests took is kept
 * of all together.
 */
export async function foldSome(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ taken: number }>`
    WITH taken AS (
      DELETE FROM activity_changes WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM activity_changes LIMIT ${changesAtOnce} FOR UPDATE SKIP LOCKED)) RETURNING *
    ), kept AS (
      INSERT INTO activity_tallies AS t (business_id, kind, step, initiator_id, since, action, weight, amount)
      SELECT business_id, kind, step, whose.id, date_trunc(step, day)::date, action,
        CASE WHEN kind = 'request' AND whose.id IS NOT NULL THEN '' ELSE weight END AS counted, sum(amount)
      FROM taken
      CROSS JOIN (VALUES ('day'), ('month')) steps (step)
      CROSS JOIN LATERAL (SELECT initiator_id WHERE initiator_id IS NOT NULL UNION ALL SELECT NULL) whose (id)
      GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
      ON CONFLICT (business_id, kind, step, initiator_id, since, action, weight)
      DO UPDATE SET amount = t.amount + excluded.amount
    )
    SELECT count(*)::int AS taken FROM taken`.execute(tx)
  return rows[0]?.taken === changesAtOnce
}
