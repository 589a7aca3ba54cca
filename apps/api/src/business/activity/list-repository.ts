import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { Activity, ActivityFilter, ActivityQuery } from './activity.ts'
import { addDays } from './read-range.ts'
import type { Stretch } from './counter-repository.ts'

export const columns = sql`a.id, a.at, a.action, a.dimension, a.initiator_id AS "initiatorId",
  a.initiator_name AS "initiatorName", a.initiator_email AS "initiatorEmail", a.person_id AS "personId",
  a.person_name AS "personName", a.person_surname AS "personSurname", a.person_email AS "personEmail",
  a.person_type AS "personType", a.request_id AS "requestId", a.title, a.legislation, a.method, a.covered`

/** A page, found by an index alone; its rows are then read by their keys. */
export async function listOfStretch(
  db: Reader,
  query: ActivityQuery,
  { from, to, skip }: Stretch,
): Promise<Activity[]> {
  if (from === null || to === null) return []
  const order = query.newestFirst ? sql`DESC` : sql`ASC`
  const { rows } = await sql<Activity>`
    SELECT ${columns} FROM (
      SELECT id, at FROM activities a WHERE ${conditions({ ...query, range: { from, to } })}
      ORDER BY at ${order}, id ${order} LIMIT ${query.size} OFFSET ${skip}) page
    JOIN activities a ON a.id = page.id
    ORDER BY page.at ${order}, page.id ${order}`.execute(db)
  return rows
}

export function conditions(filter: ActivityFilter): RawBuilder<unknown> {
  const { businessId, kind, range, action, dimension, initiatorId } = filter
  const all = [sql`a.business_id = ${businessId} AND a.kind = ${kind}`]
  if (range.from !== null) all.push(sql`a.at >= ${startOf(range.from)}`)
  if (range.to !== null) all.push(sql`a.at < ${startOf(addDays(range.to, 1))}`)
  if (action !== undefined) all.push(sql`a.action = ${action}`)
  if (dimension !== undefined) all.push(sql`a.dimension = ${dimension}`)
  if (initiatorId !== undefined) all.push(sql`a.initiator_id = ${initiatorId}`)
  return sql.join(all, sql` AND `)
}

const startOf = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`
