import { Kysely } from 'kysely'
import pg from 'pg'
import { PipeliningDialect } from './pipelining.ts'
import { ObservedClient } from './statements/observed-client.ts'
import type { Tables } from './tables.ts'

/** Where the database is. */
export type Connection = PrivateServer | Address

/** Our own server behind a socket that nobody else can open: it needs no password. */
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

/** Connections as the owner, for what the application's role may not do. */
export type OwnerPool = pg.Pool
export type OwnerClient = pg.PoolClient

/** The role the api and the workers act in: it may add and read evidence, never change it. */
export const applicationRole = 'countersign_app'

/** From how much likeness on something counts as what was typed, with a slip. */
export const likeness = 0.5

/**
 * How lists are planned: once, for the person who asks, and read in the order of an index instead of sorted. What is right for
 * someone with a million requests costs someone with ten nothing; the planner, which guesses how many there are, takes
 * the one for the other.
 */
export const listPlanning = [
  'plan_cache_mode=force_generic_plan',
  ...['sort', 'incremental_sort', 'hashjoin', 'mergejoin', 'seqscan'].map((kind) => `enable_${kind}=off`),
  'jit=off',
  'TimeZone=UTC',
  `pg_trgm.word_similarity_threshold=${likeness}`,
]

/**
 * A pool of connections. As `application`, each of them works in the narrow role; as `owner` in the connection's own. With
 * `pipeline`, as the application's have it, a statement doesn't wait for those of its connection that are under way
 * (docs/decisions/0107).
 */
export function connect(
  connection: Connection,
  as: 'application' | 'owner',
  size: number,
  onError: (error: Error) => void,
  settings: readonly string[] = [],
  { pipeline = as === 'application' }: { readonly pipeline?: boolean } = {},
): pg.Pool {
  const pool = new pg.Pool({
    Client: ObservedClient,
    ...connectionSettings(connection, as),
    max: size,
    pipeline,
    ...(as === 'application'
      ? {
          verify: (client, done) => {
            actAsApplication(client, settings).then(() => done(), done)
          },
        }
      : {}),
  })
  // Without listeners a connection that the server closes would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** Works on one connection as the owner, which is ended afterwards: with it go its locks, and a COPY that broke off. */
export async function withOwner<Result>(
  connection: Connection,
  work: (client: OwnerClient) => Promise<Result>,
): Promise<Result> {
  const pool = connect(connection, 'owner', 1, () => {})
  try {
    return await withClient(pool, work)
  } finally {
    await pool.end()
  }
}

export async function withClient<Result>(
  pool: OwnerPool,
  work: (client: OwnerClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release(true)
  }
}

/** A connection of its own, outside any pool; `actAsApplication` once it is there. */
export function applicationClient(connection: Connection): pg.Client {
  return new ObservedClient(connectionSettings(connection, 'application'))
}

/** On a server of our own the role signs in itself: there is no way back from it to the owner. */
export function connectionSettings(connection: Connection, as: 'application' | 'owner'): pg.ClientConfig {
  // After so long without a word this side asks, too: a server that has given the connection up can't always say so.
  const common = { keepAlive: true, keepAliveInitialDelayMillis: 5_000, connectionTimeoutMillis: 5_000 }
  if ('host' in connection)
    return { ...connection, ...(as === 'application' ? { user: applicationRole } : {}), ...common }
  const { connectionString, applicationString } = connection
  return {
    connectionString: as === 'application' ? (applicationString ?? connectionString) : connectionString,
    ...common,
  }
}

/** A connection that was to work in the application's role works in another. */
export class RoleNotTaken extends Error {
  override name = 'RoleNotTaken'
}

const statementTimeout = 30_000

/**
 * Switches a new connection to the restricted role, with its limits, by statements whose effect is read back: poolers
 * refuse or silently drop startup parameters (`options`).
 */
export async function actAsApplication(
  client: pg.ClientBase,
  settings: readonly string[] = [],
): Promise<void> {
  const all = [`role=${applicationRole}`, `statement_timeout=${statementTimeout}`, ...settings]
  const statements = all.map((setting) => {
    const [name = '', value = ''] = setting.split('=')
    return `SET ${name} = ${pg.escapeLiteral(value)}`
  })
  const results: unknown = await client.query(
    `${statements.join('; ')}; SELECT current_user AS role, current_setting('statement_timeout') AS timeout`,
  )
  const last = (results as pg.QueryResult<{ role: string; timeout: string }>[]).at(-1)?.rows[0]
  if (last?.role === applicationRole && last.timeout === `${statementTimeout / 1000}s`) return
  throw new RoleNotTaken(
    `A database connection acts as ${last?.role ?? 'nobody'} with a statement_timeout of ${last?.timeout ?? 'nothing'}, ` +
      `not as ${applicationRole}: is there a connection pooler that drops settings?`,
  )
}

export type Database = Kysely<Tables>

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PipeliningDialect(pool) })
}
