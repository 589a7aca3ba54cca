import { isCallError } from './call-error.ts'
import { randomKey } from './random-key.ts'
import type { Request } from './answer.ts'

/** What sends the same: who, what and to which address. */
type Write = Pick<Request, 'method' | 'address' | 'headers' | 'body'>

/** A person may be reminded again after an hour: the same call is a retry for much less than that. */
const keptFor = 10 * 60_000

/**
 * The Idempotency-Keys of writes whose outcome is unknown. A person presses the button again: the same call has the same
 * key then, and the service answers what it answered the first time instead of doing it twice (decision 64).
 */
const unanswered = new Map<string, { readonly key: string; readonly until: number }>()

/** That of the same call, where its answer was lost; otherwise a new one. */
export function keyFor(write: Write): string {
  const kept = unanswered.get(nameOf(write))
  return kept && kept.until > Date.now() ? kept.key : randomKey()
}

/** A call was answered, or failed. */
export function noteOutcome(write: Write, key: string, failure: unknown): void {
  // What was done since makes the same call another wish: someone is added who was removed.
  if (failure === null) unanswered.clear()
  else if (isOutcomeUnknown(failure) && !(write.body instanceof FormData))
    unanswered.set(nameOf(write), { key, until: Date.now() + keptFor })
  else unanswered.delete(nameOf(write))
}

/** Nobody knows whether it was done: no answer, one of a proxy in between, or an earlier try that still runs. */
export function isOutcomeUnknown(failure: unknown): boolean {
  return (
    isCallError(failure) &&
    (failure.status === 0 || failure.status >= 500 || failure.key === 'idempotency.running')
  )
}

const nameOf = ({ method, address, headers, body }: Write): string =>
  JSON.stringify([method, address, headers['authorization'], typeof body === 'string' ? body : null])
