import { type FileHandle, open } from 'node:fs/promises'
import type { StoredContent } from '../port.ts'
import { beginUpload, partSize, putObject, type UploadTarget } from './multipart-upload.ts'

// Of all uploads of this process: each holds a part in memory, which can be sent again where an attempt fails.
const inMemory = limitConcurrency(6)

/**
 * Uploads a local file. The hash of what is sent is part of the request's signature, so that the server refuses what
 * arrives damaged; with checksums the server also keeps it and answers for it later.
 */
export async function uploadFile(
  target: UploadTarget,
  path: string,
  { size, sha256 }: StoredContent,
): Promise<void> {
  const file = await open(path, 'r')
  try {
    if (size > partSize) await uploadParts(target, file, size)
    else
      await inMemory(async () => putObject(target, await readPart(file, 0, size), Buffer.from(sha256, 'hex')))
  } finally {
    await file.close()
  }
}

async function uploadParts(target: UploadTarget, file: FileHandle, size: number): Promise<void> {
  const upload = await beginUpload(target)
  const stop = new AbortController()
  const numbers = Array.from({ length: Math.ceil(size / partSize) }, (_, n) => n + 1)
  const sending = numbers.map((number) =>
    inMemory(async () => {
      stop.signal.throwIfAborted()
      const start = (number - 1) * partSize
      const body = await readPart(file, start, Math.min(partSize, size - start))
      return upload.send(number, body, stop.signal)
    }),
  )
  try {
    await upload.complete(await Promise.all(sending))
  } catch (error) {
    stop.abort()
    // A part that is still on its way would outlive the abort. What an outage leaves is deleted by the nightly clean-up.
    await Promise.allSettled(sending)
    await upload.abort()
    throw error
  }
}

async function readPart(file: FileHandle, start: number, size: number): Promise<Uint8Array> {
  const body = Buffer.allocUnsafe(size)
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(body, at, size - at, start + at)
    if (bytesRead === 0) throw new Error('The file has become shorter while it was uploaded')
    at += bytesRead
  }
  return body
}

/** Runs at most so many at a time, the others after them in their order. */
function limitConcurrency(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes to the next one, without becoming free for a third in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
