/** When a call is tried again (specification 7.0 and section 9). */

const pageRetries = 10
const busyRetries = 5
// Half a minute at a second each: an upload that was cut off has ended at the service by then.
const runningRetries = 30
/** A background call that shows nothing meanwhile fails instead of waiting longer: its page offers another try. */
const longestInBackground = 60_000
// The most that setTimeout takes.
const longestWait = 2 ** 31 - 1

export interface Outcome {
  /** 0 where there was no answer at all. */
  status: number
  /** The Retry-After header as it came. */
  retryAfter: string | null
  /** How often it was tried again already. */
  retries: number
  /** Page images and page text: they come and go while one scrolls, and cost nothing to ask again. */
  isPage: boolean
  /** An earlier try of the same call, under the same Idempotency-Key, is still in progress. */
  isInProgress: boolean
  /** Nobody is told that it waits, and nobody can cancel it. */
  isBackground: boolean
}

/** Milliseconds until the next try, or null: give up. */
export function delayBeforeRetry({
  status,
  retryAfter,
  retries,
  isPage,
  isInProgress,
  isBackground,
}: Outcome): number | null {
  if (status === 503 && retryAfter !== null && retries < (isPage ? pageRetries : busyRetries)) {
    const wait = retryAfterMilliseconds(retryAfter)
    return isBackground && wait > longestInBackground ? null : wait
  }
  if (isInProgress && retries < runningRetries) return retryAfterMilliseconds(retryAfter ?? '')
  const mayComeBack = status === 0 || status === 429 || status >= 500
  if (isPage && mayComeBack && retries < pageRetries) return Math.min(100 * 2 ** retries, 5000)
  return null
}

/** Seconds or a date (RFC 9110 § 10.2.3); a second where it is neither. */
export function retryAfterMilliseconds(header: string, now = Date.now()): number {
  const seconds = header === '' ? Number.NaN : Number(header)
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), longestWait) : 1000
}

export function isPagePath(path: string): boolean {
  return path.includes('/pages/')
}
