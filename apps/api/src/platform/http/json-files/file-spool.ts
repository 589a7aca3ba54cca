import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Abandoned } from '#api/platform/threads/task.ts'

/** The files of a body stay in memory up to this size, all of them together. */
const mostInMemory = 1024 * 1024
const readAtOnce = 64 * 1024

export interface SpooledFile {
  readonly size: number
  /** SHA-256, in hexadecimal. */
  readonly digest: string
  /** Can be read several times, once the spool is flushed; throws Abandoned once it is closed. */
  read(): AsyncIterable<Uint8Array>
}

/**
 * The files of a request that is still arriving, one after the other: in memory while they are small, otherwise in one file in the
 * system's temporary folder.
 */
export interface FileSpool {
  /** The next file begins. */
  begin(): void
  add(bytes: Buffer): void
  end(): SpooledFile
  /** Writes what was added to disk, if it is too large for memory. */
  flush(): Promise<void>
  close(): Promise<void>
}

export function fileSpool(): FileSpool {
  let size = 0
  let start = 0
  let hash = createHash('sha256')
  let inMemory: Buffer[] = []
  let opening: Promise<FileHandle> | undefined
  let isClosed = false

  const refuseClosed = () => {
    if (isClosed) throw new Abandoned('The caller has hung up')
  }
  async function* read(from: number, to: number): AsyncGenerator<Uint8Array> {
    const handle = await opening
    refuseClosed()
    if (!handle) {
      // Nothing is added any longer: it is put together once.
      if (inMemory.length > 1) inMemory = [Buffer.concat(inMemory)]
      yield inMemory[0]?.subarray(from, to) ?? Buffer.alloc(0)
      return
    }
    for (let at = from; at < to;) {
      refuseClosed()
      const piece = Buffer.allocUnsafe(Math.min(readAtOnce, to - at))
      const { bytesRead } = await handle.read(piece, 0, piece.length, at)
      if (bytesRead === 0) throw new Error('a spooled file is shorter than what was written')
      at += bytesRead
      yield piece.subarray(0, bytesRead)
    }
  }
  return {
    begin() {
      start = size
      hash = createHash('sha256')
    },
    add(bytes) {
      hash.update(bytes)
      size += bytes.length
      inMemory.push(bytes)
    },
    end() {
      const [from, to] = [start, size]
      return { size: to - from, digest: hash.digest('hex'), read: () => read(from, to) }
    },
    async flush() {
      if (size <= mostInMemory) return
      refuseClosed()
      const handle = await (opening ??= openNameless())
      for (const bytes of inMemory.splice(0))
        for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at)).bytesWritten
    },
    async close() {
      isClosed = true
      inMemory = []
      await opening?.then((handle) => handle.close()).catch(() => {})
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
