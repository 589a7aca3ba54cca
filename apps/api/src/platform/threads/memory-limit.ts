import { workerData } from 'node:worker_threads'
import type { ThreadData } from './thread-order.ts'

/** What a task throws that needs more memory than its thread may take; its caller gets OverLimit. */
export class OutOfMemory extends Error {
  override name = 'OutOfMemory'
  readonly code = outOfMemory
}

export const outOfMemory = 'ERR_TASK_OUT_OF_MEMORY'

/** Outside a pool: a test or a program of its own. */
const otherwise = 256 * 1024 * 1024

let held = 0

/** A file of so many bytes lies in WebAssembly's memory now; a negative number when it no longer does. */
export function holdFile(bytes: number): void {
  held += bytes
}

/** Bytes that WebAssembly may take in this thread; where large files are read, the file itself comes on top. */
export function webAssemblyLimit(): number {
  const { webAssemblyLimit: limit = otherwise, fileOnTop = false } = (workerData ?? {}) as Partial<ThreadData>
  return fileOnTop ? limit + held : limit
}
