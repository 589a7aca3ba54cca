import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux's file system in memory. */
const memory = '/dev/shm'
/** Several test products and databases at a time take a quarter of it. */
const roomy = 4_000_000_000

/**
 * Where what lives no longer than a test is kept. A database of one's own are 750 files: to make and remove them in memory
 * takes a fifth of the processor time. Containers often have 64 MB there: then it is the usual temporary folder.
 */
export function testFolder(): string {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > roomy ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
