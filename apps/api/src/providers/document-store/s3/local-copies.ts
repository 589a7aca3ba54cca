import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { check, hashFile } from '../content.ts'
import { ContentDamaged } from '../port.ts'

const minute = 60_000
/** A path that was given out may be opened by a worker thread only after a while: what was used lately isn't evicted. */
const inUse = 10 * minute
const checkedFor = 10 * minute

/** Copies of content on the local disk, found by their hash. They survive a restart; several processes may share them. */
export interface LocalCopies {
  /** Where content comes in. */
  readonly incoming: string
  /** The path of a copy whose hash was checked, now or a few minutes ago; null where there is none. */
  find(sha256: string): Promise<string | null>
  /** The same, checked now. */
  findChecked(sha256: string): Promise<string | null>
  read(sha256: string): Promise<Uint8Array | null>
  /** Takes over a file of `incoming`. Answers where it is now. */
  keep(path: string, sha256: string): Promise<string>
  remove(sha256: string): Promise<void>
  /** Evicts what is too much or too old. */
  trim(): Promise<void>
  close(): void
}

export interface LocalCopiesOptions {
  readonly folder: string
  /** In bytes; it is exceeded only by what was used within the last minutes. */
  readonly limit: number
  /** How long what nobody uses is kept, in milliseconds: what was deleted in the store doesn't live on here. */
  readonly keepUnused: number
}

/** The time of a file's last use is its atime, set by us: of use also where the disk is mounted without. */
export function openLocalCopies({ folder, limit, keepUnused }: LocalCopiesOptions): LocalCopies {
  const incoming = join(folder, 'incoming')
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256)
  const lastChecked = new Map<string, { readonly mtimeMs: number; readonly at: number }>()
  // So that the first copy looks at what earlier processes have left.
  let added = limit
  let trimming: Promise<void> | undefined
  // So often that what nobody uses goes in time.
  const every = Math.min(60 * minute, Math.max(5 * minute, keepUnused / 2))
  // Where the disk refuses, whatever needs it next reports that.
  const timer = setInterval(() => void trim().catch(() => {}), every)
  timer.unref()

  async function markUsed(path: string): Promise<number | null> {
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return null
    if (Date.now() - found.atimeMs > minute) await utimes(path, new Date(), found.mtime).catch(() => {})
    return found.mtimeMs
  }
  async function findChecked(sha256: string): Promise<string | null> {
    const path = pathOf(sha256)
    const mtimeMs = await markUsed(path)
    if (mtimeMs === null) return null
    const hash = createHash('sha256')
    const isReadable = await hashFile(path, hash).then(
      () => true,
      () => false,
    )
    if (!isReadable || hash.digest('hex') !== sha256) {
      await forget(sha256)
      return null
    }
    if (lastChecked.size > 10_000) lastChecked.clear()
    lastChecked.set(sha256, { mtimeMs, at: Date.now() })
    return path
  }
  async function forget(sha256: string): Promise<void> {
    lastChecked.delete(sha256)
    await rm(pathOf(sha256), { force: true })
  }
  function trim(): Promise<void> {
    trimming ??= removeLeastUsed({ folder, incoming, limit, keepUnused }).finally(
      () => (trimming = undefined),
    )
    return trimming
  }

  return {
    incoming,
    find: async (sha256) => {
      const known = lastChecked.get(sha256)
      if (!known || Date.now() - known.at > checkedFor) return findChecked(sha256)
      const path = pathOf(sha256)
      return (await markUsed(path)) === known.mtimeMs ? path : findChecked(sha256)
    },
    findChecked,
    read: async (sha256) => {
      const path = pathOf(sha256)
      if ((await markUsed(path)) === null) return null
      const content = await readFile(path).catch(() => null)
      if (!content) return null
      return check(content, sha256).then(
        () => content,
        async (error: unknown) => {
          if (!(error instanceof ContentDamaged)) throw error
          await forget(sha256)
          return null
        },
      )
    },
    keep: async (path, sha256) => {
      const place = pathOf(sha256)
      await mkdir(dirname(place), { recursive: true })
      const { size, mtimeMs } = await stat(path)
      await rename(path, place)
      lastChecked.set(sha256, { mtimeMs, at: Date.now() })
      added += size
      if (added > limit / 20) {
        added = 0
        void trim().catch(() => {})
      }
      return place
    },
    remove: forget,
    trim,
    close: () => clearInterval(timer),
  }
}

interface Copy {
  readonly path: string
  readonly size: number
  readonly usedAt: number
}

/** Several processes may do so at once: they choose the same files, and one of them is faster. */
async function removeLeastUsed({
  folder,
  incoming,
  limit,
  keepUnused,
}: Omit<LocalCopiesOptions, 'folder'> & { folder: string; incoming: string }): Promise<void> {
  const now = Date.now()
  // What a killed process has left there, of files that are to go soon as well.
  const abandonedAfter = Math.min(24 * 60 * minute, Math.max(60 * minute, keepUnused))
  for (const { path, usedAt } of await filesIn(incoming))
    if (now - usedAt > abandonedAfter) await rm(path, { force: true })
  const copies: Copy[] = []
  for (const { name } of await entriesOf(folder))
    if (/^[0-9a-f]{2}$/.test(name)) copies.push(...(await filesIn(join(folder, name))))
  let total = copies.reduce((sum, { size }) => sum + size, 0)
  for (const { path, size, usedAt } of copies.toSorted((a, b) => a.usedAt - b.usedAt)) {
    const isOld = now - usedAt > keepUnused
    // A little below the limit, so that it isn't reached again at once.
    if (!isOld && (total <= limit * 0.9 || now - usedAt < inUse)) return
    await rm(path, { force: true })
    total -= size
  }
}

async function filesIn(folder: string): Promise<Copy[]> {
  const copies: Copy[] = []
  for (const { name } of await entriesOf(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found?.isFile())
      copies.push({ path, size: found.size, usedAt: Math.max(found.atimeMs, found.mtimeMs) })
  }
  return copies
}

async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}
