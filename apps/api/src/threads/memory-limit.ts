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

/** Bytes that WebAssembly may take in this thread. */
export function webAssemblyLimit(): number {
  return (workerData as Partial<ThreadData> | null)?.webAssemblyLimit ?? otherwise
}
