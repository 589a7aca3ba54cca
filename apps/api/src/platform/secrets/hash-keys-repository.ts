import { sql } from 'kysely'
import type { EncryptedColumn } from './encrypted-column-repository.ts'
import type { Insertable } from 'kysely'
import type { Database } from '#api/platform/db/connect.ts'
import type { Tables } from '#api/platform/db/tables.ts'

export async function findHashKeys(db: Database): Promise<Map<string, Uint8Array>> {
  const rows = await db.selectFrom('hash_keys').selectAll().execute()
  return new Map(rows.map(({ purpose, key_encrypted: key }) => [purpose, key]))
}

export async function insertHashKeys(
  db: Database,
  rows: readonly Insertable<Tables['hash_keys']>[],
): Promise<void> {
  await db
    .insertInto('hash_keys')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const hashKeyContext = (purpose: string): string => `hash_keys/${purpose}`

export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'hash_keys',
    update: sql`UPDATE hash_keys`,
    key: 'purpose',
    column: 'key_encrypted',
    context: hashKeyContext,
  },
]
