import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import * as throttles from './repository.ts'
import { secondsLeft, startOf, type Window } from './window.ts'

/** So many failures within so many seconds; then no more until the window that began with the first of them is over. */
export interface ThrottleLimit {
  readonly failures: number
  readonly seconds: number
}

export interface ThrottleState {
  /** Seconds until the window is over. */
  readonly retryAfter: number
}

/** Has this key used its failures up? */
export async function isThrottled(
  context: Context,
  key: string,
  limit: ThrottleLimit,
): Promise<ThrottleState | null> {
  const found = await throttles.find(context.db, key, startOf(windowOf(context, limit)))
  return found && found.count >= limit.failures ? throttled(context, found, limit) : null
}

/**
 * Counts one failure, or as many as are given. Answers null while the key may still fail, `Throttled` for every failure
 * beyond the limit: of any number of parallel failures exactly `limit.failures` are answered with null.
 */
export async function countFailure(
  context: Context,
  key: string,
  limit: ThrottleLimit,
  by = 1,
): Promise<ThrottleState | null> {
  const window = { now: context.now(), since: startOf(windowOf(context, limit)) }
  const [counted] = await throttles.increment(context.db, [{ key, by }], window)
  return counted && counted.count > limit.failures ? throttled(context, counted, limit) : null
}

/** Failures without delay within so many seconds; each one more doubles the delay that follows it. */
export interface DelayLimit extends ThrottleLimit {
  /** Seconds. */
  readonly longestDelay: number
}

/** Is the delay that followed this key's newest failure still running? */
export async function isDelayed(
  context: Context,
  key: string,
  limit: DelayLimit,
): Promise<ThrottleState | null> {
  const seconds = await throttles.findDelay(context.db, key, delayOf(context, limit))
  return seconds === null ? null : { retryAfter: Math.max(1, Math.ceil(seconds)) }
}

/** Counts one failure and starts its delay. Answers null where none was running, `Throttled` where one was. */
export async function countDelayed(
  context: Context,
  key: string,
  limit: DelayLimit,
): Promise<ThrottleState | null> {
  if (await throttles.incrementDelayed(context.db, key, delayOf(context, limit))) return null
  return (await isDelayed(context, key, limit)) ?? { retryAfter: 1 }
}

/** Answers 429 with the seconds to wait, where there is something to wait for. */
export function refuseThrottled(throttled: ThrottleState | null): void {
  if (throttled) throw new Refusal('rate.exceeded', { retryAfter: throttled.retryAfter })
}

/** Takes one back that came to nothing for a reason that is nobody's failure. */
export async function uncountFailure(context: Context, key: string): Promise<void> {
  await throttles.decrement(context.db, key)
}

/** After a success the key starts afresh. */
export async function clearFailures(context: Context, key: string): Promise<void> {
  await throttles.remove(context.db, key)
}

/** Forgets all keys that begin so. */
export async function clearFailuresBelow(context: Context, start: string): Promise<void> {
  await throttles.removeBelow(context.db, start)
}

function delayOf(context: Context, limit: DelayLimit): throttles.Delay {
  return {
    now: context.now(),
    since: startOf(windowOf(context, limit)),
    free: limit.failures,
    longest: limit.longestDelay,
  }
}

function windowOf(context: Context, { seconds }: ThrottleLimit): Window {
  return { now: context.now(), period: seconds * 1000 }
}

function throttled(
  context: Context,
  { startedAt }: throttles.AttemptCount,
  limit: ThrottleLimit,
): ThrottleState {
  return { retryAfter: secondsLeft(startedAt, windowOf(context, limit)) }
}
