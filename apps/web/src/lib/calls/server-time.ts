import { getDatetime } from '@countersign/contract/accounts.ts'
import { call } from './api.ts'

/** How far the service's clock is ahead of this computer's. */
let ahead = 0
let askedAt = Number.NEGATIVE_INFINITY
let asking: Promise<void> = Promise.resolve()
const notMoreOftenThan = 2000

/** The time by the service's clock, as far as it is known: for what is compared with an instant the service gave. */
export function serverNow(now = Date.now()): number {
  return now + ahead
}

/** Asks the service for its time, at most every 2 s. Where it does not answer, what was known continues. */
export function refreshServerTime(now = Date.now()): Promise<void> {
  if (now - askedAt < notMoreOftenThan) return asking
  askedAt = now
  asking = ask()
  return asking
}

async function ask(): Promise<void> {
  const sent = Date.now()
  try {
    const { datetime } = await call(getDatetime, {}, { background: true })
    const received = Date.now()
    // The answer was made somewhere between: half of the way there and back is the best guess.
    ahead = Date.parse(datetime) - (sent + received) / 2
  } catch {
    // The clocks were compared before, or never.
  }
}
