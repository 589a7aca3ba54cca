import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { abandonedAfter, checkName } from './names.ts'
import { type BackupTarget, BackupFileMissing, BackupTargetFull, BackupTargetUnavailable } from './port.ts'

const scratch = 'incoming'

/**
 * Backups in a folder, such as that of a mounted network drive. A file is written beside the others, flushed to disk and
 * only then named.
 */
export function folderBackupTarget(directory: string): BackupTarget {
  const pathOf = (name: string) => join(directory, checkName(name))
  const madeFolders = new Map<string, Promise<unknown>>()
  /** Its entry in each folder above has to be on disk as well. */
  const makeFolder = (folder: string): Promise<unknown> => {
    const made = madeFolders.get(folder) ?? makeDurably(folder, directory, makeFolder)
    madeFolders.set(folder, made)
    made.catch(() => madeFolders.delete(folder))
    return made
  }
  /** Someone may have removed a folder since it was made, or exchanged the drive. */
  const inFolder = async <Result>(folder: string, work: () => Promise<Result>): Promise<Result> => {
    await makeFolder(folder)
    try {
      return await work()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      madeFolders.clear()
      await makeFolder(folder)
      return work()
    }
  }
  let cleaned: Promise<void> | undefined
  return {
    where: directory,
    write: async (name, content) => {
      const path = pathOf(name)
      const temporary = join(directory, scratch, randomUUID())
      try {
        const file = await inFolder(dirname(temporary), () => open(temporary, 'wx', 0o600))
        await writeDurably(file, content)
        await inFolder(dirname(path), () => rename(temporary, path))
        await syncToDisk(dirname(path))
        // Once, beside the work: it is tried again by the next process.
        cleaned ??= removeAbandoned(dirname(temporary)).catch(() => {})
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {})
        throw asTargetError(error, directory)
      }
    },
    read: async (name) => {
      const file = await open(pathOf(name)).catch((error: unknown) => {
        throw asTargetError(error, name)
      })
      return file.createReadStream({ highWaterMark: 256 * 1024 })
    },
    has: async (name) =>
      stat(pathOf(name)).then(
        (found) => found.isFile(),
        () => false,
      ),
    list: async (folder) => {
      const names = await readdir(pathOf(folder)).catch((error: NodeJS.ErrnoException): string[] => {
        if (error.code === 'ENOENT') return []
        throw asTargetError(error, directory)
      })
      return names
    },
    remove: async (name) => {
      const path = pathOf(name)
      madeFolders.delete(dirname(path))
      await rm(path, { force: true }).catch((error: unknown) => {
        throw asTargetError(error, directory)
      })
      // An empty folder goes with its last file; one that isn't empty stays.
      await rmdir(dirname(path)).catch(() => {})
    },
  }
}

async function makeDurably(
  folder: string,
  root: string,
  makeFolder: (folder: string) => Promise<unknown>,
): Promise<void> {
  if (folder === root) {
    await mkdir(root, { recursive: true, mode: 0o700 })
    return
  }
  await makeFolder(dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await syncToDisk(dirname(folder))
}

async function writeDurably(file: FileHandle, content: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const piece of content) await file.writeFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** What processes that were killed left half-written. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtime } = await stat(path)
    if (Date.now() - mtime.getTime() > abandonedAfter) await rm(path, { force: true })
  }
}

async function syncToDisk(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const meanings: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of the path is no folder',
  EIO: 'the disk has an error',
  ESTALE: 'the network drive is gone',
}

function asTargetError(error: unknown, what: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'ENOENT') return new BackupFileMissing(`${what} is not there`, { cause: error })
  const meaning = meanings[code]
  if (!meaning) return error
  const Kind = code === 'ENOSPC' || code === 'EDQUOT' ? BackupTargetFull : BackupTargetUnavailable
  return new Kind(`${what} can't be used for backups: ${meaning}`, { cause: error })
}
