import { existsSync, mkdtempSync, utimesSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'
import { startTestPostgres } from './start-test-postgres.ts'
import { testFolder } from './test-folder.ts'

const aFolder = (age: number) => {
  const directory = mkdtempSync(path.join(testFolder(), 'countersign-test-postgres-'))
  const made = Date.now() / 1000 - age
  utimesSync(directory, made, made)
  return directory
}

test('the test server leaves nothing behind, and removes what killed runs left, but nothing that is in use or new', async () => {
  const [abandoned, inUse, young] = [aFolder(120), aFolder(0), aFolder(0)]
  const other = await startEmbeddedPostgres({ directory: inUse, settings: { fsync: 'off' } })
  utimesSync(inUse, 0, 0)

  const server = await startTestPostgres()

  expect([abandoned, inUse, young].map(existsSync)).toEqual([false, true, true])
  const client = new pg.Client(server.connection)
  await client.connect()
  expect((await client.query('SHOW fsync')).rows).toEqual([{ fsync: 'off' }])
  await client.end()

  await server.stop()
  await other.stop()
  expect(existsSync(path.dirname(server.connection.host))).toBe(false)
  for (const directory of [inUse, young]) utimesSync(directory, 0, 0)
  await (await startTestPostgres()).stop()
  expect([inUse, young].map(existsSync)).toEqual([false, false])
})
