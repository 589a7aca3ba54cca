import { contactContext } from '#api/business/enterprise-contact/submit-contact.ts'
import { type OwnerClient, withOwner } from '#api/platform/db/connect.ts'
import { listEncryptedPayloads, replaceEncryptedPayload } from '#api/platform/jobs/encrypted-payloads.ts'
import type { Installation } from '#api/app/open-installation.ts'
import {
  reencryptColumn,
  type ReencryptedColumn,
  tryReencrypt,
} from '#api/platform/secrets/encrypted-column.ts'
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
  const unreadable: string[] = []
  let outdated = 0
  for (const payload of payloads) {
    const sealed = Buffer.from(payload.encrypted, 'base64')
    const fresh = tryReencrypt(masterKey, sealed, contactContext(payload.id))
    if (fresh === 'unreadable') unreadable.push(payload.id)
    else if (fresh !== null) {
      outdated += 1
      if (!dryRun) await replaceEncryptedPayload(owner, task, payload, Buffer.from(fresh).toString('base64'))
    }
  }
  return { table: 'jobs', column: task, values: payloads.length, outdated, unreadable }
}
