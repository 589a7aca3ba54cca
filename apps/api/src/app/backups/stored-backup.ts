import { text } from 'node:stream/consumers'
import type { PrivateKey } from '#api/platform/secrets/age/keys.ts'
import { type BackupTarget, BackupFileMissing } from '#api/providers/backup-target/port.ts'
import { backupsFolder, folderOf, isBackupId, manifestOf, timeOf } from './layout.ts'
import { DamagedBackup, type Manifest, NewerBackup, readManifest } from './manifest.ts'
import { readPart } from './parts.ts'

/** There is no such backup, or none at all. */
export class NoBackup extends Error {
  override name = 'NoBackup'
}

/** The backup is encrypted, and no key or another one was given. */
export class BackupKeyMissing extends Error {
  override name = 'BackupKeyMissing'
}

export type ListedBackup =
  | { readonly id: string; readonly manifest: Manifest }
  /** Not finished (or just being made), damaged, or of a newer release. */
  | { readonly id: string; readonly manifest: null; readonly problem: 'unfinished' | 'damaged' | 'newer' }

/** The newest first. */
export async function listBackups(target: BackupTarget): Promise<ListedBackup[]> {
  const ids = (await target.list(backupsFolder)).filter(isBackupId).toSorted()
  const listed: ListedBackup[] = []
  for (const id of ids) listed.push(await look(target, id))
  return listed.toSorted((one, other) => takenAt(one).getTime() - takenAt(other).getTime()).toReversed()
}

/** By the database's clock: a name may be that of a machine whose clock was wrong. */
export function takenAt({ id, manifest }: ListedBackup): Date {
  return manifest ? new Date(manifest.snapshotAt) : timeOf(id)
}

async function look(target: BackupTarget, id: string): Promise<ListedBackup> {
  try {
    return { id, manifest: await read(target, id) }
  } catch (error) {
    if (error instanceof BackupFileMissing) return { id, manifest: null, problem: 'unfinished' }
    if (error instanceof DamagedBackup) return { id, manifest: null, problem: 'damaged' }
    if (error instanceof NewerBackup) return { id, manifest: null, problem: 'newer' }
    throw error
  }
}

async function read(target: BackupTarget, id: string): Promise<Manifest> {
  const manifest = readManifest(id, await text(await target.read(manifestOf(id))))
  if (manifest.id !== id) throw new DamagedBackup(`The manifest of backup ${id} is that of another one.`)
  return manifest
}

/** A newer backup that wasn't chosen: not finished (or just being made), or of the database alone. */
export interface PassedOver {
  readonly id: string
  readonly reason: 'unfinished' | 'database_only'
}

/** A backup that can be read: what is encrypted is decrypted. */
export interface StoredBackup {
  readonly target: BackupTarget
  readonly folder: string
  readonly manifest: Manifest
  readonly key: PrivateKey | null
  /** The newest first; none where a backup was named. */
  readonly passedOver: readonly PassedOver[]
  part(name: string): Promise<AsyncIterable<Uint8Array>>
}

export interface BackupChoice {
  /** The newest with documents, or the newest at all where only the database is wanted. */
  readonly id?: string | undefined
  readonly key: PrivateKey | null
  readonly databaseOnly: boolean
}

export async function openBackup(
  target: BackupTarget,
  { id, key, databaseOnly }: BackupChoice,
): Promise<StoredBackup> {
  const { manifest, passedOver } =
    id === undefined
      ? await newest(target, databaseOnly)
      : { manifest: await named(target, id), passedOver: [] }
  if (manifest.documents === null && !databaseOnly)
    throw new NoBackup(`Backup ${manifest.id} is of the database alone: add --database-only to restore it.`)
  const own = manifest.encryptedTo === null ? null : requireKey(manifest.encryptedTo, key)
  const folder = folderOf(manifest.id)
  const part = (name: string) => readPart(target, { folder, name, key: own })
  return { target, folder, manifest, key: own, passedOver, part }
}

const whereToLook =
  'Give the folder or bucket that contains “backups” and “documents”; countersign backup list says what is there.'

type Chosen = Pick<StoredBackup, 'manifest' | 'passedOver'>

async function newest(target: BackupTarget, databaseOnly: boolean): Promise<Chosen> {
  const passedOver: PassedOver[] = []
  for (const { id, manifest } of await listBackups(target)) {
    // A damaged one isn't passed over: an older one would be restored in its place.
    if (manifest === null && (await target.has(manifestOf(id))))
      return { manifest: await named(target, id), passedOver }
    if (manifest && (databaseOnly || manifest.documents)) return { manifest, passedOver }
    passedOver.push({ id, reason: manifest === null ? 'unfinished' : 'database_only' })
  }
  throw new NoBackup(`There is no complete backup in ${target.where}. ${whereToLook}`)
}

function named(target: BackupTarget, id: string): Promise<Manifest> {
  return read(target, id).catch((error: unknown) => {
    if (!(error instanceof BackupFileMissing)) throw error
    throw new NoBackup(`There is no complete backup ${id} in ${target.where}. ${whereToLook}`, {
      cause: error,
    })
  })
}

function requireKey(encryptedTo: string, key: PrivateKey | null): PrivateKey {
  if (!key)
    throw new BackupKeyMissing(
      `The backup is encrypted to ${encryptedTo}: give its private key by --key FILE.`,
    )
  if (key.publicKey.text === encryptedTo) return key
  throw new BackupKeyMissing(
    `This is the wrong key: the backup is encrypted to ${encryptedTo}, the key given is that of ${key.publicKey.text}.`,
  )
}
