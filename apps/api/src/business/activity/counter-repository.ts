import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
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
    WITH ${countsByDay(query)}, placed AS (
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

/**
 * `days` (day, amount): what is added up already, and what was added since. All of the range is read before it is
 * narrowed: it is little, and Postgres would otherwise guess a way that reads the whole table.
 */
function countsByDay(filter: ActivityFilter): RawBuilder<unknown> {
  const { businessId, kind, initiatorId, range, action, dimension } = filter
  const own = sql`business_id = ${businessId} AND kind = ${kind}`
  const within = (day: RawBuilder<unknown>) => sql`
    ${range.from === null ? sql`` : sql`AND ${day} >= ${range.from}::date`}
    ${range.to === null ? sql`` : sql`AND ${day} <= ${range.to}::date`}`
  return sql`counted AS MATERIALIZED (
      SELECT since AS day, action, dimension, amount FROM activity_tallies WHERE ${own} AND step = 'day'
        AND ${initiatorId === undefined ? sql`initiator_id IS NULL` : sql`initiator_id = ${initiatorId}`}
        ${within(sql`since`)}
      UNION ALL
      SELECT day, action, dimension, amount FROM activity_changes WHERE ${own} ${within(sql`day`)}
        ${initiatorId === undefined ? sql`` : sql`AND initiator_id = ${initiatorId}`}
    ), days AS (
      SELECT day, sum(amount) AS amount FROM counted
      WHERE true ${action === undefined ? sql`` : sql`AND action = ${action}`}
        ${dimension === undefined ? sql`` : sql`AND dimension = ${dimension}`}
      GROUP BY day HAVING sum(amount) > 0
    )`
}

/**
 * Adds what was counted one by one to the tallies of its day and its month, of all and of the one whose requests they
 * are. What is added meanwhile is not seen and stays for the next time. True where there may be more. Of one person how
 * long requests took is not kept, nor the levels of a month's signatures: nothing needs them.
 */
export async function rollUpSome(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ taken: number }>`
    WITH taken AS (
      DELETE FROM activity_changes WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM activity_changes LIMIT ${changesAtOnce} FOR UPDATE SKIP LOCKED)) RETURNING *
    ), kept AS (
      INSERT INTO activity_tallies AS t (business_id, kind, step, initiator_id, since, action, dimension, amount)
      SELECT business_id, kind, step, whose.id, date_trunc(step, day)::date, action,
        CASE WHEN whose.id IS NOT NULL AND (kind = 'request' OR step = 'month') THEN '' ELSE dimension END AS counted, sum(amount)
      FROM taken
      CROSS JOIN (VALUES ('day'), ('month')) steps (step)
      CROSS JOIN LATERAL (SELECT initiator_id WHERE initiator_id IS NOT NULL UNION ALL SELECT NULL) whose (id)
      GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
      ON CONFLICT (business_id, kind, step, initiator_id, since, action, dimension)
      DO UPDATE SET amount = t.amount + excluded.amount
    )
    SELECT count(*)::int AS taken FROM taken`.execute(tx)
  return rows[0]?.taken === changesAtOnce
}
