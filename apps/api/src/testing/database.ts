import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseConnection } from '#api/platform/db/embedded/start-embedded-postgres.ts'

export type TestDatabase = {
  connection: DatabaseConnection
  /** Removes the database, anyone who is still connected to it. */
  drop(): Promise<void>
}

/** A migrated, empty database of its own for a test file. Only in files named `*.db.test.ts`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('templateDatabase')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying the files is several times as fast as logging every page of a small database.
  await run(template, `CREATE DATABASE ${name} TEMPLATE ${template.database} STRATEGY file_copy`)
  return {
    connection: { ...template, database: name },
    drop: () => run(template, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

async function run(server: DatabaseConnection, sql: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
