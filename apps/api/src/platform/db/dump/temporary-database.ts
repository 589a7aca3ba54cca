import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from '../connect.ts'
import { DatabaseStartError } from '../embedded/database-start-error.ts'
import { startEmbeddedPostgres } from '../embedded/start-embedded-postgres.ts'

export interface TemporaryDatabase {
  readonly connection: Connection
  remove(): Promise<void>
}

/** A role that owns its database doesn't therefore create others. */
export class MayNotCreateDatabases extends Error {
  override readonly name = 'MayNotCreateDatabases'
  constructor(login: string, cause: unknown) {
    super(
      `A backup is restored into a temporary database, and ${login} may not create one. As an administrator: ALTER ROLE ${login} CREATEDB`,
      { cause },
    )
  }
}

/** The packaged PostgreSQL in a temporary folder: no load for the server at work, and another version where its is older. */
export async function temporaryDatabase(databaseUrl: string | undefined): Promise<TemporaryDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'countersign-check-'))
  const clear = () => rm(directory, { recursive: true, force: true })
  try {
    const settings = { fsync: 'off', full_page_writes: 'off' }
    const { connection, stop } = await startEmbeddedPostgres({ directory, settings })
    return { connection, remove: () => stop().then(clear) }
  } catch (error) {
    await clear()
    if (!databaseUrl || !(error instanceof DatabaseStartError)) throw error
    return databaseBeside(databaseUrl)
  }
}

/** Where there is none packaged: a database of its own on the same server. Throws MayNotCreateDatabases. */
export async function databaseBeside(databaseUrl: string): Promise<TemporaryDatabase> {
  const name = `countersign_check_${randomBytes(6).toString('hex')}`
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  const url = new URL(databaseUrl)
  try {
    // A server's own template may have another encoding.
    await run(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`)
  } catch (error) {
    // insufficient_privilege
    if ((error as { code?: string }).code !== '42501') throw error
    throw new MayNotCreateDatabases(decodeURIComponent(url.username) || 'the role of DATABASE_URL', error)
  }
  url.pathname = `/${name}`
  return {
    connection: { connectionString: url.href },
    remove: () => run(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}
