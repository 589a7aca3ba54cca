import type { RevokedCertificate } from '@countersign/pdf-signature/cms/certificates/issuing.ts'
import type { IssuedStatus, KeyStore, StoredKey } from './key-store.ts'

/** A key store for tests without a database; it keeps nothing beyond the process. */
export function inMemoryKeyStore(): KeyStore {
  const keys = new Map<string, StoredKey>()
  const issued = new Map<string, { issuer: string; status: IssuedStatus }>()
  let last: Promise<unknown> = Promise.resolve()
  const store: KeyStore = {
    loadAll: async () => [...keys.values()],
    async save(key, certificate) {
      if (keys.has(key.name)) throw new Error(`${key.name} is taken`)
      keys.set(key.name, key)
      issued.set(certificate.serialNumber, { issuer: certificate.issuer, status: 'good' })
    },
    async record(certificate) {
      issued.set(certificate.serialNumber, { issuer: certificate.issuer, status: 'good' })
    },
    findStatus: async (serialNumber) => issued.get(serialNumber)?.status,
    async listRevoked(issuer) {
      const revoked: RevokedCertificate[] = []
      for (const [serialNumber, entry] of issued)
        if (entry.issuer === issuer && entry.status !== 'good')
          revoked.push({ serialNumber, ...entry.status })
      return revoked
    },
    async revoke(serialNumber, revokedAt, reason) {
      const entry = issued.get(serialNumber)
      if (entry?.status !== 'good') return false
      entry.status = { revokedAt, reason }
      return true
    },
    exclusively(work) {
      const result = last.then(() => work(store))
      last = result.catch(() => undefined)
      return result
    },
  }
  return store
}
