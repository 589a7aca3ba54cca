import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { DatabaseConnection } from '#api/platform/db/embedded/start-embedded-postgres.ts'
import { startTestPostgres } from '#api/platform/db/embedded/start-test-postgres.ts'
import { migrate } from '#api/platform/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that each test file clones. */
    templateDatabase: DatabaseConnection
  }
}

const template = 'template_countersign'

/** Starts one PostgreSQL for the run, with a migrated database to clone; ends it after the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres()
  try {
    const connection = { ...server.connection, database: template }
    await run(server.connection, `CREATE DATABASE ${template}`)
    await migrate(connection)
    // Nobody can connect to it by mistake, so that it can be cloned at any time.
    await run(server.connection, `ALTER DATABASE ${template} ALLOW_CONNECTIONS false`)
    project.provide('templateDatabase', connection)
    return () => server.stop()
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function run(connection: DatabaseConnection, sql: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
