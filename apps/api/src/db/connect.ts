import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** Where the database is. */
export type Connection = PrivateServer | Address

/** A server of our own behind a socket that nobody else can open: it asks for no password. */
export interface PrivateServer {
  readonly host: string
  readonly user: string
  readonly database: string
  readonly port?: number
}

export interface Address {
  readonly connectionString: string
  /** A login that may act in the application's role and no other; without it the owner steps into that role. */
  readonly applicationString?: string | undefined
}

/** The role the api and the workers act in: it may add and read evidence, never change it. */
export const applicationRole = 'countersign_app'

/** A pool of connections. As `application`, each of them works in the narrow role; as `owner` in the connection's own. */
export function connect(
  connection: Connection,
  as: 'application' | 'owner',
  size: number,
  onError: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    ...(as === 'application' ? asApplication(connection) : asOwner(connection)),
    max: size,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  })
  // Without listeners a connection that the server closes would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

function asOwner(connection: Connection): pg.PoolConfig {
  return 'host' in connection ? connection : { connectionString: connection.connectionString }
}

/** On a server of our own the role signs in itself: there is no way back from it to the owner. */
function asApplication(connection: Connection): pg.PoolConfig {
  const options = '-c statement_timeout=30000'
  if ('host' in connection) return { ...connection, user: applicationRole, options }
  const connectionString = connection.applicationString ?? connection.connectionString
  return { connectionString, options: `-c role=${applicationRole} ${options}` }
}

export type Database = Kysely<Tables>

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
