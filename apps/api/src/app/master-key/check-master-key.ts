import type { Database } from '#api/platform/db/connect.ts'
import { DecryptionFailed, type MasterKey } from '#api/platform/secrets/secret-box.ts'
import { findMasterKeyInUse } from '#api/providers/trust-service/local/authority.ts'
import { postgresKeyStore } from '#api/providers/trust-service/local/key-store.ts'

/** Why nothing starts with this key on this database; null where it is the right one, or where nothing is encrypted yet. */
export async function problemOfMasterKey(db: Database, masterKey: MasterKey): Promise<string | null> {
  try {
    await findMasterKeyInUse(postgresKeyStore(db), masterKey)
    return null
  } catch (error) {
    if (error instanceof DecryptionFailed) return error.message
    throw error
  }
}
