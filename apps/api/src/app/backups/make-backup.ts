import { text } from 'node:stream/consumers'
import { type OwnerClient, type OwnerPool, withClient } from '#api/platform/db/connect.ts'
import type { DatabaseDump } from '#api/platform/db/dump/dump.ts'
import { dumpDatabase } from '#api/platform/db/dump/dump-database.ts'
import { compareSchema } from '#api/platform/db/schema-compatibility.ts'
import type { PublicKey } from '#api/platform/secrets/age/keys.ts'
import type { BackupKind } from '#api/platform/db/tables.ts'
import { version } from '#api/platform/version.ts'
import type { BackupTarget } from '#api/providers/backup-target/port.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'
import { type ContentList, listContents, namesIn } from './content-list.ts'
import { copyDocuments } from './copy-documents.ts'
import { documentNames, folderOf, manifestOf, namesPart, newBackupId, ownerFile } from './layout.ts'
import { format, type Manifest, type Part, writeManifest } from './manifest.ts'
import { partName, writePart } from './parts.ts'
import {
  endInterrupted,
  findInstallation,
  inSnapshot,
  record,
  requireConnection,
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
  readonly now: () => Date
}

/** The target has backups of another installation. */
export class OtherBackups extends Error {
  override name = 'OtherBackups'
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
export async function makeBackup(parts: BackupParts, kind: BackupKind): Promise<Manifest> {
  // The copy before an upgrade has the lock of the migrations, and copies no documents.
  if (kind === 'before_upgrade') return withClient(parts.pool, (client) => recorded(parts, client, kind))
  return whileNoOther(parts.pool, async (client) => {
    const { missing, newer } = await compareSchema(parts.pool)
    // Its tables aren't all known here.
    if (newer.length > 0)
      throw new NewerDatabase('The database is of a newer release, which has to make its backups.')
    if (missing.length > 0)
      throw new OlderDatabase('The database is of an older release. Start this release once before.')
    await endInterrupted(client, parts.now())
    return recorded(parts, client, kind)
  })
}

async function recorded(parts: BackupParts, client: OwnerClient, kind: BackupKind): Promise<Manifest> {
  const startedAt = parts.now()
  const backup = { id: newBackupId(startedAt), kind, target: parts.target.where, startedAt }
  const note = (
    state: 'RUNNING' | 'COMPLETE' | 'INCOMPLETE',
    documents: number | null,
    error: string | null,
  ) =>
    record(client, {
      ...backup,
      state,
      finishedAt: state === 'RUNNING' ? null : parts.now(),
      documents,
      error,
    })
  try {
    const manifest = await write(parts, client, backup, () => note('RUNNING', null, null))
    const missing = manifest.documents?.missing.length ?? 0
    const error = missing === 0 ? null : `${missing} documents are missing or damaged in the store`
    await note(missing === 0 ? 'COMPLETE' : 'INCOMPLETE', manifest.documents?.count ?? null, error)
    return manifest
  } catch (error) {
    const failed = { ...backup, state: 'FAILED' as const, finishedAt: parts.now(), documents: null }
    // By another connection: this one may be in the middle of something, or lost.
    const other = await parts.pool.connect().catch(() => null)
    await (other && record(other, { ...failed, error: (error as Error).message }).catch(() => {}))
    other?.release()
    throw error
  }
}

interface Begun {
  readonly id: string
  readonly kind: BackupKind
  readonly startedAt: Date
}

async function write(
  { target, key, documentStore, now }: BackupParts,
  client: OwnerClient,
  { id, kind, startedAt }: Begun,
  onSnapshot: () => Promise<void>,
): Promise<Manifest> {
  const installation = await findInstallation(client)
  await claim(target, installation.id)
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
  const documents = contents && store ? await withContents(store, contents) : null
  const manifest: Manifest = {
    format,
    id,
    kind,
    installation: installation.id,
    release: version,
    ...dump,
    startedAt: startedAt.toISOString(),
    finishedAt: now().toISOString(),
    encryptedTo: key?.text ?? null,
    documents,
    parts,
  }
  // With the connection the lock would be lost.
  await requireConnection(client)
  await target.write(manifestOf(id), only(writeManifest(manifest)))
  return manifest

  async function withContents(
    documentStore: DocumentStore,
    { list, part }: { readonly list: ContentList; readonly part: string },
  ) {
    // First: whatever becomes of this backup, what it copied can be found.
    const names = await keep(namesPart, namesIn(list), null)
    const { copied, missing } = await copyDocuments({ documentStore, target, key }, list)
    return { count: list.count, bytes: list.bytes, copied, contents: part, names, missing }
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

/** Two installations that shared a folder would remove each other's backups. */
async function claim(target: BackupTarget, installation: string): Promise<void> {
  if (!(await target.has(ownerFile))) {
    await target.write(ownerFile, only(Buffer.from(`${installation}\n`)))
    return
  }
  const owner = (await text(await target.read(ownerFile))).trim()
  if (owner !== installation)
    throw new OtherBackups(
      `${target.where} has the backups of another installation (${owner}). Choose another place for those of ${installation}.`,
    )
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
