import { Readable } from 'node:stream'
import { type OwnerClient, type OwnerPool, withClient } from '#api/platform/db/connect.ts'
import type { DatabaseDump } from '#api/platform/db/dump/dump.ts'
import { dumpDatabase } from '#api/platform/db/dump/dump-database.ts'
import { compareSchema } from '#api/platform/db/schema-compatibility.ts'
import type { PublicKey } from '#api/platform/secrets/age/keys.ts'
import type { BackupKind } from '#api/platform/db/tables.ts'
import { version } from '#api/platform/version.ts'
import type { BackupTarget } from '#api/providers/backup-target/port.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'
import { counted } from '#api/platform/values/counted.ts'
import { claimTarget } from './claim-target.ts'
import { type ContentList, listContents, namesIn } from './content-list.ts'
import { copyDocuments, type MissingDocument } from './copy-documents.ts'
import { documentNames, folderOf, manifestOf, namesPart, newBackupId } from './layout.ts'
import { format, type Manifest, type Part, writeManifest } from './manifest.ts'
import { removeParts } from './remove-old-backups.ts'
import { partName, writePart } from './parts.ts'
import {
  endInterrupted,
  findInstallation,
  inSnapshot,
  readClock,
  record,
  whileNoOther,
} from './repository.ts'

export interface BackupParts {
  /** The owner's: the application may not read the job queue. */
  readonly pool: OwnerPool
  readonly target: BackupTarget
  /** Whom it is encrypted to. */
  readonly key: PublicKey | null
  /** Not needed before an upgrade: then only the database is copied. */
  readonly documentStore: DocumentStore | null
}

export interface MadeBackup extends Manifest {
  /** Documents that the store lacked. The manifest has only their names. */
  readonly missing: readonly MissingDocument[]
}

/** The database is of a newer release. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase'
}

/** The database is of an older release. */
export class OlderDatabase extends Error {
  override name = 'OlderDatabase'
}

/**
 * Copies the database as it is at one instant, then the documents that it refers to then: documents are only added, and what is
 * removed meanwhile is in the trash. It counts once its manifest is there, which is written last.
 */
export async function makeBackup(parts: BackupParts, kind: BackupKind): Promise<MadeBackup> {
  // The copy before an upgrade has the lock of the migrations, and copies no documents.
  if (kind === 'before_upgrade') return withClient(parts.pool, (client) => recorded(parts, client, kind))
  return whileNoOther(parts.pool, async (client) => {
    const { missing, newer } = await compareSchema(parts.pool)
    // Its tables aren't all known here.
    if (newer.length > 0)
      throw new NewerDatabase('The database is of a newer release, which has to make its backups.')
    if (missing.length > 0)
      throw new OlderDatabase('The database is of an older release. Start this release once before.')
    await endInterrupted(client)
    return recorded(parts, client, kind)
  })
}

/** By the database's clock: with that of a machine which is ahead, the backup would be the newest one for a long time. */
async function recorded(parts: BackupParts, client: OwnerClient, kind: BackupKind): Promise<MadeBackup> {
  const startedAt = await readClock(client)
  const backup = { id: newBackupId(startedAt), kind, target: parts.target.where, startedAt }
  try {
    const running = { ...backup, state: 'RUNNING', documents: null, error: null } as const
    const made = await write(parts, client, backup, () => record(client, running))
    const missing = made.missing.length
    await record(client, {
      ...backup,
      state: missing === 0 ? 'COMPLETE' : 'INCOMPLETE',
      documents: made.documents?.count ?? null,
      error: missing === 0 ? null : `${counted(missing, 'document')} missing or damaged in the store`,
    })
    return made
  } catch (error) {
    const failed = { ...backup, state: 'FAILED', documents: null, error: (error as Error).message } as const
    // By another connection: this one may be in the middle of something, or lost.
    const other = await parts.pool.connect().catch(() => null)
    await (other && record(other, failed).catch(() => {}))
    other?.release()
    throw error
  }
}

interface Begun {
  readonly id: string
  readonly kind: BackupKind
  readonly startedAt: Date
}

/** What is written of one that breaks off is removed: a full target needs the room. Not once the manifest may be there. */
async function write(
  parts: BackupParts,
  client: OwnerClient,
  begun: Begun,
  onSnapshot: () => Promise<void>,
): Promise<MadeBackup> {
  const { target } = parts
  const { manifest, missing } = await writeParts(parts, client, begun, onSnapshot).catch(
    async (error: unknown) => {
      await removeParts(target, begun.id).catch(() => {})
      throw error
    },
  )
  await target.write(manifestOf(begun.id), Readable.from(writeManifest(manifest)))
  return { ...manifest, missing }
}

async function writeParts(
  { target, key, documentStore }: BackupParts,
  client: OwnerClient,
  { id, kind, startedAt }: Begun,
  onSnapshot: () => Promise<void>,
): Promise<{ readonly manifest: Manifest; readonly missing: MadeBackup['missing'] }> {
  const installation = await findInstallation(client)
  await claimTarget(client, target, installation.id)
  const parts: Part[] = []
  const keep = async (name: string, content: AsyncIterable<Uint8Array>, to = key) => {
    const part = await writePart(target, { folder: folderOf(id), name: partName(name, to), key: to }, content)
    parts.push(part)
    return part.name
  }
  const store = kind === 'before_upgrade' || installation.backup_secret === null ? null : documentStore
  const nameOf = documentNames(key?.text ?? null, installation.backup_secret ?? Buffer.alloc(0))
  const { dump, contents } = await snapshot(client, keep, store ? nameOf : null)
  // Not before: else the backup would tell that it is still being made, once it is restored.
  await onSnapshot()
  const copied = contents && store ? await withContents(store, contents) : null
  const manifest: Manifest = {
    format,
    id,
    kind,
    installation: installation.id,
    release: version,
    ...dump,
    startedAt: startedAt.toISOString(),
    // With the connection the lock would be lost: then this throws.
    finishedAt: (await readClock(client)).toISOString(),
    encryptedTo: key?.text ?? null,
    documents: copied?.documents ?? null,
    parts,
  }
  return { manifest, missing: copied?.missing ?? [] }

  async function withContents(
    documentStore: DocumentStore,
    { list, part }: { readonly list: ContentList; readonly part: string },
  ) {
    // First: whatever becomes of this backup, what it copied can be found.
    const names = await keep(namesPart, namesIn(list), null)
    const { copied, missing } = await copyDocuments({ documentStore, target, key }, list)
    const { count, bytes } = list
    const named = missing.map(({ name, reason }) => ({ name, reason }))
    return {
      documents: { count, bytes, copied, contents: part, names, missing: named },
      missing: missing.map(({ sha256, reason }) => ({ sha256, reason })),
    }
  }
}

function snapshot(
  client: OwnerClient,
  keep: (name: string, content: AsyncIterable<Uint8Array>) => Promise<string>,
  nameOf: ((sha256: string) => string) | null,
): Promise<{ dump: DatabaseDump; contents: { list: ContentList; part: string } | null }> {
  return inSnapshot(client, async () => {
    const dump = await dumpDatabase(client, keep)
    if (!nameOf) return { dump, contents: null }
    const listed = listContents(client, nameOf)
    const part = await keep('documents', listed.lines)
    return { dump, contents: { list: listed.done(), part } }
  })
}
