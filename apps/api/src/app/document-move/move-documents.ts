import { contentsInUse, readThrough } from '#api/documents/documents/deletion/walk-contents.ts'
import { StoreMismatch } from '#api/app/installation/own-installation.ts'
import { StoreInUse } from '#api/app/installation/store-use.ts'
import * as installations from '#api/app/installation/repository.ts'
import type { Database } from '#api/platform/db/connect.ts'
import type { StoreKind } from '#api/platform/settings/document-store.ts'
import { inParallel } from '#api/platform/values/in-parallel.ts'
import { inStep } from '#api/platform/values/in-step.ts'
import { ContentDamaged, ContentMissing, type DocumentStore } from '#api/providers/document-store/port.ts'
import { type LockingPool, whileNoOnlyStore } from './repository.ts'

const atOnce = 8
const reportEvery = 1000

export interface Move {
  readonly db: Database
  readonly pool: LockingPool
  readonly from: DocumentStore
  readonly fromKind: StoreKind
  readonly to: DocumentStore
  progress(line: string): void
}

export interface MoveResult {
  readonly copied: number
  readonly alreadyThere: number
  readonly inTrash: number
  readonly inUse: number
  /** What the database refers to and the new store doesn't have. Only where this is empty the documents have moved. */
  readonly missing: readonly string[]
  /** What no longer had its hash in the old store. */
  readonly damaged: readonly string[]
}

/**
 * Copies all documents to another store, while Countersign runs with both: what is written meanwhile goes to both. It can
 * be killed and begun again at any time: what is there isn't copied twice. At last all that the database refers to is in
 * the new store, and the old one says so: from then on no process starts with that alone.
 */
export async function moveDocuments(move: Move): Promise<MoveResult> {
  const { db, pool, from, fromKind, to, progress } = move
  await requireOwnStores(db, from, to)
  const result = await whileNoOnlyStore(pool, fromKind, async (verify) => {
    const copied = await copyContent(move)
    const inTrash = await copyTrash(move)
    progress('Checking that the new store has everything that the database refers to …')
    const { inUse, missing } = await checkContent(move)
    await verify()
    if (missing.length === 0) await markMoved(from, to)
    return { ...copied, inTrash, inUse, missing }
  })
  if (result) return result
  // What they write meanwhile would be left behind.
  throw new StoreInUse(
    `A process keeps documents in ${from.whereIs()} alone. Set STORE to both stores, ${fromKind} first, ` +
      'restart all processes, and try again.',
  )
}

/** Documents move from the store of this installation to its other one, or to an empty one, which is its own from then on. */
async function requireOwnStores(db: Database, from: DocumentStore, to: DocumentStore): Promise<void> {
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

async function copyContent({ from, fromKind, to, progress }: Move) {
  // S3 keeps checksums of its own. What has been in a folder since an earlier move may be damaged by now.
  const isWhole = async (sha256: string) => fromKind === 'folder' || (await readThrough(to, sha256)) === null
  let copied = 0
  let alreadyThere = 0
  const damaged: string[] = []
  const both = inStep(from.list('in place'), to.list('in place'))
  await inParallel(both, atOnce, async ([old, there]) => {
    if (!old) return
    if (there?.size === old.size && (await isWhole(old.sha256))) {
      alreadyThere += 1
      return
    }
    const problem = await copy(from, to, old.sha256)
    if (problem === 'damaged') damaged.push(old.sha256)
    // Where it is missing it was removed since it was listed.
    if (problem !== null) return
    copied += 1
    if (copied % reportEvery === 0) progress(`${copied} documents copied …`)
  })
  return { copied, alreadyThere, damaged }
}

/** Null where it was copied. */
async function copy(
  from: DocumentStore,
  to: DocumentStore,
  sha256: string,
): Promise<'missing' | 'damaged' | null> {
  try {
    await to.write(await from.stream(sha256))
    return null
  } catch (error) {
    if (error instanceof ContentMissing) return 'missing'
    if (error instanceof ContentDamaged) return 'damaged'
    throw error
  }
}

async function copyTrash({ from, to }: Move): Promise<number> {
  let copied = 0
  for await (const [old, there] of inStep(from.list('in the trash'), to.list('in the trash'))) {
    if (!old || there?.size === old.size) continue
    try {
      await to.writeToTrash(await from.streamFromTrash(old.sha256), old.sha256)
      copied += 1
    } catch (error) {
      // Deleted, or taken out, since it was listed; or of no use any more.
      if (!(error instanceof ContentMissing || error instanceof ContentDamaged)) throw error
    }
  }
  return copied
}

async function checkContent({ db, from, to }: Move) {
  let inUse = 0
  const missing: string[] = []
  for await (const [used, there] of inStep(contentsInUse(db), to.list('in place'))) {
    if (!used) continue
    inUse += 1
    // What was written since the list was begun isn't in it; what is in the trash comes back from there.
    if (there || (await to.has(used.sha256)) || (await copy(from, to, used.sha256)) === null) continue
    missing.push(used.sha256)
  }
  return { inUse, missing }
}

async function markMoved(from: DocumentStore, to: DocumentStore): Promise<void> {
  for (const name of ['last-clean-up', 'evidence-heads'] as const) {
    const note = await from.readNote(name)
    if (note !== null) await to.writeNote(name, note)
  }
  await to.removeNote('moved-to')
  await from.writeNote('moved-to', to.whereIs())
}
