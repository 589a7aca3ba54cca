import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
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

/** Takes what has to be undone even where the process is ended by a signal; what it answers takes that back. */
export type Undo = (work: () => Promise<void>) => () => void

/** The packaged PostgreSQL in a temporary folder: no load for the server at work, and another version where its is older. */
export async function temporaryDatabase(
  databaseUrl: string | undefined,
  undo: Undo,
): Promise<TemporaryDatabase> {
  // At once with what removes it: a signal could come in between.
  const directory = mkdtempSync(join(tmpdir(), 'countersign-check-'))
  const settings = { fsync: 'off', full_page_writes: 'off' }
  const starting = startEmbeddedPostgres({ directory, settings })
  const remove = removable(undo, async () => {
    await starting.then(
      ({ stop }) => stop(),
      () => {},
    )
    await rm(directory, { recursive: true, force: true })
  })
  try {
    const { connection } = await starting
    return { connection, remove }
  } catch (error) {
    await remove()
    if (!databaseUrl || !(error instanceof DatabaseStartError)) throw error
    return databaseBeside(databaseUrl, undo)
  }
}

/** Works once, however often it is called. */
function removable(undo: Undo, work: () => Promise<void>): () => Promise<void> {
  let removed: Promise<void> | undefined
  const remove = () => (removed ??= work())
  const takeBack = undo(remove)
  return async () => {
    await remove()
    takeBack()
  }
}

/** Where there is none packaged: a database of its own on the same server. Throws MayNotCreateDatabases. */
export async function databaseBeside(databaseUrl: string, undo: Undo): Promise<TemporaryDatabase> {
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
  // A server's own template may have another encoding.
  const creating = run(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`)
  const remove = removable(undo, async () => {
    await creating.catch(() => {})
    await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
  try {
    await creating
  } catch (error) {
    await remove().catch(() => {})
    // insufficient_privilege
    if ((error as { code?: string }).code !== '42501') throw error
    throw new MayNotCreateDatabases(decodeURIComponent(url.username) || 'the role of DATABASE_URL', error)
  }
  url.pathname = `/${name}`
  return {
    connection: { connectionString: url.href },
    remove,
  }
}
