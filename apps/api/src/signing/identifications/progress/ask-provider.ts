import type { Context } from '#api/providers/context.ts'
import { IdentificationFailed } from '#api/providers/identification/port.ts'
import { isDue, isOver, nextAsk } from './polling-pauses.ts'
import { type Identification, isRunning } from '../identification.ts'
import { moveIdentification, updateOf } from './move-identification.ts'
import * as progress from './progress-repository.ts'
import { startAtProvider } from './start-at-provider.ts'

/**
 * Asks the provider how it stands, for its webhook may be lost. Where it cannot be reached, what is known is answered. What
 * was never ordered, because a process died before it could, is ordered now.
 */
export async function askProvider(context: Context, one: Identification): Promise<Identification | null> {
  const provider = context.identification.named(one.provider)
  if (!isRunning(one.status) || !isDue(one, context.now())) return one
  // It is not set up any longer: nothing will come of it.
  if (!provider) return isOver(one, context.now()) ? giveUp(context, one) : one
  // Of several that wait for it, one asks.
  const now = context.now()
  if (!(await progress.takeAsk(context.db, one, { now, askAt: nextAsk(one.polls + 1, now) }))) return one
  try {
    if (one.reference === null) return await startAtProvider(context, one)
    const update = updateOf(await provider.find(one.reference))
    const moved = await moveIdentification(context, one.id, update)
    return moved && isOver(moved, context.now()) ? await giveUp(context, moved) : moved
  } catch (error) {
    if (!(error instanceof IdentificationFailed)) throw error
    context.log.warn({ provider: one.provider, failure: error.code, reason: error.reason }, 'no answer')
    // It will not know it tomorrow either; otherwise it is asked again until its time is over.
    const isGone = error.code === 'refused'
    return isGone || isOver(one, context.now()) ? giveUp(context, one) : one
  }
}

/** Nobody came, or nothing came of it. */
export function giveUp(context: Context, one: Identification): Promise<Identification | null> {
  return moveIdentification(context, one.id, {
    status: 'failure',
    failure: { code: 'timed_out', isRetryable: true },
  })
}
