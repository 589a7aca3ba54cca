import { Readable } from 'node:stream'
import type { Anchors } from '#api/evidence/verify-signature.ts'
import type { Database } from '#api/platform/db/connect.ts'
import { loadDatabase } from '#api/platform/db/dump/load-database.ts'
import type { TemporaryDatabase } from '#api/platform/db/dump/removable.ts'
import { ContentMissing } from '#api/providers/document-store/port.ts'
import { refuseUnlessReadable } from './manifest.ts'
import { type Verification, verify } from './restore-backup.ts'
import type { StoredBackup } from './stored-backup.ts'
import { verifyBackup } from './verify-backup.ts'

/**
 * Restores a backup into a database that is removed afterwards, and verifies it there. Its documents are read where they are:
 * each has its hash, and each that the database refers to is among them.
 */
export async function checkBackup(
  backup: StoredBackup,
  open: () => Promise<TemporaryDatabase>,
  anchors: (db: Database) => Promise<Anchors>,
  progress: (line: string) => void,
): Promise<Verification> {
  refuseUnlessReadable(backup.manifest)
  progress(`Reading backup ${backup.manifest.id} …`)
  const { list } = await verifyBackup(backup, { databaseOnly: false, acceptMissing: false })
  const lacking = new Set(backup.manifest.documents?.missing.map(({ name }) => name))
  const contents = [...(list?.byFolder.values() ?? [])].flat().filter(({ name }) => !lacking.has(name))
  const known = new Set(contents.map(({ sha256 }) => sha256))
  const stream = async (sha256: string) => {
    if (list && !known.has(sha256)) throw new ContentMissing(sha256)
    return Readable.from([])
  }
  progress('Restoring it into a temporary database …')
  const database = await open()
  try {
    await loadDatabase(database.connection, backup.manifest, backup.part)
    progress('Verifying …')
    return await verify(database.connection, { stream }, { anchors })
  } finally {
    await database.remove()
  }
}
