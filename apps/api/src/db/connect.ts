import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** Where the database is: a unix socket directory or host with a user and a database, or an address. */
export type Connection =
  | {
      readonly host: string
      readonly user: string
      readonly database: string
      readonly port?: number
      readonly password?: string
    }
  | { readonly connectionString: string }

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
    ...connection,
    max: size,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    ...(as === 'application' ? { options: `-c role=${applicationRole} -c statement_timeout=30000` } : {}),
  })
  // Without listeners a connection that the server closes would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

export type Database = Kysely<Tables>

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
