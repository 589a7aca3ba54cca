import { sql } from 'kysely'
import type pg from 'pg'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

export interface InstallationRow {
  readonly id: string
  readonly clean_up: string | null
  readonly previous_clean_up: string | null
}

export function find(db: Reader): Promise<InstallationRow> {
  return db
    .selectFrom('installation')
    .select(['id', 'clean_up', 'previous_clean_up'])
    .executeTakeFirstOrThrow()
}

/** Processes that start at once compare one after the other. */
export function lockForUpdate(tx: Transaction): Promise<InstallationRow> {
  return tx
    .selectFrom('installation')
    .select(['id', 'clean_up', 'previous_clean_up'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function noteCleanUp(tx: Transaction, mark: string): Promise<void> {
  await tx
    .updateTable('installation')
    .set(({ ref }) => ({ previous_clean_up: ref('clean_up'), clean_up: mark }))
    .execute()
}

/** Whether the database has, or had, any content at all. */
export async function hasContent(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM documents WHERE content_deleted_at IS NULL)
      OR EXISTS (SELECT FROM attachments WHERE content_deleted_at IS NULL) AS has`.execute(db)
  return rows[0]?.has === true
}

/** How many of these contents the database knows, also as content that was deleted since. */
export async function countKnown(db: Reader, hashes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM unnest(${hashes}::text[]) AS stored (sha256)
    WHERE EXISTS (SELECT FROM documents d WHERE d.sha256 = stored.sha256)
      OR EXISTS (SELECT FROM attachments a WHERE a.sha256 = stored.sha256)
      OR EXISTS (SELECT FROM template_attachments t WHERE t.sha256 = stored.sha256)
      OR EXISTS (SELECT FROM anonymous_uploads h WHERE h.sha256 = stored.sha256)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether an installation was ever set up in this database. */
export async function isSetUp(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    'public.evidence_events',
  ])
  return rows[0]?.there === true
}

/** When the addresses of earlier releases were converted; null: not yet. */
export async function findAddressesConverted(db: Reader): Promise<Date | null> {
  const row = await db.selectFrom('installation').select('addresses_converted_at').executeTakeFirst()
  return row?.addresses_converted_at ?? null
}

export async function noteAddressesConverted(db: Reader, at: Date): Promise<void> {
  await db.updateTable('installation').set({ addresses_converted_at: at }).execute()
}
