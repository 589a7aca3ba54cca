import { Refusal } from '#api/platform/refusal.ts'
import type { Saturated } from './task.ts'

/** What a caller is told whose task was not taken: 429 where it has too much waiting itself, 503 where we have. */
export function refuseSaturated(error: Saturated): Refusal {
  return error.ownShare
    ? new Refusal('rate.exceeded', { retryAfter: 5, cause: error })
    : new Refusal('service.saturated', { retryAfter: 1, cause: error })
}
