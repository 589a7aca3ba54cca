import type { Database } from '#api/platform/db/connect.ts'
import { reencryptColumn, type ReencryptedColumn } from '#api/platform/secrets/encrypted-column.ts'
import type { MasterKey } from '#api/platform/secrets/secret-box.ts'
import { encryptedColumns } from './encrypted-columns.ts'

/**
 * After the master key was replaced: what the previous ones encrypted is encrypted with the current one, so that they can
 * be removed. It may be interrupted and run again.
 */
export async function reencryptSecrets(
  db: Database,
  masterKey: MasterKey,
  options: { readonly dryRun?: boolean } = {},
): Promise<ReencryptedColumn[]> {
  const columns: ReencryptedColumn[] = []
  for (const column of encryptedColumns) columns.push(await reencryptColumn(db, masterKey, column, options))
  return columns
}
