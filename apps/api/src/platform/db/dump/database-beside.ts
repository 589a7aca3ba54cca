import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { removable, type TemporaryDatabase, type Undo } from './removable.ts'

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

/** The class of the advisory locks that say that a check still works in its database. */
const lockClass = 7_463_923

/** The databases of this installation's checks: their names begin so, and nobody else's do. */
const prefix = `'countersign_check_' || left(md5(current_database()), 8) || '_'`

/** Where there is none packaged: a database of its own on the same server. Throws MayNotCreateDatabases. */
export async function databaseBeside(databaseUrl: string, undo: Undo): Promise<TemporaryDatabase> {
  // Kept open: its lock says that the check is at work, and ends with the process.
  const client = await connect(databaseUrl)
  const { rows } = await client.query<{ name: string }>(`SELECT ${prefix} || $1 AS name`, [
    randomBytes(6).toString('hex'),
  ])
  const name = rows[0]?.name ?? ''
  await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [lockClass, name])
  const url = new URL(databaseUrl)
  // A server's own template may have another encoding.
  const creating = client.query(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`)
  const remove = removable(undo, async () => {
    await creating.catch(() => {})
    await client.end().catch(() => {})
    const other = await connect(databaseUrl)
    try {
      await other.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    } finally {
      await other.end()
    }
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

/** Removes the databases that killed checks of this installation left on its server. Those in which one works are locked. */
export async function removeLeftDatabases(databaseUrl: string, log: (line: string) => void): Promise<void> {
  const client = await connect(databaseUrl)
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database
       WHERE datname ~ ('^' || ${prefix} || '[0-9a-f]{12}$') AND pg_get_userbyid(datdba) = current_user
         AND pg_try_advisory_lock($1, hashtext(datname))`,
      [lockClass],
    )
    for (const { name } of rows) {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      log(`Removed the database ${name}, which an interrupted check had left.`)
    }
  } finally {
    await client.end()
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  // The server may end it while nothing is asked.
  client.on('error', () => {})
  await client.connect()
  return client
}
