import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { check, checked, hashPattern, pieceSize, requireHash, requireSame } from './content.ts'
import { ContentCache } from './content-cache.ts'
import { openTrash } from './file-system-trash.ts'
import {
  ContentDamaged,
  type DocumentStore,
  type StoredContent,
  type StoreNote,
  type SweepPlan,
} from './port.ts'
import { asStoreError, openStaging } from './staging.ts'

const probeSize = 256 * 1024
const cacheSize = 32 * 1024 * 1024

export interface FileSystemOptions {
  /** Whether what is removed is kept in a trash; otherwise it is gone at once. */
  readonly trash: boolean
}

/**
 * Documents as files, `ab/cd/abcd…`, each written beside its place, flushed to disk and only then named: after a crash
 * a file is there whole or not at all.
 */
export function fileSystemDocumentStore(
  directory: string,
  { trash: hasTrash }: FileSystemOptions,
): DocumentStore {
  const cache = new ContentCache(cacheSize)
  const pathOf = (sha256: string) => {
    requireHash(sha256)
    return join(directory, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  }

  const trash = openTrash(join(directory, 'trash'))
  const noteAt = (name: StoreNote) => join(directory, name)
  const takeAway = async (path: string, name: string) => {
    cache.delete(name)
    if (hasTrash && hashPattern.test(name)) await trash.put(path, name)
    else await rm(path, { force: true })
  }
  /** The path of content that is there, or comes back from the trash. */
  const found = async (sha256: string) => {
    const path = pathOf(sha256)
    const isThere = await stat(path).catch(ignoreMissing)
    if (!isThere && hasTrash) await trash.takeOut(sha256, path)
    return path
  }

  const { stage, append } = openStaging({
    folder: join(directory, 'incoming'),
    publish: (path, { sha256 }) => moveInto(path, pathOf(sha256)),
  })

  return {
    stage,
    write: async (content, limit) => {
      const stored = await (await stage(content, limit)).keep()
      if (content instanceof Uint8Array) cache.set(stored.sha256, new Uint8Array(content))
      return stored
    },
    append: async (base, tail) => append(await found(base), base, tail),
    read: async (sha256) => {
      const cached = cache.get(sha256)
      if (cached) return cached
      const content = await readFile(await found(sha256)).catch(rethrow)
      await check(content, sha256)
      cache.set(sha256, content)
      return content
    },
    stream: async (sha256) => {
      const file = await open(await found(sha256)).catch(rethrow)
      return checked(file.createReadStream({ highWaterMark: pieceSize / 4 }), sha256)
    },
    file: async (sha256) => {
      const path = await found(sha256)
      await stat(path).catch(rethrow)
      return path
    },
    probe: async () => {
      const scratch = join(directory, 'incoming')
      const path = join(scratch, randomUUID())
      try {
        await mkdir(scratch, { recursive: true })
        await writeAndReadBack(path)
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
    remove: (sha256) => takeAway(pathOf(sha256), sha256),
    removeUnlessNew: async (sha256, before) => {
      if (await isOlder(pathOf(sha256), before)) await takeAway(pathOf(sha256), sha256)
    },
    sweep: async (before, isUsed, mayRemove = () => true) => {
      const { unused, unfinished, total } = await lookThrough(directory, before, isUsed)
      if (!mayRemove({ unused: unused.length, total })) return 0
      let removed = 0
      for (const { path, name } of [...unused, ...unfinished]) {
        // Someone may have written it again, or begun to use it, while the others were looked at.
        if (!(await isOlder(path, before)) || (hashPattern.test(name) && (await isUsed(name)))) continue
        await takeAway(path, name)
        removed += 1
      }
      return removed
    },
    emptyTrash: (before, isUsed) => trash.empty(before, isUsed, pathOf),
    countInTrash: (before) => trash.count(before),
    sample: async (limit) => {
      const hashes: string[] = []
      for await (const { name } of contentOf(directory)) {
        if (hashPattern.test(name)) hashes.push(name)
        if (hashes.length === limit) break
      }
      return hashes
    },
    list: (where) => listContent(where === 'in place' ? directory : join(directory, 'trash')),
    streamFromTrash: async (sha256) => {
      requireHash(sha256)
      const file = await open(trash.pathIn(sha256)).catch(rethrow)
      return checked(file.createReadStream({ highWaterMark: pieceSize / 4 }), sha256)
    },
    writeToTrash: async (content, sha256) => {
      const staged = await stage(content)
      try {
        requireSame(staged.sha256, sha256)
        await syncToDisk(staged.file)
        await trash.put(staged.file, sha256)
      } finally {
        await staged.discard()
      }
    },
    readNote: (name) => readFile(noteAt(name), 'utf8').then((words) => words.trim(), ignoreMissing),
    writeNote: async (name, words) => {
      await mkdir(join(directory, 'incoming'), { recursive: true })
      const temporary = join(directory, 'incoming', randomUUID())
      await writeFile(temporary, `${words}\n`, { mode: 0o600 })
      await moveInto(temporary, noteAt(name)).catch((error: unknown) => {
        throw asStoreError(error)
      })
    },
    removeNote: (name) => rm(noteAt(name), { force: true }),
    settings: 'COUNTERSIGN_DATA',
    whereIs: (name) => (name ? noteAt(name) : directory),
  }
}

interface Entry {
  readonly path: string
  readonly name: string
}

interface LookedThrough {
  readonly unused: readonly Entry[]
  readonly unfinished: readonly Entry[]
  readonly total: SweepPlan['total']
}

async function lookThrough(
  directory: string,
  before: Date,
  isUsed: (sha256: string) => Promise<boolean>,
): Promise<LookedThrough> {
  const unused: Entry[] = []
  const unfinished: Entry[] = []
  let total = 0
  for await (const entry of contentOf(directory)) {
    const isContent = hashPattern.test(entry.name)
    if (isContent) total += 1
    if (!(await isOlder(entry.path, before))) continue
    if (!isContent) unfinished.push(entry)
    else if (!(await isUsed(entry.name))) unused.push(entry)
  }
  return { unused, unfinished, total }
}

/** Content lies in folders of two letters; what is not finished, in one of its own. Nothing else is ours to touch. */
async function* contentOf(directory: string): AsyncGenerator<Entry> {
  for (const folder of await entriesOf(directory)) {
    if (!folder.isDirectory() || !/^([0-9a-f]{2}|incoming)$/.test(folder.name)) continue
    for (const entry of await entriesOf(join(directory, folder.name), true))
      if (entry.isFile()) yield { path: join(entry.parentPath, entry.name), name: entry.name }
  }
}

/** In the order of the hashes: of the folders, and of the files in each. */
async function* listContent(directory: string): AsyncGenerator<StoredContent> {
  for (const first of await foldersIn(directory))
    for (const second of await foldersIn(join(directory, first))) {
      const folder = join(directory, first, second)
      const names = (await entriesOf(folder)).map(({ name }) => name).filter((name) => hashPattern.test(name))
      for (const sha256 of names.toSorted()) {
        const found = await stat(join(folder, sha256)).catch(ignoreMissing)
        if (found?.isFile()) yield { sha256, size: found.size }
      }
    }
}

async function foldersIn(directory: string): Promise<string[]> {
  const entries = (await entriesOf(directory)).filter(
    (entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name),
  )
  return entries.map(({ name }) => name).toSorted()
}

/** Where nothing was ever kept there is no folder yet. */
async function entriesOf(directory: string, recursive = false) {
  return readdir(directory, { recursive, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

async function isOlder(path: string, than: Date): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && found.mtimeMs < than.getTime()
}

/** On disk first, then named. The name is on disk when the folder is; so are the folders made for it. */
async function moveInto(temporary: string, path: string): Promise<void> {
  const folder = dirname(path)
  const [made] = await Promise.all([mkdir(folder, { recursive: true }), syncToDisk(temporary)])
  await rename(temporary, path)
  const changed = [folder]
  if (made !== undefined)
    for (let above = dirname(folder); above.length >= dirname(made).length; above = dirname(above))
      changed.push(above)
  await Promise.all(changed.map(syncToDisk))
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** A file that can be made may still have no room for what is in it. */
async function writeAndReadBack(path: string): Promise<void> {
  const bytes = randomBytes(probeSize)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } catch (error) {
    throw asStoreError(error)
  } finally {
    await file.close()
  }
  if (!bytes.equals(await readFile(path)))
    throw new ContentDamaged('The store gives back other bytes than it took')
}

function rethrow(error: unknown): never {
  throw asStoreError(error)
}
