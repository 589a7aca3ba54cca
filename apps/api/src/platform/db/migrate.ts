import { advisoryLocks } from './advisory-locks.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { ensureApplicationLogin } from './roles/application-login.ts'
import {
  checkApplicationRights,
  checkSessions,
  PoolerKeepsNoSessions,
  refuseOldServer,
} from './check-connection.ts'
import { applicationRole, connect, type Connection } from './connect.ts'
import { grantsSql } from './roles/grants.ts'
import { listMigrations, readMigration } from './migration-files.ts'
import {
  compareSchema,
  NewerSchema,
  oldestCodeAfter,
  refuseWhileOlderRuns,
  versionOf,
} from './schema-compatibility.ts'
import { enqueueSql } from '#api/platform/jobs/announce.ts'
import { queueFiguresSql } from '#api/platform/jobs/queue-figures.ts'
import { waitingJobsSql } from '#api/platform/jobs/waiting-jobs.ts'

// insufficient_privilege
const notAllowed = '42501'

/** What is done before the migrations of a newer release change a database that was in use; where it fails they don't run. */
export type BeforeUpgrade = (pool: pg.Pool) => Promise<void>

/** Tells a person what takes its time. */
export type Say = (line: string) => void

export interface AtMigration {
  /** Before anything is in an empty database; where it fails nothing is. */
  readonly beforeSetUp?: (() => Promise<void>) | undefined
  readonly beforeUpgrade?: BeforeUpgrade | undefined
  readonly say?: Say
}

/** Brings the database to the newest version: our tables, the job queue's, and what the application's role may do. */
export async function migrate(
  connection: Connection,
  { beforeSetUp, beforeUpgrade, say = () => {} }: AtMigration = {},
): Promise<void> {
  await checkSessions(connection, 'owner').catch(unreachable)
  const pool = connect(connection, 'owner', 4, () => {})
  try {
    const client = await pool.connect().catch(unreachable)
    try {
      await refuseOldServer(client)
      await waitForOthers(client, say)
      if (beforeSetUp && (await isNew(client))) await beforeSetUp()
      // A newer release's rights, queue and functions are left unchanged.
      if (await applyMigrations(client, async () => beforeUpgrade?.(pool), say)) {
        await runMigrations({ pgPool: pool, schema: 'graphile_worker' })
        await grantApplicationRole(client)
      }
      if ('connectionString' in connection && connection.applicationString)
        await makeApplicationLogin(client, connection.applicationString)
      if ('host' in connection) await client.query(`ALTER ROLE ${applicationRole} LOGIN`)
    } finally {
      // Not given back but ended: the lock goes with it, also where the connection broke.
      client.release(true)
    }
  } finally {
    await pool.end()
  }
  await checkSessions(connection, 'application').catch(unreachable)
  await checkApplicationRights(connection)
}

async function isNew(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ is_new: boolean }>(
    "SELECT to_regclass('public.migrations') IS NULL AS is_new",
  )
  return rows[0]?.is_new === true
}

/** One process migrates at a time. One that was killed counts until its last statement has ended. */
async function waitForOthers(client: pg.PoolClient, say: Say): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [
    advisoryLocks.migrations,
  ])
  if (rows[0]?.free) return
  say('waiting for another process, which migrates the database')
  await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrations])
}

/** The database is away, or does not let us in. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable'
}

function unreachable(error: NodeJS.ErrnoException): never {
  if (error instanceof PoolerKeepsNoSessions) throw error
  throw new DatabaseUnreachable(`The database cannot be reached: ${error.message || error.code}`, {
    cause: error,
  })
}

/** Makes an empty database what it was after these migrations, in the transaction of the caller. */
export async function createSchema(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  await client.query(createMigrations)
  for (const name of names) await applyMigration(client, name)
}

const createMigrations =
  'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())'

/** It adds the column in which the oldest code is recorded. */
const recordedSince = '0073'

async function applyMigration(client: pg.ClientBase, name: string): Promise<void> {
  const text = readMigration(name)
  await client.query(text)
  if (versionOf(name) < recordedSince) await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
  else
    await client.query('INSERT INTO migrations (name, oldest_code) VALUES ($1, $2)', [
      name,
      oldestCodeAfter(text),
    ])
}

// How long a migration waits for a table. Everyone else who needs the table queues behind it, so then it lets them pass and tries again.
const lockTimeout = '2s'
const betweenTries = 500
const triesAtMost = 200
const lockNotAvailable = '55P03'

/** False if the database is of a newer release that this one can run with: then nothing is changed. */
async function applyMigrations(
  client: pg.PoolClient,
  beforeUpgrade: () => Promise<void>,
  say: Say,
): Promise<boolean> {
  await client.query(createMigrations)
  const { missing, newer, refused } = await compareSchema(client)
  if (refused.length > 0) throw new NewerSchema(refused)
  if (newer.length > 0) return false
  for (const name of missing) await refuseWhileOlderRuns(client, name, oldestCodeAfter(readMigration(name)))
  const isEmpty = missing.length === listMigrations().length
  if (missing.length > 0 && !isEmpty) await beforeUpgrade()
  for (const name of missing) {
    if (!isEmpty) say(`migrating the database: ${name}`)
    await applyInTransaction(client, name, say)
  }
  return true
}

/** A migration failed; nothing of it was changed. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed'
}

async function applyInTransaction(client: pg.PoolClient, name: string, say: Say): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await client.query(`BEGIN; SET LOCAL lock_timeout = '${lockTimeout}'`)
    try {
      await applyMigration(client, name)
      await client.query('COMMIT')
      return
    } catch (error) {
      // Where the connection broke, why it did is what counts.
      await client.query('ROLLBACK').catch(() => {})
      const isLocked = (error as { code?: string }).code === lockNotAvailable
      if (!isLocked || tries === triesAtMost) throw failure(name, error as Error, isLocked)
      if (tries === 1) say(`migration ${name} waits for a table that others use`)
      await pause(betweenTries)
    }
  }
}

function failure(name: string, error: Error, isLocked: boolean): MigrationFailed {
  const next = isLocked
    ? 'Something has used a table that it changes for minutes: find that in pg_stat_activity, end it, and start again.'
    : 'Processes of the release before keep running. When the cause is removed, start again: the migrations continue with this one.'
  return new MigrationFailed(
    `Migration ${name} failed, and nothing of it was changed: ${error.message}. ${next}`,
    {
      cause: error,
    },
  )
}

/** The role that the application acts in is not there, or not this user's to act in, and cannot be made. */
export class RoleMissing extends Error {
  override name = 'RoleMissing'
}

/** Where the user of DATABASE_URL may make no roles, someone who may has made this one and given it to them. */
async function makeApplicationRole(client: pg.PoolClient): Promise<void> {
  try {
    await client.query(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${applicationRole}') THEN
          CREATE ROLE ${applicationRole} NOLOGIN;
        END IF;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`)
    if (await mayActAs(client)) return
    await client.query(`
      DO $$ BEGIN
        EXECUTE format('GRANT ${applicationRole} TO %I', current_user);
      EXCEPTION WHEN invalid_grant_operation THEN NULL; END $$`)
  } catch (error) {
    if ((error as { code?: string }).code !== notAllowed) throw error
    const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_user) AS name')
    throw new RoleMissing(
      `The database user may make no roles. Let one who may do it: CREATE ROLE ${applicationRole} NOLOGIN; ` +
        `GRANT ${applicationRole} TO ${rows[0]?.name ?? 'the user'};`,
      { cause: error },
    )
  }
}

async function mayActAs(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query(`SET ROLE ${applicationRole}`)
    await client.query('RESET ROLE')
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== notAllowed) throw error
    return false
  }
}

/** Where the user of DATABASE_URL may not make logins, an administrator has made this one. */
async function makeApplicationLogin(client: pg.PoolClient, applicationString: string): Promise<void> {
  try {
    await ensureApplicationLogin(client, applicationString)
  } catch (error) {
    if ((error as { code?: string }).code !== notAllowed) throw error
    throw new RoleMissing(
      'The user of DATABASE_URL may not make the login of DATABASE_APPLICATION_URL, or give it the role. Let one who may do ' +
        `it: CREATE ROLE … LOGIN PASSWORD '…'; GRANT ${applicationRole} TO …;`,
      { cause: error },
    )
  }
}

/**
 * The application's role may do what `grants.ts` names. Roles belong to the whole cluster, so another instance may have
 * made it already, even at this very moment.
 */
async function grantApplicationRole(client: pg.PoolClient): Promise<void> {
  await makeApplicationRole(client)
  await client.query(grantsSql())
  await client.query(`
    GRANT USAGE ON SCHEMA public, graphile_worker TO ${applicationRole};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${applicationRole};

    ${enqueueSql(applicationRole)}
    ${queueFiguresSql(applicationRole)}
    ${waitingJobsSql(applicationRole)}
  `)
}
