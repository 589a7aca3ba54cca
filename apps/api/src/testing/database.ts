import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
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
  await withClient(template, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template.database} STRATEGY file_copy`),
  )
  return {
    connection: { ...template, database: name },
    drop: () =>
      withClient(template, async (client) => {
        await whenDisconnected(client, name)
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
      }),
  }
}

/** The same database by its address, for a process that reads it from DATABASE_URL. */
export function addressOf({ host, port, user, database }: DatabaseConnection): string {
  const server = new URLSearchParams({ host, user, ...(port === undefined ? {} : { port: String(port) }) })
  return `postgresql:///${database}?${server.toString()}`
}

/**
 * A pool that has ended says goodbye, and the server may still be reading that: a connection that is cut meanwhile would be
 * an error that nobody listens to. Those that stay connected are cut after a second.
 */
async function whenDisconnected(client: pg.Client, name: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [name])
    if (rowCount === 0) return
    await pause(10)
  }
}

async function withClient(
  server: DatabaseConnection,
  use: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
