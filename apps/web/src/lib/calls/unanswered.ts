import { isCallError } from './call-error.ts'
import { randomKey } from './random-key.ts'
import type { Request } from './answer.ts'

/** What sends the same: who, what and to which address. */
type Write = Pick<Request, 'method' | 'address' | 'headers' | 'body'>

interface Kept {
  readonly key: string
  readonly until: number
  readonly write: Write
}

/** A person may be reminded again after an hour: the same call is a retry for much less than that. */
const keptFor = 10 * 60_000

/**
 * The Idempotency-Keys of writes whose outcome is unknown. A person presses the button again: the same call has the same
 * key then, and the service answers what it answered the first time instead of doing it twice (decision 64).
 */
const unanswered = new Map<string, Kept>()

/** Other tabs change the same things. */
const channel = new BroadcastChannel('countersign.writes')
channel.addEventListener('message', () => unanswered.clear())

/** That of the same call, where its answer was lost; otherwise a new one. */
export function keyFor(write: Write): string {
  const kept = unanswered.get(nameOf(write))
  return kept && kept.until > Date.now() ? kept.key : randomKey()
}

/** A call was answered, or failed. */
export function noteOutcome(write: Write, key: string, failure: unknown): void {
  // What was done since makes the same call another wish: someone is added who was removed.
  if (failure === null) {
    unanswered.clear()
    channel.postMessage(null)
  } else if (isOutcomeUnknown(failure)) {
    // It may have been done, too.
    for (const [name, kept] of unanswered) if (mayUndo(write, kept.write)) unanswered.delete(name)
    if (!(write.body instanceof FormData))
      unanswered.set(nameOf(write), { key, until: Date.now() + keptFor, write })
  } else unanswered.delete(nameOf(write))
}

/** Nobody knows whether it was done: no answer, one of a proxy in between, or an earlier try that still runs. */
export function isOutcomeUnknown(failure: unknown): boolean {
  return (
    isCallError(failure) &&
    (failure.status === 0 || failure.status >= 500 || failure.key === 'idempotency.running')
  )
}

/** What is added to the same list undoes nothing; another value, a removal and the same people in another role do. */
function mayUndo(write: Write, earlier: Write): boolean {
  if (nameOf(write) === nameOf(earlier)) return false
  if (write.method === 'POST' && earlier.method === 'POST') return write.body === earlier.body
  const [one, other] = [pathOf(write), pathOf(earlier)]
  return one.startsWith(other) || other.startsWith(one)
}

const pathOf = ({ address }: Write): string => `${address.split('?', 1)[0]}/`

const nameOf = ({ method, address, headers, body }: Write): string =>
  JSON.stringify([method, address, headers['authorization'], typeof body === 'string' ? body : null])
