import { createHash, type Hash, randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline, type Readable, Transform } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import { ContentCache } from './content-cache.ts'
import {
  ContentDamaged,
  ContentMissing,
  ContentTooLarge,
  type DocumentStore,
  type Staged,
  type Stored,
  StoreFull,
} from './port.ts'

/** A large array is hashed and written in pieces, so that other work gets its turn in between. */
const pieceSize = 1024 * 1024
const hashPattern = /^[0-9a-f]{64}$/
const cacheSize = 32 * 1024 * 1024

/**
 * Documents as files, `ab/cd/abcd…`, each written beside its place, flushed to disk and only then named: after a crash
 * a file is there whole or not at all.
 */
export function fileSystemDocumentStore(directory: string): DocumentStore {
  const cache = new ContentCache(cacheSize)
  const pathOf = (sha256: string) => {
    if (!hashPattern.test(sha256)) throw new ContentMissing(`${sha256} is not the hash of a content`)
    return join(directory, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  }

  /** Fills a new file beside the others; kept, it gets its name. */
  async function prepare(fill: (file: FileHandle, path: string) => Promise<Stored>): Promise<Staged> {
    const scratch = join(directory, 'incoming')
    const path = join(scratch, randomUUID())
    const discard = () => rm(path, { force: true })
    const orDiscard = async (error: unknown): Promise<never> => {
      await discard()
      throw asStoreError(error)
    }
    const filled = async () => {
      await mkdir(scratch, { recursive: true })
      const file = await open(path, 'wx+', 0o600)
      try {
        return await fill(file, path)
      } finally {
        await file.close()
      }
    }
    const { sha256, size } = await filled().catch(orDiscard)
    // Also where the content is there already: a file that rotted is healed by this.
    const publish = () => moveInto(path, pathOf(sha256)).then(() => ({ sha256, size }))
    return { sha256, size, file: path, keep: () => publish().catch(orDiscard), discard }
  }
  const stage: DocumentStore['stage'] = (content, limit = Infinity) =>
    prepare((file) => fillFrom(content, file, limit))

  return {
    stage,
    write: async (content, limit) => {
      const stored = await (await stage(content, limit)).keep()
      if (content instanceof Uint8Array) cache.set(stored.sha256, new Uint8Array(content))
      return stored
    },
    append: async (base, tail) => {
      const longer = await prepare(async (file, path) => {
        // Where the file system can, the copy shares its blocks with the original and costs nothing.
        await copyFile(pathOf(base), path, constants.COPYFILE_FICLONE)
        const hash = createHash('sha256')
        const size = await hashFile(path, hash)
        if (hash.copy().digest('hex') !== base) throw new ContentDamaged(`The content ${base} is damaged`)
        for (let at = 0; at < tail.byteLength;)
          at += (await file.write(tail, at, tail.byteLength - at, size + at)).bytesWritten
        return { sha256: hash.update(tail).digest('hex'), size: size + tail.byteLength }
      })
      return longer.keep()
    },
    read: async (sha256) => {
      const cached = cache.get(sha256)
      if (cached) return cached
      const content = await readFile(pathOf(sha256)).catch(rethrow)
      await check(content, sha256)
      cache.set(sha256, content)
      return content
    },
    stream: async (sha256) => {
      const path = pathOf(sha256)
      const file = await open(path).catch(rethrow)
      return checked(file.createReadStream({ highWaterMark: pieceSize / 4 }), sha256)
    },
    file: async (sha256) => {
      await stat(pathOf(sha256)).catch(rethrow)
      return pathOf(sha256)
    },
    probe: async () => {
      const scratch = join(directory, 'incoming')
      const path = join(scratch, randomUUID())
      try {
        await mkdir(scratch, { recursive: true })
        await (await open(path, 'wx', 0o600)).close()
      } finally {
        await rm(path, { force: true })
      }
    },
    has: async (sha256) => {
      if (!hashPattern.test(sha256)) return false
      return stat(pathOf(sha256)).then(
        () => true,
        () => false,
      )
    },
    remove: async (sha256) => {
      cache.delete(sha256)
      await rm(pathOf(sha256), { force: true })
    },
    removeUnlessNew: async (sha256, before) => {
      if (!(await isOlder(pathOf(sha256), before))) return
      cache.delete(sha256)
      await rm(pathOf(sha256), { force: true })
    },
    sweep: async (before, isUsed) => {
      let removed = 0
      for (const entry of await entriesOf(directory)) {
        const path = join(entry.parentPath, entry.name)
        if (!entry.isFile() || !(await isOlder(path, before))) continue
        if (hashPattern.test(entry.name) && (await isUsed(entry.name))) continue
        // Somebody may have written it again while it was asked for.
        if (!(await isOlder(path, before))) continue
        cache.delete(entry.name)
        await rm(path, { force: true })
        removed += 1
      }
      return removed
    },
  }
}

/** Where nothing was ever kept there is no folder yet. */
async function entriesOf(directory: string) {
  return readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
}

async function isOlder(path: string, than: Date): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && found.mtimeMs < than.getTime()
}

async function fillFrom(
  content: AsyncIterable<Uint8Array> | Uint8Array,
  file: FileHandle,
  limit: number,
): Promise<Stored> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of content instanceof Uint8Array ? pieces(content) : content) {
    size += piece.byteLength
    if (size > limit) throw new ContentTooLarge(`The content has more than ${limit} bytes`)
    hash.update(piece)
    await file.writeFile(piece)
  }
  return { sha256: hash.digest('hex'), size }
}

function* pieces(content: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < content.byteLength; at += pieceSize) yield content.subarray(at, at + pieceSize)
}

async function hashFile(path: string, hash: Hash): Promise<number> {
  let size = 0
  for await (const piece of createReadStream(path, { highWaterMark: pieceSize }) as AsyncIterable<Buffer>) {
    hash.update(piece)
    size += piece.byteLength
  }
  return size
}

async function check(content: Uint8Array, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  for (const piece of pieces(content)) {
    hash.update(piece)
    await immediate()
  }
  if (hash.digest('hex') !== sha256) throw new ContentDamaged(`The content ${sha256} is damaged`)
}

function checked(source: Readable, sha256: string): Readable {
  const hash = createHash('sha256')
  const check = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      done(null, piece)
    },
    flush(done) {
      const whole = hash.digest('hex') === sha256
      done(whole ? null : new ContentDamaged(`The content ${sha256} is damaged`))
    },
  })
  return pipeline(source, check, () => {})
}

/** On disk first, then named. The name is on disk when the folder is; so are the folders made for it. */
async function moveInto(temporary: string, path: string): Promise<void> {
  await syncToDisk(temporary)
  const folder = dirname(path)
  const made = await mkdir(folder, { recursive: true })
  await rename(temporary, path)
  await syncToDisk(folder)
  if (made === undefined) return
  for (let above = dirname(folder); above.length >= dirname(made).length; above = dirname(above))
    await syncToDisk(above)
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function rethrow(error: unknown): never {
  throw asStoreError(error)
}

function asStoreError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') return new ContentMissing('The content is not stored', { cause: error })
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StoreFull('No room is left', { cause: error })
  return error
}
