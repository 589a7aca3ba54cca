import { StoreMismatch } from '#api/app/installation/own-installation.ts'
import * as installations from '#api/app/installation/repository.ts'
import type { Database } from '#api/platform/db/connect.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'

/** Documents move from the store of this installation to its other one, or to an empty one, which is its own from then on. */
export async function requireOwnStores(db: Database, from: DocumentStore, to: DocumentStore): Promise<void> {
  const { id } = await installations.find(db)
  const [old, other] = await Promise.all([from.readNote('installation'), to.readNote('installation')])
  if (old !== id) throw new StoreMismatch(`${from.whereIs()} isn't the document store of this database.`)
  if (other === id) return
  if (other !== null) throw new StoreMismatch(`${to.whereIs()} belongs to another installation.`)
  if ((await to.sample(1)).length > 0)
    throw new StoreMismatch(`${to.whereIs()} isn't empty, and says no installation that it belongs to.`)
  await to.probe()
  await to.writeNote('installation', id)
}
