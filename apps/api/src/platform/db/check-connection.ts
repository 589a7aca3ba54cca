import pg from 'pg'
import { actAsApplication, type Connection, connectionSettings } from './connect.ts'

/** A pooler between us and the database keeps no sessions. */
export class PoolerKeepsNoSessions extends Error {
  override name = 'PoolerKeepsNoSessions'
}

/** The application could change what it must never change. */
export class TooManyRights extends Error {
  override name = 'TooManyRights'
}

/** The oldest PostgreSQL that runs the migrations, as `server_version_num` has it. */
export const oldestServer = 150_000

/** PostgreSQL is older than what the migrations need. */
export class OldServer extends Error {
  override name = 'OldServer'
}

/** Before anything is written: a migration in the middle would fail with a syntax error. */
export async function refuseOldServer(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`,
  )
  const [server] = rows
  if (!server || server.number >= oldestServer) return
  throw new OldServer(
    `The database server is PostgreSQL ${server.version}. Countersign needs 15 or newer: let DATABASE_URL name such a server.`,
  )
}

/** Asks a connection which process of the server serves it. */
export interface Session {
  begin(): Promise<unknown>
  backend(): Promise<number>
}

/**
 * In transaction mode a pooler gives a connection another server process for each transaction. Locks, notifications, roles
 * and prepared statements belong to a process, so nothing of ours would work for long.
 */
export async function refuseWithoutSessions(one: Session, other: Session): Promise<void> {
  const first = await one.backend()
  const hasTransactions = await other.begin().then(() => true, isStatementPooling)
  const isShared = hasTransactions && (await other.backend()) === first
  const again = [await one.backend(), await one.backend()]
  if (hasTransactions && !isShared && again.every((backend) => backend === first)) return
  throw new PoolerKeepsNoSessions(
    'A connection pooler between Countersign and PostgreSQL works in transaction or statement mode. ' +
      'Set its pool_mode to session, or let DATABASE_URL name the database itself.',
  )
}

/** PgBouncer's refusal of transactions: then there are none. Any other failure has another cause. */
function isStatementPooling(error: Error): false {
  if (error.message.includes('statement pooling mode')) return false
  throw error
}

/** A login as the pools will use it: DATABASE_URL, or DATABASE_APPLICATION_URL where that is set. */
export async function checkSessions(connection: Connection, as: 'owner' | 'application'): Promise<void> {
  if ('host' in connection || (as === 'application' && !connection.applicationString)) return
  const one = new pg.Client(connectionSettings(connection, as))
  const other = new pg.Client(connectionSettings(connection, as))
  // One that breaks fails the question that is put to it.
  for (const client of [one, other]) client.on('error', () => {})
  try {
    await one.connect()
    await other.connect()
    await refuseWithoutSessions(sessionOf(one), sessionOf(other))
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})))
  }
}

function sessionOf(client: pg.Client): Session {
  return {
    begin: () => client.query('BEGIN'),
    backend: async () => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      return rows[0]?.pid ?? -1
    },
  }
}

/** Looks at what the application could do, with the connection as it will be: refused where that is more than it may. */
export async function checkApplicationRights(connection: Connection): Promise<void> {
  const client = new pg.Client(connectionSettings(connection, 'application'))
  client.on('error', () => {})
  try {
    await client.connect()
    await actAsApplication(client)
    const { rows } = await client.query<{ login: string; changes: boolean; steps_back: boolean }>(`
      SELECT session_user AS login,
        has_table_privilege('evidence_events', 'UPDATE, DELETE, TRUNCATE')
          OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS changes,
        (SELECT rolsuper FROM pg_roles WHERE rolname = session_user)
          OR pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = 'evidence_events'::regclass), 'MEMBER') AS steps_back`)
    const [found] = rows
    if (!found || found.changes)
      throw new TooManyRights(
        'The role countersign_app may change evidence in this database. Take from it whatever it was given ' +
          'besides what Countersign gives it (a superuser attribute, membership in other roles, rights on tables).',
      )
    const hasLoginOfItsOwn = 'connectionString' in connection && connection.applicationString !== undefined
    if (hasLoginOfItsOwn && found.steps_back)
      throw new TooManyRights(
        `DATABASE_APPLICATION_URL signs in as ${found.login}, who is a superuser or may act as the owner of the tables. ` +
          'Name a login that may act as countersign_app and as nobody else.',
      )
  } finally {
    await client.end().catch(() => {})
  }
}
