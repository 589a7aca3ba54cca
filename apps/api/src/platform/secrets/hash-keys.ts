import { createHmac, type Hmac, randomBytes } from 'node:crypto'
import type { Database } from '#api/platform/db/connect.ts'
import { findHashKeys, hashKeyContext, insertHashKeys } from './hash-keys-repository.ts'
export { encryptedColumns } from './hash-keys-repository.ts'
import { decrypt, encrypt, type MasterKey } from './secret-box.ts'

/** What is stored or given away as a keyed hash; each has a key of its own. */
export const hashPurposes = [
  'api-user-key',
  'claim-code',
  'direct-token',
  'idempotency',
  'known-browser',
  'recovery-codes',
  'tan',
  'tan-destination',
] as const

export type HashPurpose = (typeof hashPurposes)[number]
export type HashKeys = Readonly<Record<HashPurpose, Uint8Array>>

export interface HashKeyOptions {
  readonly db: Database
  readonly masterKey: MasterKey
  /** The master key of an installation from before these keys were stored; undefined if the installation is new. */
  readonly inUse: Uint8Array | undefined
}

/**
 * A hash can't be made again without what was hashed, so its key outlives the master key: it is stored, encrypted.
 * Earlier releases derived it from the master key, and existing installations keep those keys, so that API keys and
 * recovery codes stay valid.
 */
export async function openHashKeys({ db, masterKey, inUse }: HashKeyOptions): Promise<HashKeys> {
  const stored = await findHashKeys(db)
  const missing = hashPurposes.filter((purpose) => !stored.has(purpose))
  if (missing.length > 0) {
    const rows = missing.map((purpose) => {
      const key = inUse ? createHmac('sha256', inUse).update(purpose).digest() : randomBytes(32)
      return { purpose, key_encrypted: Buffer.from(encrypt(masterKey, key, hashKeyContext(purpose))) }
    })
    // Processes that start at the same time all use what the first one has stored.
    await insertHashKeys(db, rows)
    return openHashKeys({ db, masterKey, inUse })
  }
  const keys = [...stored].map(([purpose, key]) => [
    purpose,
    decrypt(masterKey, key, hashKeyContext(purpose)),
  ])
  return Object.fromEntries(keys) as HashKeys
}

/** HMAC-SHA-256 with the purpose's key. */
export function keyedHash(keys: HashKeys, purpose: HashPurpose): Hmac {
  return createHmac('sha256', keys[purpose])
}
