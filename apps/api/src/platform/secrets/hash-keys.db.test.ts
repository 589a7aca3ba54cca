import { createHmac, randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { connect, type Database, openDatabase } from '#api/platform/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts'
import { hashPurposes, keyedHash, openHashKeys } from './hash-keys.ts'

let database: TestDatabase
let close: () => Promise<void>
async function aDatabase(): Promise<Database> {
  database = await createTestDatabase()
  const pool = connect(database.connection, 'application', 4, () => {})
  close = async () => {
    await pool.end()
    await database.drop()
  }
  return openDatabase(pool)
}
afterEach(() => close())

const masterKey = { current: randomBytes(32), previous: [] }

test('processes that start a new installation at the same time use the same random keys', async () => {
  const db = await aDatabase()
  const opened = await Promise.all(
    Array.from({ length: 6 }, () => openHashKeys({ db, masterKey, inUse: undefined })),
  )
  const hashes = opened.map((keys) =>
    hashPurposes.map((purpose) => keyedHash(keys, purpose).update('a key').digest('hex')).join(),
  )
  expect(new Set(hashes).size).toBe(1)
  expect(new Set(hashes[0]?.split(',')).size).toBe(hashPurposes.length)
})

test('an installation of an earlier release goes on with the keys that its master key gave', async () => {
  const db = await aDatabase()
  const inUse = randomBytes(32)
  const keys = await openHashKeys({ db, masterKey: { ...masterKey, previous: [inUse] }, inUse })
  // So the hashes that the earlier release has stored, and still stores while processes of both run, stay valid.
  for (const purpose of hashPurposes)
    expect(Buffer.from(keys[purpose])).toEqual(createHmac('sha256', inUse).update(purpose).digest())
  expect(await openHashKeys({ db, masterKey, inUse: undefined })).toEqual(keys)
})

test('hash keys are not stored in the clear', async () => {
  const db = await aDatabase()
  const keys = await openHashKeys({ db, masterKey, inUse: undefined })
  const rows = await db.selectFrom('hash_keys').selectAll().execute()
  expect(rows).toHaveLength(hashPurposes.length)
  for (const { purpose, key_encrypted: encrypted } of rows)
    expect(encrypted.includes(Buffer.from(keys[purpose as keyof typeof keys]))).toBe(false)
})
