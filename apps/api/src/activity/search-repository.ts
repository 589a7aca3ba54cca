import { sql } from 'kysely'
import type { Reader } from '#api/db/transaction.ts'
import type { Activity, ActivityPage, ActivityQuery } from './activity.ts'
import { columns, conditions } from './list-repository.ts'
import { findStretch } from './tally-repository.ts'

// As with the lists of requests (decision 22): a short list is compared to its end; of a long one the first rows are,
// which finds what is frequent, and what is rare comes from the index of words. Between the two the walk goes on.

/** No more are found than these; a page shows at most a hundred of them. */
const found = 200
const walked = 4000
const walkedFurther = 20_000
/** From so many hits on the first rows, walking on costs less than asking the index for all of them. */
const frequent = 50

export async function searchActivities(
  db: Reader,
  query: ActivityQuery & { readonly search: string },
): Promise<ActivityPage> {
  const { total: length } = await findStretch(db, query)
  let hits = await walk(db, query, walked)
  const isLong = length > walked
  const isCapped = () => hits.length > found
  // The index knows nothing of less than three letters in a row.
  const isIndexed = /[\p{Letter}\p{Number}]{3}/u.test(query.search)
  if (isLong && isIndexed && !isCapped()) {
    if (hits.length >= frequent) hits = await walk(db, query, walkedFurther)
    if (!isCapped() && (hits.length < frequent || length > walkedFurther)) hits = await find(db, query)
  }
  const page = hits.slice(0, found).slice((query.page - 1) * query.size, query.page * query.size)
  return {
    items: await read(db, page),
    total: Math.min(hits.length, found),
    isCapped: isCapped() || (isLong && !isIndexed),
  }
}

/** The hits among the first rows of the list, in its order. */
async function walk(db: Reader, query: ActivityQuery & { search: string }, rows: number): Promise<string[]> {
  const order = orderOf(query)
  const { rows: hits } = await sql<{ id: string }>`
    SELECT id FROM (
      SELECT id, at, words FROM activities a WHERE ${conditions(query)} ORDER BY at ${order}, id ${order} LIMIT ${rows}
    ) first WHERE words LIKE ${patternOf(query)} ORDER BY at ${order}, id ${order} LIMIT ${found + 1}`.execute(
    db,
  )
  return hits.map(({ id }) => id)
}

/** By the index of words alone; what else is asked is looked at row by row. */
async function find(db: Reader, query: ActivityQuery & { search: string }): Promise<string[]> {
  const order = orderOf(query)
  const { rows: hits } = await sql<{ id: string }>`
    SELECT a.id FROM (
      SELECT * FROM activities
      WHERE ARRAY[business_id::text, kind] @> ARRAY[${query.businessId}::text, ${query.kind}::text]
        AND words LIKE ${patternOf(query)} OFFSET 0
    ) a WHERE ${conditions(query)} ORDER BY a.at ${order}, a.id ${order} LIMIT ${found + 1}`.execute(db)
  return hits.map(({ id }) => id)
}

async function read(db: Reader, ids: readonly string[]): Promise<Activity[]> {
  const { rows } = await sql<Activity>`
    SELECT ${columns} FROM unnest(${ids}::uuid[]) WITH ORDINALITY hit (id, place)
    JOIN activities a ON a.id = hit.id ORDER BY hit.place`.execute(db)
  return rows
}

const orderOf = ({ newestFirst }: ActivityQuery) => (newestFirst ? sql`DESC` : sql`ASC`)
const patternOf = ({ search }: { readonly search: string }) =>
  `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
