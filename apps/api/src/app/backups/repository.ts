import { sql } from 'kysely'
import { advisoryLocks } from '#api/platform/db/advisory-locks.ts'
import {
  type Connection,
  type Database,
  type OwnerClient,
  type OwnerPool,
  withClient,
  withOwner,
} from '#api/platform/db/connect.ts'
import { portableSettings } from '#api/platform/db/dump/dump.ts'
import type { BackupKind, BackupState } from '#api/platform/db/tables.ts'

export interface BackupRecord {
  readonly id: string
  readonly kind: BackupKind
  readonly target: string
  readonly state: BackupState
  readonly startedAt: Date
  readonly documents: number | null
  readonly error: string | null
}

/** A connection of the owner, or any one of its pool. */
export type Queries = Pick<OwnerPool, 'query'>

/** Another backup of this installation is being made. */
export class BackupRunning extends Error {
  override name = 'BackupRunning'
}

/** Another process restores into this database. */
export class RestoreRunning extends Error {
  override name = 'RestoreRunning'
}

/** No other process of this installation makes or removes backups meanwhile. */
export function whileNoOther<Result>(
  pool: OwnerPool,
  work: (client: OwnerClient) => Promise<Result>,
): Promise<Result> {
  return withClient(pool, (client) =>
    whileLocked(client, advisoryLocks.backups, {
      refuse: () => new BackupRunning('A backup of this installation is being made already.'),
      work: () => work(client),
    }),
  )
}

/** No other process restores into this database meanwhile. */
export function whileNoOtherRestore<Result>(
  connection: Connection,
  work: () => Promise<Result>,
): Promise<Result> {
  return withOwner(connection, (client) =>
    whileLocked(client, advisoryLocks.restores, {
      refuse: () =>
        new RestoreRunning('Another restore into this database is running. Wait until it has ended.'),
      work,
    }),
  )
}

async function whileLocked<Result>(
  client: OwnerClient,
  lock: number,
  { refuse, work }: { refuse(): Error; work(): Promise<Result> },
): Promise<Result> {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [lock])
  if (!rows[0]?.free) throw refuse()
  try {
    return await work()
  } finally {
    // The server notices the end of the connection a moment later: too late for what the caller does next.
    await client.query('SELECT pg_advisory_unlock($1)', [lock]).catch(() => {})
  }
}

/** Reads everything at one instant. */
export async function inSnapshot<Result>(client: OwnerClient, work: () => Promise<Result>): Promise<Result> {
  await client.query(portableSettings)
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const result = await work()
  await client.query('COMMIT')
  return result
}

/** The time that counts for backups, whatever machine makes them. Throws where the connection was lost, and with it the lock. */
export async function readClock(client: Queries): Promise<Date> {
  const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  if (!rows[0]) throw new Error('the database does not tell the time')
  return rows[0].at
}

/** Before the upgrade that brings the table there is nowhere to write it down. */
export async function record(client: Queries, backup: BackupRecord): Promise<void> {
  if (!(await hasTable(client))) return
  await client.query(
    `INSERT INTO backups (id, kind, target, state, started_at, finished_at, documents, error)
     VALUES ($1, $2, $3, $4, $5, CASE WHEN $4 = 'RUNNING' THEN NULL ELSE clock_timestamp() END, $6, $7)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, finished_at = excluded.finished_at,
       documents = excluded.documents, error = excluded.error`,
    [backup.id, backup.kind, backup.target, backup.state, backup.startedAt, backup.documents, backup.error],
  )
}

async function hasTable(client: Queries): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('public.backups') IS NOT NULL AS there",
  )
  return rows[0]?.there === true
}

/** Whether backups were made there, as far as this database knows. */
export async function hasBackupsAt(client: Queries, target: string): Promise<boolean> {
  if (!(await hasTable(client))) return false
  const { rows } = await client.query<{ found: boolean }>(
    "SELECT EXISTS (SELECT FROM backups WHERE target = $1 AND state IN ('COMPLETE', 'INCOMPLETE')) AS found",
    [target],
  )
  return rows[0]?.found === true
}

/** Those of processes that were killed: nobody else makes a backup while the caller holds the lock. */
export async function endInterrupted(client: OwnerClient): Promise<void> {
  await client.query(
    "UPDATE backups SET state = 'FAILED', finished_at = clock_timestamp(), error = 'interrupted' WHERE state = 'RUNNING'",
  )
  await client.query("DELETE FROM backups WHERE started_at < clock_timestamp() - interval '400 days'")
}

export async function findInstallation(
  client: OwnerClient,
): Promise<{ readonly id: string; readonly backup_secret: Buffer | null }> {
  // As JSON: the older schema, which is copied before an upgrade, has no secret.
  const { rows } = await client.query<{ id: string; secret: string | null }>(
    "SELECT id::text, to_jsonb(installation) ->> 'backup_secret' AS secret FROM installation",
  )
  const [row] = rows
  if (!row) throw new Error('the database holds no installation')
  return {
    id: row.id,
    backup_secret: row.secret === null ? null : Buffer.from(row.secret.replace(/^\\x/, ''), 'hex'),
  }
}

export interface BackupStatus {
  /** When the newest complete backup with documents was finished; null where there is none. */
  readonly lastCompleteAt: Date | null
  /** The newest of all. */
  readonly last: {
    readonly state: BackupState
    readonly startedAt: Date
    readonly error: string | null
    /** Whether it was being made when its process ended. */
    readonly isInterrupted: boolean
  } | null
}

/** Of the backups in one place, where one is set: a copy made by hand elsewhere says nothing about them. */
export async function readStatus(db: Database, target: string | null = null): Promise<BackupStatus> {
  const all = db.selectFrom('backups').where('kind', '!=', 'before_upgrade')
  const there = target === null ? all : all.where('target', '=', target)
  const complete = await there
    .select('finished_at')
    .where('state', '=', 'COMPLETE')
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const last = await there
    .select(['state', 'started_at as startedAt', 'error'])
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    lastCompleteAt: complete?.finished_at ?? null,
    last: last ? { ...last, isInterrupted: last.state === 'RUNNING' && !(await isBeingMade(db)) } : null,
  }
}

/** Who makes a backup holds the lock until the end (`whileNoOther`). */
async function isBeingMade(db: Database): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    SELECT EXISTS (
      SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (l.classid::bigint << 32) | l.objid::bigint = ${advisoryLocks.backups}::bigint
    ) AS held`.execute(db)
  return rows[0]?.held === true
}
