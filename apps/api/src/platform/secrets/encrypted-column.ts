import type { Database } from '#api/platform/db/connect.ts'
import {
  type EncryptedColumn,
  type EncryptedValue,
  type FreshValue,
  listEncrypted,
  replaceEncrypted,
} from './encrypted-column-repository.ts'
export type { EncryptedColumn } from './encrypted-column-repository.ts'
import { DecryptionFailed, type MasterKey, reencrypt } from './secret-box.ts'

export interface ReencryptedColumn {
  readonly table: string
  readonly column: string
  readonly values: number
  /** Encrypted with a key that isn't the current one. */
  readonly outdated: number
  /** Opened by none of the keys: damaged, or of another installation. */
  readonly unreadable: readonly string[]
}

const batchSize = 500

/**
 * Encrypts each value that another key encrypted with the current one; with `dryRun` they are only counted. Calls may go
 * on meanwhile: a value that changed in between was encrypted with the current key.
 */
export async function reencryptColumn(
  db: Database,
  masterKey: MasterKey,
  column: EncryptedColumn,
  { dryRun = false } = {},
): Promise<ReencryptedColumn> {
  const { table, column: name } = column
  const replace = dryRun ? null : (value: FreshValue) => replaceEncrypted(db, column, value)
  const unreadable: string[] = []
  let [values, outdated] = [0, 0]
  for (let after: string | null = null; ;) {
    const rows = await listEncrypted(db, column, after, batchSize)
    const done = await reencryptValues(masterKey, rows, column.context, replace)
    values += rows.length
    outdated += done.outdated
    unreadable.push(...done.unreadable)
    after = rows.at(-1)?.key ?? null
    if (rows.length < batchSize) return { table, column: name, values, outdated, unreadable }
  }
}

/** Those that another key encrypted, one after the other; without `replace` they are only counted. */
export async function reencryptValues(
  masterKey: MasterKey,
  values: readonly EncryptedValue[],
  contextOf: (key: string) => string,
  replace: ((value: FreshValue) => Promise<void>) | null,
): Promise<Pick<ReencryptedColumn, 'outdated' | 'unreadable'>> {
  const unreadable: string[] = []
  let outdated = 0
  for (const { key, encrypted } of values) {
    const fresh = tryReencrypt(masterKey, encrypted, contextOf(key))
    if (fresh === 'unreadable') unreadable.push(key)
    else if (fresh !== null) {
      outdated += 1
      await replace?.({ key, encrypted, fresh })
    }
  }
  return { outdated, unreadable }
}

/** Null where it is the current key's already. */
function tryReencrypt(masterKey: MasterKey, encrypted: Uint8Array, context: string) {
  try {
    return reencrypt(masterKey, encrypted, context)
  } catch (error) {
    if (error instanceof DecryptionFailed) return 'unreadable'
    throw error
  }
}
