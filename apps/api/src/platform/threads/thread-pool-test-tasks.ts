import { readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { OutOfMemory, webAssemblyLimit } from './memory-limit.ts'

// What the pool's test runs in threads.

let loaded = 0

export function load(): void {
  loaded += 1
}

export function timesLoaded(): number {
  return loaded
}

export function double(given: number): number {
  return given * 2
}

export function loopForever(): never {
  for (;;) Math.random()
}

export function fillMemory(): never {
  const kept: number[][] = []
  for (;;) kept.push(Array.from({ length: 100_000 }, Math.random))
}

export function fillBuffers(): never {
  const kept: Uint8Array[] = []
  for (;;) if (kept.length < 30) kept.push(new Uint8Array(10_000_000).fill(1))
}

export function fail(): never {
  throw Object.assign(new RangeError('not like this'), { code: 'NOT_LIKE_THIS' })
}

export function endThread(): never {
  process.exit(3)
}

/** Waits until the other side opens the gate. */
export function waitAtGate(gate: Int32Array): string {
  Atomics.wait(gate, 0, 0)
  return 'through'
}

/** Native code waits until something is written to this pipe: it runs on when its thread is told to end. */
export async function readPipe(path: string): Promise<string> {
  return await readFile(path, 'utf8')
}

export function sizeOf(given: Uint8Array): number {
  return given.byteLength
}

export function needsMemory(megabytes: number): number {
  const limit = webAssemblyLimit() / 1024 / 1024
  if (megabytes > limit) throw new OutOfMemory(`${megabytes} MB of ${limit}`)
  return limit
}

export function niceness(): number {
  return getPriority(0)
}
