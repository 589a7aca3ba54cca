import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { testFolder } from '#api/platform/db/embedded/test-folder.ts'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { BackupParts } from '#api/app/backups/make-backup.ts'
import { folderOf, newBackupId } from '#api/app/backups/layout.ts'
import { readManifest, writeManifest } from '#api/app/backups/manifest.ts'
import type { RestoreParts } from '#api/app/backups/restore-backup.ts'
import { readAnchors } from '#api/app/open-installation.ts'
import { connect, type Connection } from '#api/platform/db/connect.ts'
import type { BackupTarget } from '#api/providers/backup-target/port.ts'
import { folderBackupTarget } from '#api/providers/backup-target/folder.ts'
import { fileSystemDocumentStore } from '#api/providers/document-store/file-system.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'
import type { PublicKey } from '#api/platform/secrets/age/keys.ts'
import type { TestApi } from '#api/testing/api.ts'

export interface BackupScene {
  readonly folder: string
  readonly target: BackupTarget
  /** What makes a backup of the test's own api. */
  parts(key?: PublicKey | null): BackupParts
  /** Makes a backup one of so many days earlier, and gives its new id; `named`: only its name says so, its content doesn't. */
  redate(id: string, days: number, how?: 'named'): Promise<string>
  /** A server where nothing was ever set up. */
  emptyServer(): Promise<EmptyServer>
  /** What a restore takes beside a server: silent, and ended by no signal. */
  readonly restoring: Pick<RestoreParts, 'anchors' | 'masterKey' | 'progress' | 'undo'>
  close(): Promise<void>
}

export interface EmptyServer {
  readonly connection: Connection
  readonly documentStore: DocumentStore
  readonly dataDirectory: string
}

/** A place for backups of an api, and servers to restore them on. */
export async function aBackupScene(api: TestApi): Promise<BackupScene> {
  const folder = await mkdtemp(join(testFolder(), 'countersign-test-backups-'))
  const target = folderBackupTarget(join(folder, 'target'))
  const pool = connect(api.connection, 'owner', 3, () => {})
  const server = inject('templateDatabase')
  const made: string[] = []
  const admin = async (sql: string) => {
    const client = new pg.Client({ ...server, database: 'postgres' })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  return {
    folder,
    target,
    parts: (key = null) => ({
      pool,
      target,
      key,
      documentStore: api.context.documentStore,
    }),
    redate: async (id, days, how) => {
      const earlier = (at: string) => new Date(new Date(at).getTime() - days * 24 * 60 * 60_000)
      const path = (of: string) => join(folder, 'target', folderOf(of))
      const manifest = readManifest(id, await readFile(join(path(id), 'manifest.json'), 'utf8'))
      const renamed = { ...manifest, id: newBackupId(earlier(manifest.startedAt)) }
      const snapshotAt = earlier(manifest.snapshotAt).toISOString()
      const content = writeManifest(how === 'named' ? renamed : { ...renamed, snapshotAt })
      await rename(path(id), path(renamed.id))
      await writeFile(join(path(renamed.id), 'manifest.json'), content)
      return renamed.id
    },
    restoring: {
      anchors: (db) => readAnchors(api.context.config, db),
      masterKey: api.context.masterKey,
      progress: () => {},
      undo: () => () => {},
    },
    emptyServer: async () => {
      const name = `restored_${randomBytes(6).toString('hex')}`
      made.push(name)
      await admin(`CREATE DATABASE ${name}`)
      const dataDirectory = join(folder, name)
      return {
        connection: { ...server, database: name },
        documentStore: fileSystemDocumentStore(join(dataDirectory, 'documents'), { trash: true }),
        dataDirectory,
      }
    },
    close: async () => {
      await pool.end()
      for (const name of made) await admin(`DROP DATABASE ${name} WITH (FORCE)`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
