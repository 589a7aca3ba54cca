import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

test('each test database is migrated, and apart from the others', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const [here, there] = [new pg.Client(first.connection), new pg.Client(second.connection)]
  await Promise.all([here.connect(), there.connect()])

  await here.query('CREATE TABLE only_here (id int)')

  const seen = (client: pg.Client, table: string) =>
    client
      .query<{ name: string | null }>('SELECT to_regclass($1)::text AS name', [table])
      .then((result) => result.rows[0]?.name)
  expect(await seen(here, 'only_here')).toBe('only_here')
  expect(await seen(there, 'only_here')).toBeNull()
  expect(await seen(there, 'migrations')).toBe('migrations')
  await Promise.all([here.end(), there.end(), first.drop(), second.drop()])
})

test('dropping a database ends the connections that are still open', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client(database.connection)
  const ended = new Promise<Error>((resolve) => client.on('error', resolve))
  await client.connect()

  await database.drop()

  expect((await ended).message).toMatch(/terminat/)
})
