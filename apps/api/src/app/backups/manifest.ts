import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { DatabaseDump } from '#api/platform/db/dump/dump.ts'
import { listMigrations } from '#api/platform/db/migration-files.ts'

/** What this release writes and reads. A later format has a higher number. */
export const format = 1

const Part = z.object({
  name: z.string(),
  /** Of the file as it is stored: compressed and, where there is a key, encrypted. */
  size: z.int(),
  sha256: z.string(),
})

const Manifest = z.object({
  format: z.literal(format),
  id: z.string(),
  kind: z.enum(['manual', 'scheduled', 'before_upgrade']),
  installation: z.string(),
  release: z.string(),
  /** The migrations that the database had. */
  migrations: z.array(z.string()),
  /** The version of PostgreSQL. */
  postgres: z.string(),
  startedAt: z.string(),
  /** The instant of the database: what was committed by then is in the backup, and nothing else. */
  snapshotAt: z.string(),
  finishedAt: z.string(),
  /** Whom the backup is encrypted to; null where it isn't encrypted. */
  encryptedTo: z.nullable(z.string()),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), part: z.string() }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The jobs that waited. */
  jobs: z.object({ rows: z.int(), part: z.string() }),
  /** Null where the backup is of the database alone. */
  documents: z.nullable(
    z.object({
      count: z.int(),
      bytes: z.int(),
      /** How many of them this backup copied; the others were in the target already. */
      copied: z.int(),
      contents: z.string(),
      names: z.string(),
      /** Documents that the store itself didn't have, or only damaged, by the name under which they would be kept here. */
      missing: z.array(z.object({ name: z.string(), reason: z.enum(['missing', 'damaged']) })),
    }),
  ),
  parts: z.array(Part),
})
export type Manifest = Omit<z.infer<typeof Manifest>, keyof DatabaseDump> & DatabaseDump
export type Part = z.infer<typeof Part>

/** The backup was made by a newer release than this one. */
export class NewerBackup extends Error {
  override name = 'NewerBackup'
}

/** Something in the backup is missing, or isn't what it was when the backup was made. */
export class DamagedBackup extends Error {
  override name = 'DamagedBackup'
}

/** Nothing is read of a backup that has what this release doesn't know. */
export function refuseUnlessReadable({ id, migrations }: Manifest): void {
  const known = new Set(listMigrations())
  const newer = migrations.filter((name) => !known.has(name))
  if (newer.length > 0)
    throw new NewerBackup(
      `Backup ${id} was made by a newer release than this one, which doesn't know ${newer.join(', ')}: restore it with that one.`,
    )
}

/** How much is in a backup. */
export function countContent({ tables, documents }: Manifest) {
  const { count = 0, copied = 0 } = documents ?? {}
  return { rows: tables.reduce((sum, table) => sum + table.rows, 0), documents: count, copied }
}

/** The manifest with its own hash. */
export function writeManifest(manifest: Manifest): Buffer {
  return Buffer.from(`${JSON.stringify({ ...manifest, sha256: hashOf(manifest) }, null, 2)}\n`)
}

export function readManifest(id: string, text: string): Manifest {
  const { sha256, ...content } = parse(id, text)
  if (sha256 !== hashOf(content)) throw new DamagedBackup(`The manifest of backup ${id} was changed.`)
  if (typeof content['format'] === 'number' && content['format'] > format)
    throw new NewerBackup(
      `Backup ${id} was made by a newer release (${String(content['release'])}): restore it with that one.`,
    )
  const read = z.safeParse(Manifest, content)
  if (!read.success) throw new DamagedBackup(`The manifest of backup ${id} can't be read.`)
  return read.data
}

function parse(id: string, text: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(text)
    if (typeof content === 'object' && content !== null) return content as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new DamagedBackup(`The manifest of backup ${id} can't be read.`)
}

function hashOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
