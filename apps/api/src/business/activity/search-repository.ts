import { containing } from '#api/platform/values/search-term.ts'
import { sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { Activity, ActivityPage, ActivityQuery } from './activity.ts'
import { columns, conditions } from './list-repository.ts'
import { findStretch } from './counter-repository.ts'

// As with the lists of requests (decision 22): a short list is compared to its end; of a long one the first rows are,
// which finds what is frequent, and what is rare comes from the index of words. Between the two the walk continues.

/** No more are found than these; a page shows at most a hundred of them. */
const found = 200
const walked = 4000
const walkedFurther = 40_000
/** From so many hits on the first rows, walking on costs less than asking the index for all of them. */
const frequent = 20
/** So many of the first rows tell what is rare. */
const sampled = 500
/** As much of what was typed as the index of words is asked for. */
const longestPiece = 6

export async function searchActivities(
  db: Reader,
  query: ActivityQuery & { readonly search: string },
): Promise<ActivityPage> {
  const [{ total: length }, first] = await Promise.all([findStretch(db, query), walk(db, query, walked)])
  let hits = first
  const isLong = length > walked
  const isCapped = () => hits.length > found
  const canAskIndex = isIndexed(query.search)
  if (isLong && canAskIndex && !isCapped()) {
    if (hits.length >= frequent) hits = await walk(db, query, walkedFurther)
    if (!isCapped() && (hits.length < frequent || length > walkedFurther)) hits = await find(db, query)
  }
  const page = hits.slice(0, found).slice((query.page - 1) * query.size, query.page * query.size)
  return {
    items: await read(db, page),
    total: Math.min(hits.length, found),
    isCapped: isCapped() || (isLong && !canAskIndex),
  }
}

/** The hits among the first rows of the list, in its order. */
async function walk(db: Reader, query: ActivityQuery & { search: string }, rows: number): Promise<string[]> {
  const order = orderOf(query)
  const { rows: hits } = await sql<{ id: string }>`
    SELECT id FROM (
      SELECT id, at, words FROM activities a WHERE ${conditions(query)} ORDER BY at ${order}, id ${order} LIMIT ${rows}
    ) first WHERE words LIKE ${patternOf(query.search)} ORDER BY at ${order}, id ${order} LIMIT ${found + 1}`.execute(
    db,
  )
  return hits.map(({ id }) => id)
}

/**
 * By the index of words, which is asked only for the part of what was typed that is rarest: each group of three letters
 * that is nearly everywhere (`@example.com`) would cost it more than all others. The rest is looked at row by row.
 */
async function find(db: Reader, query: ActivityQuery & { search: string }): Promise<string[]> {
  const order = orderOf(query)
  const part = await rarestPart(db, query)
  const { rows: hits } = await sql<{ id: string }>`
    SELECT a.id FROM (
      SELECT * FROM activities
      WHERE ARRAY[business_id::text || kind] @> ARRAY[${query.businessId + query.kind}::text]
        AND words LIKE ${patternOf(part)} OFFSET 0
    ) a WHERE ${conditions(query)} AND a.words LIKE ${patternOf(query.search)}
    ORDER BY a.at ${order}, a.id ${order} LIMIT ${found + 1}`.execute(db)
  return hits.map(({ id }) => id)
}

/** What is in the fewest of the first rows, and consists of what is in few. */
async function rarestPart(db: Reader, query: ActivityQuery & { search: string }): Promise<string> {
  const parts = piecesOf(query.search, longestPiece).filter(isIndexed)
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const order = orderOf(query)
  const { rows } = await sql<{ part: string }>`
    WITH sample AS MATERIALIZED (
      SELECT words FROM activities a WHERE ${conditions(query)} ORDER BY at ${order}, id ${order} LIMIT ${sampled}
    ), counts AS MATERIALIZED (
      SELECT piece, (SELECT count(*) FROM sample WHERE position(lower(piece) IN words) > 0) AS amount
      FROM unnest(${[...new Set(parts.flatMap((part) => [part, ...piecesOf(part, 3)]))]}::text[]) piece
    )
    SELECT part FROM unnest(${parts}::text[]) part
    ORDER BY (SELECT amount FROM counts WHERE piece = part),
      (SELECT sum(amount) FROM counts WHERE length(piece) = 3 AND position(piece IN part) > 0) LIMIT 1`.execute(
    db,
  )
  return rows[0]?.part ?? query.search
}

/** All pieces of that length, by characters as the database counts them; the whole where it is shorter. */
function piecesOf(text: string, length: number): string[] {
  const letters = [...text]
  if (letters.length <= length) return [text]
  return letters.slice(length - 1).map((_, index) => letters.slice(index, index + length).join(''))
}

/** The index knows nothing of less than three letters in a row. */
const isIndexed = (part: string): boolean => /[\p{Letter}\p{Number}]{3}/u.test(part)

async function read(db: Reader, ids: readonly string[]): Promise<Activity[]> {
  const { rows } = await sql<Activity>`
    SELECT ${columns} FROM unnest(${ids}::uuid[]) WITH ORDINALITY hit (id, place)
    JOIN activities a ON a.id = hit.id ORDER BY hit.place`.execute(db)
  return rows
}

const orderOf = ({ newestFirst }: ActivityQuery) => (newestFirst ? sql`DESC` : sql`ASC`)
/** In lower case by the database, as the words are. */
const patternOf = (text: string) => sql`lower(${containing(text)})`
