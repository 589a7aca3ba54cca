import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Page images on disk, at most about `limit` bytes of them: the oldest go first. What is lost is rendered again. */
export interface ImageCache {
  read(key: string): Promise<Uint8Array | null>
  write(key: string, image: Uint8Array): Promise<void>
  /** Resolves when what is too much has been removed. */
  settled(): Promise<void>
}

/** Several processes may share the folder. Keys are file names that begin with a hash. */
export function openImageCache(directory: string, limit: number): ImageCache {
  const pathOf = (key: string) => join(directory, key.slice(0, 2), key)
  // So that the first write looks at what earlier processes have left.
  let writtenSinceSweep = limit
  let sweeping = Promise.resolve()

  return {
    read: (key) => readFile(pathOf(key)).catch(() => null),
    write: async (key, image) => {
      const path = pathOf(key)
      const temporary = `${path}.${randomUUID()}`
      await mkdir(dirname(path), { recursive: true })
      await writeFile(temporary, image)
      await rename(temporary, path)
      writtenSinceSweep += image.byteLength
      if (writtenSinceSweep < limit / 10) return
      writtenSinceSweep = 0
      sweeping = sweeping.then(() => removeOldest(directory, limit)).catch(() => {})
    },
    settled: () => sweeping,
  }
}

interface KeptFile {
  readonly path: string
  readonly size: number
  /** When it was written. */
  readonly at: number
}

async function listFiles(directory: string): Promise<KeptFile[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files: KeptFile[] = []
  for (const entry of entries.filter((found) => found.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(() => null)
    if (found) files.push({ path, size: found.size, at: found.mtimeMs })
  }
  return files
}

async function removeOldest(directory: string, limit: number): Promise<void> {
  const files = await listFiles(directory)
  let total = files.reduce((sum, file) => sum + file.size, 0)
  for (const { path, size } of files.toSorted((a, b) => a.at - b.at)) {
    // A little below the limit, so that it is not reached again at once.
    if (total <= limit * 0.9) return
    await rm(path, { force: true })
    total -= size
  }
}

/** Where the images of pages are kept. */
export function pageImagesIn({ dataDirectory }: { readonly dataDirectory: string }): string {
  return join(dataDirectory, 'cache', 'pages')
}

/** Removes every image that was made before. */
export async function removeImagesBefore(directory: string, before: Date): Promise<void> {
  const files = await listFiles(directory).catch(() => [])
  for (const { path, at } of files) if (at < before.getTime()) await rm(path, { force: true })
}

export interface Removal {
  /** How long an image is kept; both in milliseconds. */
  readonly keptFor: number
  readonly every: number
  now(): Date
  onError(error: unknown): void
}

/**
 * Removes old images again and again, beginning now. Nodes without a common folder don't hear of what others delete: this
 * is how long they may show it to nobody but their own disk. Returns what ends it.
 */
export function removeImagesRegularly(
  directory: string,
  { keptFor, every, now, onError }: Removal,
): () => void {
  const remove = () => {
    removeImagesBefore(directory, new Date(now().getTime() - keptFor)).catch(onError)
  }
  remove()
  const timer = setInterval(remove, every).unref()
  return () => clearInterval(timer)
}

/** Removes every image of a content. */
export async function removeImagesOf(directory: string, sha256: string): Promise<void> {
  const folder = join(directory, sha256.slice(0, 2))
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(sha256)))
    await rm(join(folder, name), { force: true })
}
