import { randomBytes } from 'node:crypto'
import type { Reader } from '#api/platform/db/transaction.ts'
import { ContentDamaged, ContentMissing, type DocumentStore } from '#api/providers/document-store/port.ts'
import { listContentFrom, type ReferredContent } from './walk-repository.ts'

const pageSize = 1000

/** All contents that something refers to, in the order of their hashes; with `since` what was added from then on. */
export async function* contentsInUse(
  db: Reader,
  since: Date | null = null,
): AsyncGenerator<ReferredContent, void> {
  for (let from = ''; ;) {
    const page = await listContentFrom(db, { from, since, limit: pageSize })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    from = after(last.sha256)
  }
}

/** Neighbours by their hash have nothing else in common: some from a hash at random on are a random sample. */
export async function* sampleContentsInUse(
  db: Reader,
  since: Date | null,
  size: number,
): AsyncGenerator<ReferredContent, void> {
  const seen = new Set<string>()
  for (let from = randomBytes(32).toString('hex'), hasWrapped = false; seen.size < size;) {
    const found = await listContentFrom(db, { from, since, limit: Math.min(pageSize, size - seen.size) })
    const page = found.filter(({ sha256 }) => !seen.has(sha256))
    for (const { sha256 } of page) seen.add(sha256)
    yield* page
    const last = found.at(-1)
    if (hasWrapped && page.length === 0) return
    if (last) from = after(last.sha256)
    else {
      hasWrapped = true
      from = ''
    }
  }
}

/** The next hash in their order. */
const after = (sha256: string): string => `${sha256}!`

/** Reads a content to its end, which compares it with its hash. Null where it is whole. */
export async function readThrough(
  store: Pick<DocumentStore, 'stream'>,
  sha256: string,
): Promise<'missing' | 'damaged' | null> {
  try {
    for await (const _piece of await store.stream(sha256)) continue
    return null
  } catch (error) {
    if (error instanceof ContentMissing) return 'missing'
    if (error instanceof ContentDamaged) return 'damaged'
    throw error
  }
}
