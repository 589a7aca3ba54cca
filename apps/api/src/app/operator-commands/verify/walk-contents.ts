import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isContentInUse } from '#api/documents/documents/deletion/content-repository.ts'
import {
  listContentFrom,
  listReferences,
  type ReferredContent,
} from '#api/documents/documents/deletion/walk-repository.ts'
import type { Installation } from '#api/app/open-installation.ts'
import { ContentDamaged, ContentMissing, type DocumentStore } from '#api/providers/document-store/port.ts'

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

const batchSize = 500
const atOnce = 4
const firstHash = '0'.repeat(64)

/** Reads every content that the database refers to and compares it with its hash. */
export async function walkContents(stores: Stores, options: WalkOptions): Promise<Walk> {
  const walk: Walk = { checked: 0, bytes: 0, restored: 0, bad: [] }
  for await (const batch of options.sample === null
    ? all(stores, options)
    : sample(stores, options, options.sample)) {
    const queue = [...batch]
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await check(stores, next, walk)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    options.onProgress(walk)
  }
  return walk
}

async function* all({ db }: Stores, { since }: WalkOptions): AsyncGenerator<ReferredContent[]> {
  for (let from = firstHash; ;) {
    const batch = await listContentFrom(db, { from, since, limit: batchSize })
    if (batch.length > 0) yield batch
    const last = batch.at(-1)
    if (!last || batch.length < batchSize) return
    from = after(last.sha256)
  }
}

/** Neighbours by their hash have nothing else in common: some from a hash at random on are a random sample. */
async function* sample(
  { db }: Stores,
  { since }: WalkOptions,
  size: number,
): AsyncGenerator<ReferredContent[]> {
  const seen = new Set<string>()
  for (let from = randomBytes(32).toString('hex'), hasWrapped = false; seen.size < size;) {
    const found = await listContentFrom(db, { from, since, limit: Math.min(batchSize, size - seen.size) })
    const batch = found.filter(({ sha256 }) => !seen.has(sha256))
    for (const { sha256 } of batch) seen.add(sha256)
    if (batch.length > 0) yield batch
    const last = found.at(-1)
    if (hasWrapped && batch.length === 0) return
    if (last) from = after(last.sha256)
    else {
      if (hasWrapped) return
      hasWrapped = true
      from = firstHash
    }
  }
}

/** The next hash in their order. */
const after = (sha256: string): string => `${sha256}!`

async function check(stores: Stores, { sha256, size }: ReferredContent, walk: Walk): Promise<void> {
  const { db, documentStore } = stores
  const isInPlace = await documentStore.has(sha256)
  walk.checked += 1
  try {
    const content = await documentStore.stream(sha256)
    await pipeline(content, new Writable({ write: (_piece, _encoding, done) => done() }))
    walk.bytes += size
    if (!isInPlace) walk.restored += 1
  } catch (error) {
    // It may have been deleted since it was listed.
    if (!(await isContentInUse(db, sha256))) return
    walk.bad.push({ sha256, ...describe(error), references: await listReferences(db, sha256) })
  }
}

function describe(error: unknown): Pick<BadContent, 'problem' | 'reason'> {
  const { message } = error as Error
  if (error instanceof ContentMissing) return { problem: 'missing', reason: 'it is not in the store' }
  if (error instanceof ContentDamaged)
    return { problem: 'damaged', reason: 'its content no longer has this hash' }
  return { problem: 'unreadable', reason: message }
}
