import type { ListItem, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { onTap } from '#web/features/request-actions/on-tap.ts'
import { removalOf } from '#web/features/request-actions/removal.ts'
import { download, readRequest, remind, remove } from '../row-actions.ts'
import { runEach, type FailedItem } from './run-each.ts'
import type * as loaded from '#web/features/request-actions/remove-requests.tsx'

export type BatchKind = 'download' | 'remind' | 'remove'
type Target = Pick<ListItem, 'id' | 'title'>

export interface Batch {
  /** What is under way; null when nothing is. */
  readonly running: { readonly kind: BatchKind; readonly done: number; readonly total: number } | null
  /** How the last one ended; null before the first and once it is put away. */
  readonly result: {
    readonly kind: BatchKind
    readonly done: number
    readonly notDone: readonly FailedItem<Target>[]
  } | null
  start: (kind: BatchKind, items: readonly Target[]) => void
  stop: () => void
  putAway: () => void
}

const actions = { download, remind }

/** One action on several requests, one after the other: its progress, and what failed. */
export function useBatch(onEnd: (kind: BatchKind, done: number, notDone: readonly string[]) => void): Batch {
  const queries = useQueryClient()
  const [running, setRunning] = useState<Batch['running']>(null)
  const [result, setResult] = useState<Batch['result']>(null)
  const stopped = useRef(false)

  async function run<Item extends Target>(
    kind: BatchKind,
    items: readonly Item[],
    act: (item: Item) => Promise<unknown>,
  ) {
    if (running) return
    stopped.current = false
    setResult(null)
    const outcome = await runEach(items, {
      act,
      onProgress: (done) => setRunning({ kind, done, total: items.length }),
      isStopped: () => stopped.current,
    })
    setRunning(null)
    setResult({ kind, ...outcome })
    if (kind !== 'download') void queries.invalidateQueries({ queryKey: ['signature-requests'] })
    onEnd(
      kind,
      outcome.done,
      outcome.notDone.map(({ item }) => item.id),
    )
  }

  return {
    running,
    result,
    start(kind, items) {
      if (kind !== 'remove') return void run(kind, items, actions[kind])
      // What it means for each is said before anything happens.
      void onTap(
        () => import('#web/features/request-actions/remove-requests.tsx'),
        (loaded) => openLoadedRemoval(loaded, items, (requests) => void run(kind, requests, removeAsShown)),
      )
    },
    stop: () => (stopped.current = true),
    putAway: () => setResult(null),
  }
}

/** Asks first, by how each request stands now. */
function openLoadedRemoval(
  { openRemoveRequests }: typeof loaded,
  items: readonly Pick<ListItem, 'id'>[],
  run: (requests: readonly SignatureRequest[]) => void,
): void {
  openRemoveRequests({ read: () => Promise.all(items.map(readRequest)), run })
}

async function removeAsShown(request: SignatureRequest): Promise<void> {
  const outcome = removalOf(request)
  if (outcome) await remove(request, outcome)
}
