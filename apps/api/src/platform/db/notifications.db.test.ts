import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, createTestDatabase, type TestDatabase } from '#api/testing/database.ts'
import { applicationRole } from './connect.ts'
import { listenForNotifications } from './notifications.ts'

const login = pg.escapeIdentifier(`listener_${crypto.randomUUID()}`)

let database: TestDatabase
let admin: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Client(database.connection)
  await admin.connect()
  await admin.query(`CREATE ROLE ${login} LOGIN; GRANT ${applicationRole} TO ${login}`)
})
afterAll(async () => {
  await admin?.query(`DROP ROLE ${login}`)
  await admin?.end()
  await database?.drop()
})

test('a listener that may not act as the application for a while hears again once it may', async () => {
  const refused: string[] = []
  const heard: string[] = []
  const user = login.slice(1, -1)
  const notifications = await listenForNotifications(
    { connectionString: addressOf({ ...database.connection, user }) },
    ['changes'],
    ({ message }) => refused.push(message),
  )
  notifications.hear('changes', (payload) => heard.push(payload))
  const tell = async () => {
    await admin.query(`NOTIFY changes, 'one'`)
    return heard.length
  }
  await expect.poll(tell).toBeGreaterThan(0)

  await admin.query(`REVOKE ${applicationRole} FROM ${login}`)
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [user])
  await expect.poll(() => refused.join()).toContain('permission denied to set role')
  heard.splice(0)
  await admin.query(`GRANT ${applicationRole} TO ${login}`)
  await expect.poll(tell).toBeGreaterThan(0)
  await notifications.close()
})
