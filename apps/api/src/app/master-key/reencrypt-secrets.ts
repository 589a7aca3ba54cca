import type { Installation } from '#api/app/open-installation.ts'
import { reencryptColumn, type ReencryptedColumn } from '#api/platform/secrets/encrypted-column.ts'
import { DecryptionFailed } from '#api/platform/secrets/secret-box.ts'
import { withOwner } from '#api/platform/db/connect.ts'
import { encryptedColumns } from './encrypted-columns.ts'
import { reencryptJobs } from './reencrypt-jobs.ts'

/**
 * After the master key was replaced: what the previous ones encrypted is encrypted with the current one, so that they can
 * be removed. It may be interrupted and run again.
 */
export async function reencryptSecrets(
  installation: Pick<Installation, 'connection' | 'db' | 'masterKey' | 'keyColumns'>,
  options: { readonly dryRun?: boolean } = {},
): Promise<ReencryptedColumn[]> {
  const { connection, db, keyColumns } = installation
  const masterKey = await installation.masterKey()
  const columns: ReencryptedColumn[] = []
  for (const column of keyColumns) columns.push(await reencryptColumn(db, masterKey, column, options))
  // A key of another installation opens none of them: a single one may be damaged.
  const [first] = columns.flatMap(({ table, unreadable }) => unreadable.map((key) => `${table}/${key}`))
  if (first && columns.every(({ values, unreadable }) => unreadable.length === values))
    throw new DecryptionFailed(first)
  for (const column of encryptedColumns) columns.push(await reencryptColumn(db, masterKey, column, options))
  columns.push(await withOwner(connection, (owner) => reencryptJobs(owner, masterKey, options)))
  return columns
}
