import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file up to this size stays in memory. */
const mostInMemory = 1024 * 1024

/** A file of a request that is still arriving: in memory while it is small, otherwise in the system's temporary folder. */
export interface SpooledFile {
  add(bytes: Buffer): void
  /** Writes what was added to disk, if the file is too large for memory. */
  flush(): Promise<void>
  isEmpty(): boolean
  /** SHA-256 of what was added, in hexadecimal. Nothing can be added after it. */
  digest(): string
  /** Can be read several times, once it is flushed. */
  read(): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export function spooledFile(): SpooledFile {
  const hash = createHash('sha256')
  let inMemory: Buffer[] = []
  let size = 0
  let handle: FileHandle | undefined
  return {
    add(bytes) {
      hash.update(bytes)
      size += bytes.length
      inMemory.push(bytes)
    },
    async flush() {
      if (size <= mostInMemory) return
      handle ??= await openNameless()
      for (const bytes of inMemory.splice(0))
        for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at)).bytesWritten
    },
    isEmpty: () => size === 0,
    digest: () => hash.digest('hex'),
    async *read() {
      if (handle) yield* handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>
      else yield* inMemory
    },
    async close() {
      inMemory = []
      await handle?.close()
    },
  }
}

/** Without a name the file is gone once it is closed, even if the process is killed. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `countersign-upload-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path).catch(async (error: unknown) => {
    await handle.close()
    throw error
  })
  return handle
}
