import { contactContext } from '#api/business/enterprise-contact/submit-contact.ts'
import { type OwnerClient, withOwner } from '#api/platform/db/connect.ts'
import { listEncryptedPayloads, replaceEncryptedPayload } from '#api/platform/jobs/encrypted-payloads.ts'
import type { Installation } from '#api/app/open-installation.ts'
import {
  reencryptColumn,
  type ReencryptedColumn,
  reencryptValues,
} from '#api/platform/secrets/encrypted-column.ts'
import type { FreshValue } from '#api/platform/secrets/encrypted-column-repository.ts'
import { DecryptionFailed, type MasterKey } from '#api/platform/secrets/secret-box.ts'
import { encryptedColumns } from './encrypted-columns.ts'

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

const task = 'submit-contact'

/** The contact forms that wait for the marketing service: those that it never took wait until the operator mends that. */
async function reencryptJobs(
  owner: OwnerClient,
  masterKey: MasterKey,
  { dryRun = false } = {},
): Promise<ReencryptedColumn> {
  const payloads = await listEncryptedPayloads(owner, task)
  const replace = dryRun ? null : (value: FreshValue) => replaceEncryptedPayload(owner, task, value)
  const done = await reencryptValues(masterKey, payloads, contactContext, replace)
  return { table: 'jobs', column: task, values: payloads.length, ...done }
}
