import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '#api/providers/context.ts'
import { giveBack } from './attempt-repository.ts'
import { perProcess } from './callback.ts'
import { type ClaimedCallback, claimDue } from './claim-repository.ts'
import { deliverCallback } from './deliver-callback.ts'

/** For retries, whose time comes without a notification, and what others claimed and died with. */
const lookEvery = 1000
/** Between two looks as long as the first took, and this: with many lines it takes a while, and the database has more to do. */
const shortestRest = 10
/** How long stopping waits for what is being sent. */
const stopPatience = 2000

export interface RunningDelivery {
  stop(): Promise<void>
}

/**
 * Delivers callbacks until it is stopped. It has its own slots beside the job queue: a receiver may take ten seconds for
 * each, and neither signatures nor emails wait for one. Any number of processes may do so.
 */
export function startDelivery(context: Context): RunningDelivery {
  const sending = new Set<Promise<void>>()
  const breakOff = new AbortController()
  let isStopping = false
  let looking: Promise<void> | undefined
  let isAskedAgain = false

  async function look(): Promise<void> {
    const free = perProcess - sending.size
    if (isStopping || free <= 0) return
    const claimed = await claimDue(context.pool, context.now(), free)
    for (const callback of claimed) {
      const sent = deliver(callback).finally(() => {
        sending.delete(sent)
        wake()
      })
      sending.add(sent)
    }
  }
  async function deliver(callback: ClaimedCallback): Promise<void> {
    try {
      await deliverCallback(context, callback, breakOff.signal)
    } catch (error) {
      // Its lease ends, and it is sent again.
      if (!breakOff.signal.aborted)
        context.log.error({ err: error, callback: callback.id }, 'a callback was not recorded')
      else await giveBack(context.db, callback.id, callback.attempts).catch(() => {})
    }
  }
  function wake(): void {
    if (looking) {
      isAskedAgain = true
      return
    }
    const began = performance.now()
    looking = look()
      .catch((error: unknown) => context.log.error({ err: error }, 'could not look for callbacks'))
      .then(() => (isStopping ? undefined : pause(shortestRest + performance.now() - began)))
      .then(() => {
        looking = undefined
        if (!isAskedAgain) return
        isAskedAgain = false
        wake()
      })
  }

  const timer = setInterval(wake, lookEvery)
  const stopHearing = context.notifications.hear('callbacks', wake)
  wake()
  return {
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      stopHearing()
      await looking
      const all = Promise.allSettled(sending)
      await Promise.race([all, pause(stopPatience, undefined, { ref: false })])
      breakOff.abort()
      await all
    },
  }
}
