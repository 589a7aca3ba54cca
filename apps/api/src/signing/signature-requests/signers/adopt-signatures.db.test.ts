import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database, openDatabase } from '#api/platform/db/connect.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts'
import { adoptSignatures } from './adopt-signatures.ts'
import { lockForNoKeyUpdate, save } from '../repository.ts'

let database: TestDatabase
let pool: pg.Pool
let db: Database
/** Sees what the others wait for. */
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.connection, 'application', 4, () => {})
  db = openDatabase(pool)
  owner = new pg.Client(database.connection)
  await owner.connect()
})
afterAll(async () => {
  await pool?.end()
  await owner?.end()
  await database?.drop()
})

const email = 'carla@example.org'

async function anAccount(address: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO accounts (email, first_name, last_name) VALUES ($1, 'A', 'B') RETURNING id`,
    [address],
  )
  return rows[0]?.id ?? ''
}

test('who is changing a request while its signer makes an account does not write the signer back', async () => {
  const ben = await anAccount('ben@example.org')
  const { rows } = await pool.query<{ id: string }>(
    `WITH made AS (INSERT INTO signature_requests (owner_id, title, quality, status) VALUES ($1, 'T', 'SES', 'OPEN') RETURNING id)
     INSERT INTO signatures (request_id, position, email, language, status) SELECT id, 0, $2, 'en', 'OPEN' FROM made
     RETURNING request_id AS id`,
    [ben, email],
  )
  const id = rows[0]?.id ?? ''
  const account = await anAccount(email)
  let adopting: Promise<void> | undefined
  await transaction(db, async (tx) => {
    const request = await lockForNoKeyUpdate(tx, id)
    if (!request) throw new Error('no request')
    adopting = transaction(db, (other) => adoptSignatures(other, account, email))
    const isWaiting = async () => {
      const found = await owner.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      return found.rowCount
    }
    await expect.poll(isWaiting).toBe(1)
    const signatures = request.signatures.map((signature) => ({ ...signature, sequence: 1 }))
    await save(tx, request, { ...request, title: 'Other', signatures })
  })
  await adopting
  const after = await pool.query('SELECT account_id, sequence FROM signatures WHERE request_id = $1', [id])
  expect(after.rows).toEqual([{ account_id: account, sequence: 1 }])
})
