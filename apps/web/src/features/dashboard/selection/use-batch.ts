import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { onTap } from '#web/features/request-actions/on-tap.ts'
import { removalOf } from '#web/features/request-actions/removal.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { isGone, readRequests } from '#web/lib/requests/read-requests.ts'
import { removeRequest } from '#web/lib/requests/remove-request.ts'
import { download, readRequest, remind } from '../row-actions.ts'
import {
  batchRun,
  type BatchEnd,
  type BatchKind,
  type BatchRun,
  type BatchTarget,
  putBatchAway,
  runBatch,
  stopBatch,
} from './batch-run.ts'

export interface Batch extends BatchRun {
  /** What an API user shares is not the reader’s to remove. */
  readonly canRemove: boolean
  start: (kind: BatchKind, items: readonly BatchTarget[]) => void
  stop: () => void
  putAway: () => void
}

const actions = { download, remind }

/** How many lists show how a run ends. */
let lists = 0

/**
 * One action on several requests, one after the other: its progress, and what failed. `onEnd`: `here` is the list that it was
 * begun in, `elsewhere` another one or none.
 */
export function useBatch(
  canRemove: boolean,
  onEnd: (end: BatchEnd, shown: 'here' | 'elsewhere' | 'nowhere') => void,
): Batch {
  const queries = useQueryClient()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    lists += 1
    return () => {
      isHere.current = false
      lists -= 1
    }
  }, [])

  async function run<Item extends BatchTarget>(
    kind: BatchKind,
    items: readonly Item[],
    act: (item: Item) => Promise<unknown>,
  ) {
    const end = await runBatch(kind, items, act)
    if (!end) return
    if (kind !== 'download') void queries.invalidateQueries({ queryKey: ['signature-requests'] })
    onEnd(end, isHere.current ? 'here' : lists > 0 ? 'elsewhere' : 'nowhere')
  }

  /** By how each stands now. The list need not show those that are gone. */
  async function readAll(items: readonly BatchTarget[]) {
    const reading = await readRequests(items, readRequest)
    if (reading.unread.some(({ failure }) => isGone(failure)))
      void queries.invalidateQueries({ queryKey: ['signature-requests'] })
    return reading
  }

  return {
    ...useStore(batchRun),
    canRemove,
    start(kind, items) {
      if (kind !== 'remove') return void run(kind, items, actions[kind])
      // What it means for each is said before anything happens.
      void onTap(
        () => import('#web/features/request-actions/remove-requests.tsx'),
        ({ openRemoveRequests }) =>
          openRemoveRequests({
            read: () => readAll(items),
            run: (requests) => void run(kind, requests, removeAsShown),
          }),
      )
    },
    stop: stopBatch,
    putAway: putBatchAway,
  }
}

async function removeAsShown(request: SignatureRequest): Promise<void> {
  const outcome = removalOf(request)
  if (outcome) await removeRequest(request.id, outcome)
}
