import { type Caller, currentCaller } from '#api/platform/threads/caller.ts'
import { FairQueue } from '#api/platform/threads/fair-queue.ts'
import { Abandoned, Saturated } from '#api/platform/threads/task.ts'

export interface TurnLimits {
  /** How many have their turn at the same time. */
  readonly atOnce: number
  /** How many may wait: of one caller, and of all. */
  readonly waitingOfCaller: number
  readonly waitingAtMost: number
}

/** Runs work when it is its caller's turn. Fails with Saturated where too much waits, with Abandoned where nobody does. */
export type Turns = <Result>(work: (signal: AbortSignal | undefined) => Promise<Result>) => Promise<Result>

interface Waiting {
  readonly caller: Caller
  begin(): void
  fail(error: Error): void
}

/** Callers take turns, so that nobody waits for the many files of another; a caller that hangs up loses its place. */
export function openTurns({ atOnce, waitingOfCaller, waitingAtMost }: TurnLimits): Turns {
  let running = 0
  const queue = new FairQueue<Waiting>({
    shareOf: () => ({ running: Math.max(1, atOnce - 1), waiting: waitingOfCaller }),
    anonymousRunning: atOnce,
    waiting: waitingAtMost,
    onDropped: (item) => item.fail(new Saturated('Others have less waiting', { ownShare: true })),
  })
  const dispatch = () => {
    while (running < atOnce) {
      const next = queue.take()
      if (!next) return
      running += 1
      next.begin()
    }
  }

  return async (work) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const caller = currentCaller()
    const { signal } = caller
    const item = { caller, begin: resolve, fail: reject }
    const abandon = () => {
      if (queue.remove(item)) reject(new Abandoned('Nobody waits for it any more'))
    }
    if (signal?.aborted) throw new Abandoned('Nobody waits for it')
    signal?.addEventListener('abort', abandon, { once: true })
    try {
      queue.add(item)
      dispatch()
      await promise
    } finally {
      signal?.removeEventListener('abort', abandon)
    }
    const began = performance.now()
    try {
      return await work(signal)
    } finally {
      running -= 1
      queue.done(item, performance.now() - began)
      dispatch()
    }
  }
}
