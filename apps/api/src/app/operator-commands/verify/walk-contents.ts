import { isContentInUse } from '#api/documents/documents/deletion/content-repository.ts'
import {
  contentsInUse,
  readThrough,
  sampleContentsInUse,
} from '#api/documents/documents/deletion/walk-contents.ts'
import { listReferences, type ReferredContent } from '#api/documents/documents/deletion/walk-repository.ts'
import type { Installation } from '#api/app/open-installation.ts'
import { inParallel } from '#api/platform/values/in-parallel.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'

export interface Stores extends Pick<Installation, 'db'> {
  readonly documentStore: DocumentStore
}

export interface BadContent {
  readonly sha256: string
  readonly problem: 'missing' | 'damaged' | 'unreadable'
  readonly reason: string
  /** What needs it. */
  readonly references: readonly string[]
}

export interface Walk {
  checked: number
  bytes: number
  /** Were in the trash although something refers to them: reading brought them back. */
  restored: number
  readonly bad: BadContent[]
}

export interface WalkOptions {
  readonly since: Date | null
  /** So many contents, chosen at random; all where it is null. */
  readonly sample: number | null
  onProgress(walk: Walk): void
}

const atOnce = 4

/** Reads every content that the database refers to and compares it with its hash. */
export async function walkContents(stores: Stores, options: WalkOptions): Promise<Walk> {
  const { since, sample, onProgress } = options
  const walk: Walk = { checked: 0, bytes: 0, restored: 0, bad: [] }
  const contents =
    sample === null ? contentsInUse(stores.db, since) : sampleContentsInUse(stores.db, since, sample)
  await inParallel(contents, atOnce, async (content) => {
    await check(stores, content, walk)
    onProgress(walk)
  })
  return walk
}

async function check(stores: Stores, { sha256, size }: ReferredContent, walk: Walk): Promise<void> {
  const { db, documentStore } = stores
  const isInPlace = await documentStore.has(sha256)
  walk.checked += 1
  const found = await examine(documentStore, sha256)
  if (found === null) {
    walk.bytes += size
    if (!isInPlace) walk.restored += 1
    // It may have been deleted since it was listed.
  } else if (await isContentInUse(db, sha256))
    walk.bad.push({ sha256, ...found, references: await listReferences(db, sha256) })
}

const reasons = { missing: 'it is not in the store', damaged: 'its content no longer has this hash' }

async function examine(
  store: DocumentStore,
  sha256: string,
): Promise<Pick<BadContent, 'problem' | 'reason'> | null> {
  try {
    const problem = await readThrough(store, sha256)
    return problem && { problem, reason: reasons[problem] }
  } catch (error) {
    return { problem: 'unreadable', reason: (error as Error).message }
  }
}
