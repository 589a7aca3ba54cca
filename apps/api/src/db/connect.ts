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

/** From how much likeness on something counts as what was typed, with a slip. */
export const likeness = 0.5

/**
 * How lists are planned: once, for whoever asks, and read in the order of an index instead of sorted. What is right for
 * somebody with a million requests costs somebody with ten nothing; the planner, which guesses how many there are, takes
 * the one for the other.
 */
export const listPlanning = [
  'plan_cache_mode=force_generic_plan',
  ...['sort', 'incremental_sort', 'hashjoin', 'mergejoin', 'seqscan'].map((kind) => `enable_${kind}=off`),
  'jit=off',
  'TimeZone=UTC',
  `pg_trgm.word_similarity_threshold=${likeness}`,
]

/** A pool of connections. As `application`, each of them works in the narrow role; as `owner` in the connection's own. */
export function connect(
  connection: Connection,
  as: 'application' | 'owner',
  size: number,
  onError: (error: Error) => void,
  settings: readonly string[] = [],
): pg.Pool {
  const pool = new pg.Pool({
    ...(as === 'application' ? asApplication(connection, settings) : asOwner(connection)),
    max: size,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  })
  // Without listeners a connection that the server closes would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** A connection of its own, outside any pool, in the application's role. */
export function applicationClient(connection: Connection): pg.Client {
  return new pg.Client({ ...asApplication(connection, []), keepAlive: true, connectionTimeoutMillis: 5_000 })
}

function asOwner(connection: Connection): pg.PoolConfig {
  return 'host' in connection ? connection : { connectionString: connection.connectionString }
}

/** On a server of our own the role signs in itself: there is no way back from it to the owner. */
function asApplication(connection: Connection, settings: readonly string[]): pg.PoolConfig {
  const options = ['statement_timeout=30000', ...settings].map((setting) => `-c ${setting}`).join(' ')
  if ('host' in connection) return { ...connection, user: applicationRole, options }
  const connectionString = connection.applicationString ?? connection.connectionString
  return { connectionString, options: `-c role=${applicationRole} ${options}` }
}

export type Database = Kysely<Tables>

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
