import { type Dirent } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Removed content, for a while: `ab/cd/abcd…` as in the store. When it came in is the time of its file. */
export interface Trash {
  pathIn(sha256: string): string
  put(path: string, sha256: string): Promise<void>
  /** Moves content to `path`; where it isn't in the trash, nothing happens. */
  takeOut(sha256: string, path: string): Promise<void>
  empty(
    before: Date,
    isUsed: (sha256: string) => Promise<boolean>,
    pathOf: (sha256: string) => string,
  ): Promise<number>
  /** How much came in before that time. */
  count(before: Date): Promise<number>
}

export function openTrash(directory: string): Trash {
  const pathIn = (sha256: string) => join(directory, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  const move = async (from: string, to: string) => {
    await mkdir(dirname(to), { recursive: true })
    await rename(from, to).catch((error: NodeJS.ErrnoException) => {
      // Not there, or another process was faster.
      if (error.code !== 'ENOENT') throw error
    })
  }
  const takeOut = async (sha256: string, path: string) => {
    const kept = pathIn(sha256)
    if (!(await stat(kept).catch(() => null))) return
    // As if it had just been written: the next sweep leaves it alone.
    await touch(kept)
    await move(kept, path)
  }
  return {
    pathIn,
    put: async (path, sha256) => {
      // Before it is moved: in the trash with its old time it would be deleted at once.
      await touch(path)
      await move(path, pathIn(sha256))
    },
    takeOut,
    count: async (before) => {
      let count = 0
      for (const { path } of await filesIn(directory)) if (await isOlder(path, before)) count += 1
      return count
    },
    empty: async (before, isUsed, pathOf) => {
      let deleted = 0
      for (const { name, path } of await filesIn(directory)) {
        if (!(await isOlder(path, before))) continue
        // One that is in its place again stays: what is here may be what was damaged.
        const isNeeded = (await isUsed(name)) && !(await stat(pathOf(name)).catch(() => null))
        if (isNeeded) await takeOut(name, pathOf(name))
        else {
          await rm(path, { force: true })
          deleted += 1
        }
      }
      return deleted
    },
  }
}

async function isOlder(path: string, than: Date): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && found.mtimeMs < than.getTime()
}

async function touch(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

async function filesIn(directory: string): Promise<{ name: string; path: string }[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException): Dirent[] => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => ({ name, path: join(parentPath, name) }))
}
