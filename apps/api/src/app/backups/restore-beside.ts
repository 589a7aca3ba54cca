import { unfinishedDatabase } from '#api/app/installation/own-installation.ts'
import { type Connection, withOwner } from '#api/platform/db/connect.ts'
import { NotEmpty } from '#api/platform/db/dump/dump.ts'
import { refuseUnlessEmpty } from '#api/platform/db/dump/load-database.ts'
import { removable, type Undo } from '#api/platform/db/dump/removable.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'

/** A database is restored alone only beside the store of its installation. */
export async function refuseOtherStore(store: DocumentStore, installation: string): Promise<void> {
  const note = await store.readNote('installation')
  if (note === installation || note === unfinishedDatabase(installation)) return
  throw new NotEmpty(
    `The document store ${store.whereIs()} doesn't belong to the backup: it is ${note ?? 'nobody’s'}, the backup is of ${installation}. Set COUNTERSIGN_DATA (in S3: STORE_S3_BUCKET and STORE_S3_PREFIX) to its place, or restore the documents as well.`,
  )
}

export interface Beside {
  readonly connection: Connection
  readonly documentStore: DocumentStore
  readonly undo: Undo
}

/**
 * Loads the database while the store says that a restore isn't finished. If that fails, or is interrupted, before anything was
 * committed, the store is again as it was: the database that it had may still be there.
 */
export async function whileUnfinished(
  { connection, documentStore, undo }: Beside,
  installation: string,
  load: () => Promise<void>,
): Promise<void> {
  const before = (await documentStore.readNote('installation')) ?? installation
  let isLoaded = false
  const end = removable(undo, async () => {
    if (!isLoaded && (await isEmpty(connection))) await documentStore.writeNote('installation', before)
  })
  try {
    await documentStore.writeNote('installation', unfinishedDatabase(installation))
    await load()
    isLoaded = true
  } finally {
    // Why it failed is worth more than that this failed as well.
    await end().catch(() => {})
  }
}

const isEmpty = (connection: Connection): Promise<boolean> =>
  withOwner(connection, (client) => refuseUnlessEmpty(client, connection)).then(
    () => true,
    () => false,
  )
