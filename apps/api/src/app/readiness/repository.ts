import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Reader } from '#api/platform/db/transaction.ts'

/** Some contents that the store has to have, other ones each time: found by the primary key, however many there are. */
export async function sampleContents(db: Reader, size: number): Promise<string[]> {
  const from = randomUUID()
  const { rows } = await sql<{ sha256: string }>`
    (SELECT sha256 FROM documents WHERE id >= ${from} AND content_deleted_at IS NULL ORDER BY id LIMIT ${size})
    UNION ALL
    (SELECT sha256 FROM documents WHERE id < ${from} AND content_deleted_at IS NULL ORDER BY id LIMIT ${size})`.execute(
    db,
  )
  return rows.map(({ sha256 }) => sha256)
}

/** Throws where the database does not answer. */
export async function ping(pool: pg.Pool): Promise<void> {
  await pool.query('SELECT 1')
}
