import type { MasterKey } from '#api/platform/secrets/secret-box.ts'
import { randomBytes } from 'node:crypto'
import {
  aHolder,
  aTimestampToken,
  timestampingExtensions,
} from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, openDatabase } from '#api/platform/db/connect.ts'
import type { Database } from '#api/platform/db/connect.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import type { TestDatabase } from '#api/testing/database.ts'
import { trustServiceConformance } from '../conformance.ts'
import { openLocalAuthority } from './authority.ts'
import { postgresKeyStore } from './key-store.ts'
import { localTrustService } from './trust-service.ts'

let database: TestDatabase
// As many as there would be processes, each with its own pool.
let processes: Database[]

beforeAll(async () => {
  database = await createTestDatabase()
  processes = Array.from({ length: 4 }, () =>
    openDatabase(connect(database.connection, 'application', 4, () => {})),
  )
})
afterAll(async () => {
  await Promise.all(processes.map((db) => db.destroy()))
  await database.drop()
})

const masterKey: MasterKey = { current: randomBytes(32), previous: [] }
const installation = { organization: 'Countersign', publicUrl: 'https://sign.example.test' }
const unit = aHolder({ name: 'Time-stamps', extensions: timestampingExtensions() })
const timestamp = async (digest: Uint8Array): Promise<Uint8Array> => aTimestampToken(unit, digest)

const openOn = (db: Database | undefined, key: MasterKey = masterKey) => {
  if (!db) throw new Error('no such process')
  return openLocalAuthority({
    store: postgresKeyStore(db),
    masterKey: key,
    installation,
    now: () => new Date(),
  })
}

trustServiceConformance('the local authority on Postgres', async () => ({
  trustService: localTrustService(await openOn(processes[0])),
  timestamp,
  qualities: ['SES', 'DEMO'],
}))

describe('keys in Postgres', () => {
  test('are made once, however many processes start at once', async () => {
    const authorities = await Promise.all(processes.map((db) => openOn(db)))
    const serials = await Promise.all(
      authorities.map(async (each) => (await each.current('service')).certificate.serialNumber),
    )
    expect(new Set(serials).size).toBe(1)
    const rows = await processes[0]?.selectFrom('authority_keys').select('name').orderBy('name').execute()
    expect(rows?.map(({ name }) => name)).toEqual(['demo-1', 'issuing-1', 'ocsp-1', 'root-1', 'service-1'])
  })

  test('are not there in the clear, and do not open with another master key', async () => {
    const authority = await openOn(processes[0])
    const root = (await authority.current('root')).privateKey
    const plain = root.export({ format: 'der', type: 'pkcs8' })
    const row = await processes[0]
      ?.selectFrom('authority_keys')
      .select('private_key')
      .where('name', '=', 'root-1')
      .executeTakeFirstOrThrow()
    // The last 32 bytes would hold the key itself in the clear.
    expect(row?.private_key.includes(plain.subarray(-32))).toBe(false)
    await expect(openOn(processes[1], { ...masterKey, current: randomBytes(32) })).rejects.toMatchObject({
      name: 'DecryptionFailed',
    })
  })

  test('a revocation is seen by every process, counted once, and ends signing with that certificate', async () => {
    const [first, second] = await Promise.all([openOn(processes[0]), openOn(processes[1])])
    const { serialNumber, issuer } = (await first.current('service')).certificate
    const at = new Date('2026-11-20T10:00:00Z')
    expect(await first.store.revoke(serialNumber, at, 1)).toBe(true)
    expect(await second.store.revoke(serialNumber, at, 4)).toBe(false)
    expect(await second.store.listRevoked(issuer)).toEqual([{ serialNumber, revokedAt: at, reason: 1 }])
    expect(await second.store.findStatus(serialNumber)).toEqual({ revokedAt: at, reason: 1 })
    const order = {
      digest: randomBytes(32),
      quality: 'SES',
      signer: { name: 'Anna', email: 'anna@example.test' },
      timestamp,
    } as const
    const signed = await Promise.all([first, second].map((each) => localTrustService(each).sign(order)))
    const certificates = new Set(signed.map(({ certificate }) => Buffer.from(certificate).toString('hex')))
    expect(certificates.size).toBe(1)
    expect((await second.current('service')).certificate.serialNumber).not.toBe(serialNumber)
  })

  test('what fails midway leaves nothing', async () => {
    const store = postgresKeyStore(processes[0] ?? expect.unreachable())
    const before = await store.loadAll()
    const failing = store.exclusively(async (locked) => {
      const { certificate } = aHolder({ name: 'Half' })
      await locked.save(
        { name: 'service-99', certificate: certificate.raw, privateKey: randomBytes(8) },
        certificate,
      )
      throw new Error('power cut')
    })
    await expect(failing).rejects.toThrow('power cut')
    expect(await store.loadAll()).toHaveLength(before.length)
  })
})
