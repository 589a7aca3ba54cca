import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, withOwner } from '#api/platform/db/connect.ts'
import { refuseUnlessEmpty } from '#api/platform/db/dump/load-database.ts'
import { testFolder } from '#api/platform/db/embedded/test-folder.ts'
import { readConfig } from '#api/platform/settings/config.ts'
import { fileSystemDocumentStore } from '#api/providers/document-store/file-system.ts'
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts'
import { StoreMismatch, unfinishedRestore } from './installation/own-installation.ts'
import { prepareDatabase } from './prepare-database.ts'

let database: TestDatabase
let connection: Connection
let data: string
beforeAll(async () => {
  database = await createTestDatabase()
  connection = database.connection
  await withOwner(connection, (owner) =>
    owner.query('DROP SCHEMA public CASCADE; DROP SCHEMA graphile_worker CASCADE; CREATE SCHEMA public'),
  )
  data = await mkdtemp(join(testFolder(), 'countersign-test-'))
})
afterAll(async () => {
  await database?.drop()
  await rm(data, { recursive: true, force: true })
})

test('a process that starts while a backup is restored leaves the empty database empty', async () => {
  const config = readConfig({ COUNTERSIGN_DATA: data })
  const store = fileSystemDocumentStore(join(data, 'documents'), { trash: true })
  const prepare = () => prepareDatabase(config, connection, () => {})
  await store.writeNote('installation', unfinishedRestore('backup 20261130T060352Z-a6f473'))
  await expect(prepare()).rejects.toThrow(StoreMismatch)
  await expect(prepare()).rejects.toThrow('A backup is being restored')
  await withOwner(connection, (owner) => refuseUnlessEmpty(owner, connection))
  await store.removeNote('installation')
  await prepare()
  await expect(withOwner(connection, (owner) => refuseUnlessEmpty(owner, connection))).rejects.toThrow(
    "isn't empty",
  )
})
