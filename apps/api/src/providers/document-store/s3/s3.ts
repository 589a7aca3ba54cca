import { randomBytes, randomUUID } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { checked, hashPattern, requireHash } from '../content.ts'
import { ContentCache } from '../content-cache.ts'
import { ContentDamaged, ContentMissing, type DocumentStore, StoreFull } from '../port.ts'
import { openStaging } from '../staging.ts'
import type { Bucket } from './bucket.ts'
import { fetchContent } from './fetch-content.ts'
import type { LocalCopies } from './local-copies.ts'
import { contentPrefix, incomingPrefix, keyOf } from './keys.ts'
import { openTrash } from './trash.ts'

const cacheSize = 32 * 1024 * 1024
const probeSize = 64

export interface S3StoreOptions {
  /** Whether what is removed is kept in a trash; otherwise it is gone at once. */
  readonly trash: boolean
}

/**
 * Documents as objects, `content/abcd…`. Content comes in as a local file; it is stored when the server has confirmed it.
 * What is read is kept as a local copy for a while: its hash is its name, so that it can't be out of date.
 */
export function s3DocumentStore(
  bucket: Bucket,
  copies: LocalCopies,
  { trash: hasTrash }: S3StoreOptions,
): DocumentStore {
  const cache = new ContentCache(cacheSize)
  const trash = openTrash(bucket)
  const probeKey = `${incomingPrefix}probe-${randomUUID()}`
  const fetched = new Map<string, Promise<string>>()

  const { stage, append } = openStaging({
    folder: copies.incoming,
    publish: async (path, content) => {
      await bucket.putFile(keyOf(content.sha256), path, content)
      // Stored is stored: whether there is a local copy as well makes no difference.
      await copies.keep(path, content.sha256).catch(() => rm(path, { force: true }))
    },
  })
  async function takeAway(sha256: string): Promise<void> {
    cache.delete(sha256)
    await copies.remove(sha256)
    if (hasTrash) await trash.put(sha256)
    else await bucket.remove(keyOf(sha256))
  }
  /** The content from the server, back from the trash where it is there. */
  async function fetchBody(sha256: string): Promise<Readable> {
    const body = await bucket.get(keyOf(sha256))
    if (body) return body
    const isBack = hasTrash && (await trash.takeOut(sha256))
    const again = isBack ? await bucket.get(keyOf(sha256)) : null
    if (!again) throw new ContentMissing(`There is no content at ${bucket.whereIs(keyOf(sha256))}`)
    return again
  }
  /** A local copy; those who want the same one at once share its way here. */
  function fetch(sha256: string): Promise<string> {
    const running = fetched.get(sha256)
    if (running) return running
    const work = fetchContent(() => fetchBody(sha256), copies, sha256).finally(() => fetched.delete(sha256))
    fetched.set(sha256, work)
    return work
  }
  async function isOlder(sha256: string, before: Date): Promise<boolean> {
    const found = await bucket.head(keyOf(sha256))
    return found !== null && found.modifiedAt < before
  }

  return {
    stage,
    append: async (base, tail) => {
      requireHash(base)
      return append((await copies.find(base)) ?? (await fetch(base)), base, tail)
    },
    write: async (content, limit) => {
      const stored = await (await stage(content, limit)).keep()
      if (content instanceof Uint8Array) cache.set(stored.sha256, new Uint8Array(content))
      return stored
    },
    read: async (sha256) => {
      requireHash(sha256)
      const known = cache.get(sha256) ?? (await copies.read(sha256))
      const content = known ?? (await readFetched(sha256))
      cache.set(sha256, content)
      return content
    },
    stream: async (sha256) => {
      requireHash(sha256)
      const copy = (await copies.findChecked(sha256)) ?? (await fetch(sha256).catch(ignoreFull))
      // Opened now: once it is, nothing that is evicted can break it off.
      const file = copy && (await open(copy, 'r').catch(() => null))
      return checked(file ? file.createReadStream() : await fetchBody(sha256), sha256)
    },
    file: async (sha256) => {
      requireHash(sha256)
      return (await copies.find(sha256)) ?? fetch(sha256)
    },
    has: async (sha256) => hashPattern.test(sha256) && (await bucket.head(keyOf(sha256))) !== null,
    probe: async () => {
      const bytes = randomBytes(probeSize)
      await bucket.put(probeKey, bytes)
      const body = await bucket.get(probeKey)
      await bucket.remove(probeKey)
      if (!body || !bytes.equals(await buffer(body)))
        throw new ContentDamaged('The store gives back other bytes than it took')
    },
    remove: async (sha256) => {
      requireHash(sha256)
      await takeAway(sha256)
    },
    removeUnlessNew: async (sha256, before) => {
      if (await isOlder(sha256, before)) await takeAway(sha256)
    },
    sweep: async (before, isUsed, mayRemove = () => true) => {
      const unused: string[] = []
      let total = 0
      for await (const { sha256, modifiedAt } of listObjects(contentPrefix)) {
        total += 1
        if (modifiedAt < before && !(await isUsed(sha256))) unused.push(sha256)
      }
      if (!mayRemove({ unused: unused.length, total })) return 0
      let removed = await removeUnfinished(bucket, before)
      for (const sha256 of unused) {
        // Someone may have written it again, or begun to use it, while the others were looked at.
        if (!(await isOlder(sha256, before)) || (await isUsed(sha256))) continue
        await takeAway(sha256)
        removed += 1
      }
      return removed
    },
    emptyTrash: (before, isUsed) => trash.empty(before, isUsed),
    countInTrash: (before) => trash.count(before),
    sample: async (limit) => {
      const hashes: string[] = []
      for await (const { sha256 } of listObjects(contentPrefix, Math.min(limit, 1000))) {
        hashes.push(sha256)
        if (hashes.length === limit) break
      }
      return hashes
    },
    list: (where) => (where === 'in place' ? listObjects(contentPrefix) : trash.list()),
    streamFromTrash: async (sha256) => {
      requireHash(sha256)
      const body = await trash.get(sha256)
      if (!body) throw new ContentMissing(`There is no content ${sha256} in the trash`)
      return checked(body, sha256)
    },
    writeToTrash: async (content, sha256) => {
      const staged = await stage(content)
      try {
        if (staged.sha256 !== sha256) throw new ContentDamaged(`The content ${sha256} is damaged`)
        await trash.putFile(staged.file, staged)
      } finally {
        await staged.discard()
      }
    },
    readNote: async (name) => (await bucket.getText(name))?.trim() ?? null,
    writeNote: (name, words) => bucket.put(name, Buffer.from(`${words}\n`)),
    removeNote: (name) => bucket.remove(name),
    settings: 'STORE_S3_BUCKET and STORE_S3_PREFIX',
    whereIs: (name) => bucket.whereIs(name ?? ''),
  }

  async function readFetched(sha256: string): Promise<Uint8Array> {
    const copy = await fetch(sha256).catch(ignoreFull)
    const content = copy && (await readFile(copy).catch(() => null))
    return content || buffer(checked(await fetchBody(sha256), sha256))
  }
  async function* listObjects(prefix: string, pageSize?: number) {
    for await (const { key, size, modifiedAt } of bucket.list(prefix, pageSize)) {
      const sha256 = key.slice(prefix.length)
      if (hashPattern.test(sha256)) yield { sha256, size, modifiedAt }
    }
  }
}

/** A full local disk keeps nobody from reading. */
function ignoreFull(error: unknown): null {
  if (error instanceof StoreFull) return null
  throw error
}

/** What a process that died has left: probes, and parts of uploads. */
async function removeUnfinished(bucket: Bucket, before: Date): Promise<number> {
  let removed = 0
  for await (const { key, modifiedAt } of bucket.list(incomingPrefix)) {
    if (modifiedAt >= before) continue
    await bucket.remove(key)
    removed += 1
  }
  for await (const upload of bucket.listUnfinished('')) {
    if (upload.begunAt >= before) continue
    await bucket.abort(upload)
    removed += 1
  }
  return removed
}
