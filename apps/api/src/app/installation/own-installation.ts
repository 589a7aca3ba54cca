import { randomUUID } from 'node:crypto'
import type { Database } from '#api/platform/db/connect.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'
import * as repository from './repository.ts'
import type { OwnInstallation } from '#api/platform/own-installation.ts'

// So many contents tell well enough whose store it is.
const sampleSize = 1000

/** The database and the document store don't belong together, or nobody can say whether they do. */
export class StoreMismatch extends Error {
  override name = 'StoreMismatch'
}

interface Parts {
  readonly db: Database
  readonly documentStore: DocumentStore
}

interface InstallationParts extends Parts {
  /** The stores that the document store consists of: two while documents move from one to the other. */
  readonly stores: readonly DocumentStore[]
}

/** Compares the ids of database and store. A store without one is taken over where it is new, or its content is known here. */
export async function openOwnInstallation(parts: InstallationParts): Promise<OwnInstallation> {
  const { db, documentStore, stores } = parts
  const { id } = await transaction(db, async (tx) => {
    const own = await repository.lockForUpdate(tx)
    for (const [index, store] of stores.entries())
      await takeOver({ db, documentStore: store }, own.id, index > 0)
    return own
  })
  await refuseMoved(stores)
  const verify = async () => {
    const [own, stored] = await Promise.all([repository.find(db), documentStore.readNote('installation')])
    if (own.id !== id)
      throw new StoreMismatch('The database was changed for another while this process ran. Start it again.')
    refuseOther(documentStore, id, stored)
    await refuseMoved(stores)
  }
  return {
    id,
    verify,
    cleanUp: async (work) => {
      await verify()
      await refuseOtherCleanUp(parts)
      const result = await work()
      const mark = randomUUID()
      await transaction(db, (tx) => repository.noteCleanUp(tx, mark))
      await documentStore.writeNote('last-clean-up', mark)
      return result
    },
  }
}

async function takeOver(parts: Parts, id: string, mayBeEmpty: boolean): Promise<void> {
  if ((await refuseOtherStore(parts, id, mayBeEmpty)) === 'new')
    await parts.documentStore.writeNote('installation', id)
}

/** The second of two stores may be empty: documents are about to move there. */
async function refuseOtherStore(parts: Parts, id: string, mayBeEmpty: boolean): Promise<'own' | 'new'> {
  const { documentStore } = parts
  const stored = await documentStore.readNote('installation')
  if (stored === null) {
    await refuseUnlessOurs(parts, id, mayBeEmpty)
    return 'new'
  }
  refuseOther(documentStore, id, stored)
  return 'own'
}

/** What a start would refuse, without a change. */
export async function refuseAsAStart(
  { db, stores }: Pick<InstallationParts, 'db' | 'stores'>,
  id: string,
): Promise<void> {
  for (const [index, documentStore] of stores.entries())
    await refuseOtherStore({ db, documentStore }, id, index > 0)
  await refuseMoved(stores)
}

/** Until what is restored into a store is verified, it is no installation's: nothing starts on it, and no job deletes from it. */
export const unfinishedRestore = (of: string): string => `unfinished restore of ${of}`
export const unfinishedDatabase = (installation: string): string =>
  unfinishedRestore(`the database of ${installation}`)
export const isUnfinishedRestore = (note: string): boolean => note.startsWith(unfinishedRestore(''))

/** A process that uses only the store from which the documents were moved would not find the new ones, and keep its own there. */
async function refuseMoved(stores: readonly DocumentStore[]): Promise<void> {
  const [store, other] = stores
  if (!store || other) return
  const newPlace = await store.readNote('moved-to')
  if (newPlace === null) return
  throw new StoreMismatch(
    `The documents were moved from ${store.whereIs()} to ${newPlace}. Set STORE to where they are now. ` +
      `To move them back, set it to both (docs/operating.md, "Moving documents").`,
  )
}

function refuseOther(store: DocumentStore, id: string, stored: string | null): void {
  if (stored === id) return
  if (stored === null)
    throw new StoreMismatch(
      `The document store ${store.whereIs()} no longer says which installation it belongs to. ` +
        `Is it mounted? If it is the store of this database, write ${id} to ${store.whereIs('installation')}.`,
    )
  if (isUnfinishedRestore(stored))
    throw new StoreMismatch(
      `A restore into ${store.whereIs()} isn't finished, or has found that something is wrong (${stored}). ` +
        `If DATABASE_URL names the database that was restored into, drop that, create it again, and repeat the restore: ` +
        `countersign restore.${stored === unfinishedDatabase(id) ? beforeRestore(store, id) : ''}`,
    )
  throw new StoreMismatch(
    `The database and the document store belong to different installations: the database is ${id}, ` +
      `${store.whereIs()} is ${stored}. Set DATABASE_URL and ${store.settings} to the same installation. ` +
      `If they belong together all the same, write ${id} to ${store.whereIs('installation')}.`,
  )
}

/** A database with the id of the store may be the one that was restored, or the one that the store has had all along. */
const beforeRestore = (store: DocumentStore, id: string): string =>
  ` If it names one that was in use before, keep that: make sure that the other one is no longer used, and write ${id} to ${store.whereIs('installation')}.`

async function refuseUnlessOurs(
  { db, documentStore }: Parts,
  id: string,
  mayBeEmpty: boolean,
): Promise<void> {
  const stored = await documentStore.sample(sampleSize)
  const anyway = `If they belong together all the same, write ${id} to ${documentStore.whereIs('installation')}.`
  if (stored.length === 0) {
    if (mayBeEmpty || !(await repository.hasContent(db))) return
    throw new StoreMismatch(
      `The database has documents, but ${documentStore.whereIs()} is empty. ` +
        `Is ${documentStore.settings} right, and what it names mounted? ${anyway}`,
    )
  }
  // Uploads that were cut short are known to no database.
  if ((await repository.countKnown(db, stored)) * 2 >= stored.length) return
  throw new StoreMismatch(
    `${documentStore.whereIs()} holds documents that this database doesn't know. ` +
      `Are DATABASE_URL and ${documentStore.settings} of the same installation? ${anyway}`,
  )
}

async function refuseOtherCleanUp({ db, documentStore }: Parts): Promise<void> {
  const [own, last] = await Promise.all([repository.find(db), documentStore.readNote('last-clean-up')])
  if (last === null || last === own.clean_up || last === own.previous_clean_up) return
  throw new StoreMismatch(
    `Another database with the id of this one has cleaned up ${documentStore.whereIs()} since this one did: ` +
      `one of them is a copy or was restored. Make sure that only the right one uses this store, then delete ` +
      `${documentStore.whereIs('last-clean-up')}.`,
  )
}
