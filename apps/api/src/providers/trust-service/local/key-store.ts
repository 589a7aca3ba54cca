import { advisoryLocks } from '#api/platform/db/advisory-locks.ts'
import type { Certificate } from '@countersign/pdf-signature/cms/certificates/certificate.ts'
import type { RevokedCertificate } from '@countersign/pdf-signature/cms/certificates/issuing.ts'
import { sql } from 'kysely'
import type { EncryptedColumn } from '#api/platform/secrets/encrypted-column-repository.ts'
import type { Database } from '#api/platform/db/connect.ts'
import { transaction } from '#api/platform/db/transaction.ts'

export interface StoredKey {
  /** Role and number in its series: `service-2` replaces `service-1`. */
  readonly name: string
  readonly certificate: Uint8Array
  /** PKCS #8, encrypted. */
  readonly privateKey: Uint8Array
}

/** Whether a certificate of ours stands, or since when it does not. */
export type IssuedStatus = 'good' | Omit<RevokedCertificate, 'serialNumber'>

/** Where the authority keeps its keys and what it has issued. */
export interface KeyStore {
  loadAll(): Promise<readonly StoredKey[]>
  /** Throws when the name is taken. */
  save(key: StoredKey, certificate: Certificate): Promise<void>
  /** Notes a certificate whose key is not kept. */
  record(certificate: Certificate): Promise<void>
  /** Undefined: not one of ours. */
  findStatus(serialNumber: string): Promise<IssuedStatus | undefined>
  listRevoked(issuer: string): Promise<readonly RevokedCertificate[]>
  /** False when it is not there or was revoked before. */
  revoke(serialNumber: string, at: Date, reason: number): Promise<boolean>
  /** Runs work alone among all processes; all it saves is there, or nothing. */
  exclusively<T>(work: (store: KeyStore) => Promise<T>): Promise<T>
}

/** Every new key is announced on it, for the processes that hold the one it replaces. */
export const authorityKeysChannel = 'authority_keys'

export function postgresKeyStore(db: Database): KeyStore {
  return {
    async loadAll() {
      const rows = await db.selectFrom('authority_keys').selectAll().orderBy('created_at').execute()
      return rows.map((row) => ({
        name: row.name,
        certificate: row.certificate,
        privateKey: row.private_key,
      }))
    },
    async save(key, certificate) {
      const { name } = key
      const row = {
        name,
        certificate: Buffer.from(key.certificate),
        private_key: Buffer.from(key.privateKey),
      }
      await db.insertInto('authority_keys').values(row).execute()
      await sql`SELECT pg_notify(${authorityKeysChannel}, ${name})`.execute(db)
      await record(db, certificate)
    },
    record: (certificate) => record(db, certificate),
    async findStatus(serialNumber) {
      const row = await db
        .selectFrom('issued_certificates')
        .select(['revoked_at', 'revocation_reason'])
        .where('serial', '=', serialNumber)
        .executeTakeFirst()
      if (!row) return undefined
      return row.revoked_at ? { revokedAt: row.revoked_at, reason: row.revocation_reason ?? 0 } : 'good'
    },
    async listRevoked(issuer) {
      const rows = await db
        .selectFrom('issued_certificates')
        .select(['serial', 'revoked_at', 'revocation_reason'])
        .where('issuer', '=', issuer)
        .where('revoked_at', 'is not', null)
        .orderBy('revoked_at')
        .execute()
      return rows.flatMap(({ serial, revoked_at: revokedAt, revocation_reason: reason }) =>
        revokedAt ? [{ serialNumber: serial, revokedAt, reason: reason ?? 0 }] : [],
      )
    },
    async revoke(serialNumber, at, reason) {
      const result = await db
        .updateTable('issued_certificates')
        .set({ revoked_at: at, revocation_reason: reason })
        .where('serial', '=', serialNumber)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
    exclusively: (work) =>
      transaction(db, async (tx) => {
        await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.authorityKeys})`.execute(tx)
        return work(postgresKeyStore(tx))
      }),
  }
}

async function record(db: Database, certificate: Certificate): Promise<void> {
  await db
    .insertInto('issued_certificates')
    .values({
      serial: certificate.serialNumber,
      subject: certificate.subject,
      issuer: certificate.issuer,
      not_before: certificate.notBefore,
      not_after: certificate.notAfter,
    })
    .execute()
}

export const keyContext = (name: string): string => `authority_keys/${name}`

export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'authority_keys',
    update: sql`UPDATE authority_keys`,
    key: 'name',
    column: 'private_key',
    context: keyContext,
  },
]
