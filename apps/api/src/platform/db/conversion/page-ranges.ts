import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../connect.ts'
import type { Tables } from '../tables.ts'

/** 4 MB. */
const pagesAtOnce = 512

/** The rows of a table a range of its pages at a time, however many there are: a condition for each range. */
export async function* pageRanges(db: Database, table: keyof Tables): AsyncGenerator<RawBuilder<boolean>> {
  const { rows } = await sql<{ pages: number }>`
    SELECT ceil(pg_relation_size(${table}::regclass) / current_setting('block_size')::float)::int AS pages`.execute(
    db,
  )
  const pages = rows[0]?.pages ?? 0
  for (let first = 0; first < pages; first += pagesAtOnce) {
    const [from, to] = [`(${first},0)`, `(${first + pagesAtOnce},0)`]
    yield sql<boolean>`ctid >= ${from}::tid AND ctid < ${to}::tid`
  }
}
