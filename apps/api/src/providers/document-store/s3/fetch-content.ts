import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { ContentDamaged, StoreUnavailable } from '../port.ts'
import { asStoreError } from '../staging.ts'
import type { LocalCopies } from './local-copies.ts'

/** The SDK repeats a request, but not an answer that breaks off halfway. */
const attempts = 3
const between = 200

/** Makes a local copy of what `open` gives. It becomes one only if it has the right hash. */
export async function fetchContent(
  open: () => Promise<Readable>,
  copies: LocalCopies,
  sha256: string,
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetchOnce(await open(), copies, sha256)
    } catch (error) {
      if (!(error instanceof BrokenOff)) throw error
      if (attempt === attempts)
        throw new StoreUnavailable(`The content ${sha256} could not be read to its end`, {
          cause: error.cause,
        })
      await pause(between * attempt)
    }
  }
}

/** The connection broke while the content was on its way. */
class BrokenOff extends Error {
  override name = 'BrokenOff'
}

async function fetchOnce(body: Readable, copies: LocalCopies, sha256: string): Promise<string> {
  const path = join(copies.incoming, randomUUID())
  const hash = createHash('sha256')
  let brokenBy: unknown
  let localError: unknown
  body.once('error', (error) => (brokenBy = error))
  try {
    await mkdir(copies.incoming, { recursive: true })
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    file.once('error', (error) => (localError = error))
    await pipeline(
      body,
      async function* (pieces: AsyncIterable<Uint8Array>) {
        for await (const piece of pieces) {
          hash.update(piece)
          yield piece
        }
      },
      file,
    )
    if (hash.digest('hex') !== sha256)
      throw new ContentDamaged(`The content ${sha256} is damaged in the store`)
    return await copies.keep(path, sha256)
  } catch (error) {
    // Where there was no place for it: a body that nobody reads keeps its connection.
    body.destroy()
    await rm(path, { force: true })
    // What breaks at one end is told at the other, too: the file system's errors have a system call.
    if (brokenBy !== undefined && !isOfFile(localError))
      throw new BrokenOff('broken off', { cause: brokenBy })
    throw asStoreError(localError ?? error)
  }
}

function isOfFile(error: unknown): boolean {
  const { syscall = '' } = (error ?? {}) as NodeJS.ErrnoException
  return ['open', 'write', 'close'].includes(syscall)
}
