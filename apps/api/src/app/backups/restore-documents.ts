import { unfinishedRestore } from '#api/app/installation/own-installation.ts'
import { NotEmpty } from '#api/platform/db/dump/dump.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'
import type { Content, ContentList } from './content-list.ts'
import { inParallel } from '#api/platform/values/in-parallel.ts'
import { DamagedBackup } from './manifest.ts'
import type { StoredBackup } from './stored-backup.ts'
import { readDocument, type VerifiedBackup } from './verify-backup.ts'

const atOnce = 16

/** What the store is marked with until the end. */
export const unfinishedRestoreOf = (id: string) => unfinishedRestore(`backup ${id}`)

export async function refuseUnlessEmptyStore(store: DocumentStore, id: string): Promise<void> {
  const [note, [content]] = await Promise.all([store.readNote('installation'), store.sample(1)])
  if (note === unfinishedRestoreOf(id) || (note === null && content === undefined)) return
  throw new NotEmpty(
    `The document store ${store.whereIs()} isn't empty. A backup is only restored into an empty one: set COUNTERSIGN_DATA to a new folder or, with documents in S3, STORE_S3_BUCKET or STORE_S3_PREFIX to an empty place.`,
  )
}

/** Of two restores into one store, with a database each, the second to end isn't this store's. */
export async function refuseOtherRestore(store: DocumentStore, mark: string): Promise<void> {
  if ((await store.readNote('installation')) === mark) return
  throw new NotEmpty(
    `Another restore into the document store ${store.whereIs()} has ended meanwhile, with a database of its own. Nothing starts on this one: drop it, or restore into an empty document store.`,
  )
}

/** Writes each document, and continues where an earlier restore of the same backup broke off. */
export async function restoreDocuments(
  store: DocumentStore,
  backup: StoredBackup,
  { list, lost }: { readonly list: ContentList } & Pick<VerifiedBackup, 'lost'>,
): Promise<void> {
  // Reading the backup took a while.
  await refuseUnlessEmptyStore(store, backup.manifest.id)
  await store.writeNote('installation', unfinishedRestoreOf(backup.manifest.id))
  for (const contents of list.byFolder.values())
    await inParallel(contents, atOnce, async (content) => {
      if (!lost.has(content.name) && !(await store.has(content.sha256))) await restore(store, backup, content)
    })
}

async function restore(store: DocumentStore, backup: StoredBackup, { sha256, name }: Content): Promise<void> {
  const staged = await store.stage(readDocument(backup, name))
  if (staged.sha256 === sha256) {
    await staged.keep()
    return
  }
  await staged.discard()
  throw new DamagedBackup(`The backup is damaged: document ${sha256} isn't what was written.`)
}
