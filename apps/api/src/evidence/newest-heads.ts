import type { Reader } from '#api/platform/db/transaction.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'
import { isThere } from './heads-repository.ts'

/** The newest signed heads, as the document store notes them: the owner of the database alone can't change them there. */
export interface NotedHeads {
  readonly takenAt: Date
  /** Hexadecimal. */
  readonly digest: string
}

type Notes = Pick<DocumentStore, 'readNote' | 'writeNote' | 'whereIs'>

/** The heads that were signed last have been removed, with what they covered; or the database is an older one. */
export class HeadsMissing extends Error {
  override name = 'HeadsMissing'
}

export async function readNotedHeads(store: Notes): Promise<NotedHeads | null> {
  const note = await store.readNote('evidence-heads')
  if (note === null) return null
  const [takenAt = '', digest = ''] = note.split(' ')
  if (Number.isNaN(Date.parse(takenAt)) || !/^[0-9a-f]{64}$/.test(digest))
    throw new HeadsMissing(
      `${store.whereIs('evidence-heads')} doesn't name signed heads. Find out who changed it, then delete it.`,
    )
  return { takenAt: new Date(takenAt), digest }
}

export function noteHeads(
  store: Notes,
  { takenAt, digest }: { readonly takenAt: Date; readonly digest: Buffer },
): Promise<void> {
  return store.writeNote('evidence-heads', `${takenAt.toISOString()} ${digest.toString('hex')}`)
}

/** Refuses to go on where the noted heads are gone: newer ones would cover the loss up. */
export async function refuseMissingHeads(db: Reader, store: Notes): Promise<void> {
  // Read before the database: a note is written after the heads that it names.
  const noted = await readNotedHeads(store)
  if (!noted || (await isThere(db, noted.digest))) return
  throw new HeadsMissing(
    `The signed heads of ${noted.takenAt.toISOString()} (digest ${noted.digest}) are not in the database: events were removed, ` +
      `or an older database was restored. No heads are signed until that is clear. Then delete ` +
      `${store.whereIs('evidence-heads')}.`,
  )
}
