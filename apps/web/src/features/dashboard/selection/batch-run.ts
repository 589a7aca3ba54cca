import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { createStore } from '#web/lib/browser/store.ts'
import { type FailedItem, runEach } from './run-each.ts'

export type BatchKind = 'download' | 'remind' | 'remove'
export type BatchTarget = Pick<ListItem, 'id' | 'title'>

export interface BatchEnd {
  readonly kind: BatchKind
  readonly done: number
  readonly notDone: readonly FailedItem<BatchTarget>[]
}

export interface BatchRun {
  /** What is under way; null when nothing is. */
  readonly running: { readonly kind: BatchKind; readonly done: number; readonly total: number } | null
  /** How the last one ended; null before the first and once it is put away. */
  readonly result: BatchEnd | null
}

/**
 * What is under way on the dashboard, and what failed. It is kept here and not by what shows it: leaving the tab or the page
 * stops nothing, and what failed is still to be said.
 */
export const batchRun = createStore<BatchRun>({ running: null, result: null })
let isStopped = false

/** One action on several, one after the other. Null where another one is under way. */
export async function runBatch<Item extends BatchTarget>(
  kind: BatchKind,
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<BatchEnd | null> {
  if (batchRun.get().running) return null
  isStopped = false
  const outcome = await runEach(items, {
    act,
    onProgress: (done) => batchRun.set({ running: { kind, done, total: items.length }, result: null }),
    isStopped: () => isStopped,
  })
  const result = { kind, ...outcome }
  batchRun.set({ running: null, result })
  return result
}

export function stopBatch(): void {
  isStopped = true
}

export function putBatchAway(): void {
  batchRun.set({ ...batchRun.get(), result: null })
}
