import { DamagedAgeFile, decryptWith, WrongKey } from '#api/platform/secrets/age/age-file.ts'
import { BackupFileMissing } from '#api/providers/backup-target/port.ts'
import { type Content, type ContentList, readContentList } from './content-list.ts'
import { inParallel } from '#api/platform/values/in-parallel.ts'
import { counted } from '#api/platform/values/counted.ts'
import { documentFile } from './layout.ts'
import { DamagedBackup } from './manifest.ts'
import { checkPart, measure } from './parts.ts'
import type { StoredBackup } from './stored-backup.ts'

const atOnce = 16

/** A document of the backup is missing, or isn't what it was when the backup was made; all else of it can be restored. */
export class DamagedDocument extends DamagedBackup {}

export interface VerifiedBackup {
  /** Null where only the database is wanted. */
  readonly list: ContentList | null
  /** The names of documents that can't be restored from it. */
  readonly lost: ReadonlySet<string>
}

interface VerifyOptions {
  readonly databaseOnly: boolean
  /** Whether it may lack documents; otherwise the first one that is missing or damaged throws DamagedDocument. */
  readonly acceptMissing: boolean
}

/** Reads everything that the backup consists of, and throws DamagedBackup unless each byte is what was written. */
export async function verifyBackup(
  backup: StoredBackup,
  { databaseOnly, acceptMissing }: VerifyOptions,
): Promise<VerifiedBackup> {
  const { target, folder, manifest } = backup
  for (const part of manifest.parts) await checkPart(target, folder, part)
  const { documents } = manifest
  if (documents === null || databaseOnly) return { list: null, lost: new Set() }
  const list = await readContentList(await backup.part(documents.contents))
  if (list.count !== documents.count)
    throw new DamagedBackup(
      `The backup lists ${counted(list.count, 'document')}; its manifest says ${documents.count}.`,
    )
  const lost = new Set(documents.missing.map(({ name }) => name))
  for (const contents of list.byFolder.values())
    await inParallel(contents, atOnce, async (content) => {
      if (lost.has(content.name)) return
      try {
        await check(backup, content)
      } catch (error) {
        if (!acceptMissing || !(error instanceof DamagedDocument)) throw error
        lost.add(content.name)
      }
    })
  return { list, lost }
}

async function check(backup: StoredBackup, { sha256, name }: Content): Promise<void> {
  const found = await measure(readDocument(backup, name))
  if (found.sha256 !== sha256)
    throw new DamagedDocument(`The backup is damaged: ${documentFile(name)} isn't what was written.`)
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
      throw new DamagedDocument(`The backup isn't complete: ${documentFile(name)} is missing.`, {
        cause: error,
      })
    // The manifest says whose key it is: a file that it doesn't open was changed.
    if (error instanceof DamagedAgeFile || error instanceof WrongKey)
      throw new DamagedDocument(`The backup is damaged: ${documentFile(name)} can't be decrypted.`, {
        cause: error,
      })
    throw error
  }
}
