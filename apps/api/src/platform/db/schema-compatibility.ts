import type pg from 'pg'
import { listMigrations } from './migration-files.ts'

// Which code can run on a database that a newer release has migrated (docs/decisions/0102-schema-compatibility-and-replicas.md).

/** An expanding migration keeps everything that earlier code uses; a contracting one needs code of at least this number. */
const declared = /^-- compatibility: (?:(expand)|contract, needs (\d{4}))$/m
/** Any code that could run before it. */
const anyCode = '0000'

/** The oldest code that can run after a migration; null if it declares nothing. */
export function oldestCodeAfter(sql: string): string | null {
  const [, expand, needs] = declared.exec(sql) ?? []
  return expand ? anyCode : (needs ?? null)
}

/** Code is as new as its newest migration. */
export const versionOf = (migration: string): string => migration.slice(0, 4)
export const ownVersion = (): string => versionOf(listMigrations().at(-1) ?? anyCode)

export interface SchemaComparison {
  /** Migrations of this release that haven't run on the database. */
  readonly missing: readonly string[]
  /** Migrations of a newer release that have. */
  readonly newer: readonly string[]
  /**
   * Those of the newer ones that this release can't run with: all of them where others are missing. Then the database isn't of a
   * later release, but of another line.
   */
  readonly refused: readonly string[]
}

export async function compareSchema(client: Pick<pg.Pool, 'query'>): Promise<SchemaComparison> {
  // The column may not be there yet.
  const { rows } = await client.query<{ name: string; oldest_code: string | null }>(
    `SELECT name, to_jsonb(m) ->> 'oldest_code' AS oldest_code FROM migrations m ORDER BY name`,
  )
  const files = listMigrations()
  const applied = new Set(rows.map(({ name }) => name))
  const missing = files.filter((name) => !applied.has(name))
  const newer = rows.filter(({ name }) => !files.includes(name))
  const refused = newer.filter(
    ({ oldest_code: oldest }) => missing.length > 0 || oldest === null || oldest > ownVersion(),
  )
  return { missing, newer: newer.map(({ name }) => name), refused: refused.map(({ name }) => name) }
}

/** The database belongs to a newer release than this one, which can't run on it. */
export class NewerSchema extends Error {
  override name = 'NewerSchema'

  constructor(refused: readonly string[]) {
    super(
      `The database belongs to a newer release, and this one can't run with ${refused.join(', ')}. ` +
        'Start the newer release, or restore the backup from before the upgrade.',
    )
  }
}

/** A table or column isn't there: the database is of an older release, or one that this one can't run with. */
export const isOfOtherSchema = (error: unknown): boolean =>
  ['42P01', '42703'].includes(String((error as { readonly code?: unknown }).code))

/** Processes of a release that this one would break still run. */
export class OlderReleaseRuns extends Error {
  override name = 'OlderReleaseRuns'
}

const lockClass = 7466

/** Announces that code of this version runs, for as long as the connection lasts. */
export async function holdVersion(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1, $2)', [lockClass, Number(ownVersion())])
}

/** Versions before this one of which processes run. */
export async function listOlderVersions(
  client: Pick<pg.ClientBase, 'query'>,
  version: string,
): Promise<string[]> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT DISTINCT objid::int AS version FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND classid = $1::int::oid AND objid::int < $2`,
    [lockClass, Number(version)],
  )
  return rows.map((row) => String(row.version).padStart(4, '0'))
}

/** Before a migration runs: processes that couldn't run after it have to be stopped first. */
export async function refuseWhileOlderRuns(
  client: Pick<pg.ClientBase, 'query'>,
  migration: string,
  oldestCode: string | null,
): Promise<void> {
  if (oldestCode === null || oldestCode === anyCode) return
  const versions = await listOlderVersions(client, oldestCode)
  if (versions.length === 0) return
  throw new OlderReleaseRuns(
    `${migration} needs releases that know ${oldestCode}, and processes of ${versions.join(', ')} still run. ` +
      'Upgrade all of them to a release in between first, or stop them.',
  )
}
