import { spend } from './budget.ts'
import type { Budget } from './budget.ts'
import { startsWith } from './lexer.ts'
import { asBuffer } from './source.ts'

const known = new WeakMap<Uint8Array, readonly number[]>()

/**
 * Where the stream data that begins at `start` is closed: at the next `endstream`, or at an `endobj` before it; -1 where
 * neither follows. Both are looked for once in each piece of a file, however many of its streams have a wrong length.
 */
export function closingKeyword(bytes: Uint8Array, start: number, budget: Budget): number {
  const found = positionsIn(bytes, budget)
  let low = 0
  let high = found.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((found[middle] ?? 0) < start) low = middle + 1
    else high = middle
  }
  return found[low] ?? -1
}

function positionsIn(bytes: Uint8Array, budget: Budget): readonly number[] {
  const found = known.get(bytes) ?? findPositions(bytes, budget)
  known.set(bytes, found)
  return found
}

function findPositions(bytes: Uint8Array, budget: Budget): number[] {
  spend(budget, bytes.length >> 6)
  const buffer = asBuffer(bytes)
  const found: number[] = []
  for (let at = buffer.indexOf('end', 0, 'latin1'); at >= 0; at = buffer.indexOf('end', at + 3, 'latin1')) {
    spend(budget, 2)
    if (startsWith(bytes, at + 3, 'obj') || startsWith(bytes, at + 3, 'stream')) found.push(at)
  }
  return found
}
