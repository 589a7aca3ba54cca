import { DamagedAgeFile, decryptWith, WrongKey } from '#api/platform/secrets/age/age-file.ts'
import { BackupFileMissing } from '#api/providers/backup-target/port.ts'
import { type Content, type ContentList, readContentList } from './content-list.ts'
import { inParallel } from '#api/platform/values/in-parallel.ts'
import { documentFile } from './layout.ts'
import { DamagedBackup } from './manifest.ts'
import { checkPart, measure } from './parts.ts'
import type { StoredBackup } from './stored-backup.ts'

const atOnce = 16

/** Reads everything that the backup consists of, and throws DamagedBackup unless each byte is what was written. */
export async function verifyBackup(backup: StoredBackup, databaseOnly: boolean): Promise<ContentList | null> {
  const { target, folder, manifest } = backup
  for (const part of manifest.parts) await checkPart(target, folder, part)
  const { documents } = manifest
  if (documents === null || databaseOnly) return null
  const list = await readContentList(await backup.part(documents.contents))
  if (list.count !== documents.count)
    throw new DamagedBackup(`The backup lists ${list.count} documents; its manifest says ${documents.count}.`)
  const missing = new Set(documents.missing.map(({ name }) => name))
  for (const contents of list.byFolder.values())
    await inParallel(contents, atOnce, async (content) => {
      if (!missing.has(content.name)) await check(backup, content)
    })
  return list
}

async function check(backup: StoredBackup, { sha256, name }: Content): Promise<void> {
  const found = await measure(readDocument(backup, name))
  if (found.sha256 !== sha256)
    throw new DamagedBackup(`The backup is damaged: ${documentFile(name)} isn't what was written.`)
}

/** The content of a document as it is kept in the backup, decrypted. Its hash is the reader's to check. */
export async function* readDocument(
  { target, key }: Pick<StoredBackup, 'target' | 'key'>,
  name: string,
): AsyncGenerator<Uint8Array> {
  try {
    const stored = (await target.read(documentFile(name))) as AsyncIterable<Buffer>
    yield* key ? decryptWith(key, stored) : stored
  } catch (error) {
    if (error instanceof BackupFileMissing)
      throw new DamagedBackup(`The backup isn't complete: ${documentFile(name)} is missing.`, {
        cause: error,
      })
    // The manifest says whose key it is: a file that it doesn't open was changed.
    if (error instanceof DamagedAgeFile || error instanceof WrongKey)
      throw new DamagedBackup(`The backup is damaged: ${documentFile(name)} can't be decrypted.`, {
        cause: error,
      })
    throw error
  }
}
