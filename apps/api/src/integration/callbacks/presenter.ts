import type * as web from '@countersign/contract/callbacks.ts'
import type { Callback as Presented } from '@countersign/contract/integration/callbacks.ts'
import type { StoredAttempt } from './attempt-repository.ts'
import type { Callback } from './callback.ts'
import { fillPlaceholders } from './callback-url.ts'
import type { StoredCallback } from './repository.ts'
import type { StoredSecret } from './secret-repository.ts'

/** As its API user reads it, and as it is sent. */
export function presentCallback(callback: Callback, messages: string[]): Presented {
  return {
    id: callback.id,
    signature_request_id: callback.requestId,
    type: callback.type,
    state: callback.state,
    url: fillPlaceholders(callback.url, callback),
    attempts: callback.attempts,
    messages,
    owner: callback.username,
    created_at: callback.createdAt.toISOString(),
    updated_at: callback.updatedAt.toISOString(),
  }
}

/** As the admins of the business read it. */
export function presentListed(callback: StoredCallback): web.ListedCallback {
  return {
    id: callback.id,
    username: callback.username,
    signature_request_id: callback.requestId,
    type: callback.type,
    state: callback.state,
    url: fillPlaceholders(callback.url, callback),
    attempts: callback.attempts,
    last_status: callback.lastStatus,
    last_error: callback.lastError,
    next_attempt_at: callback.state === 'OPEN' ? (callback.dueAt?.toISOString() ?? null) : null,
    created_at: callback.createdAt.toISOString(),
    updated_at: callback.updatedAt.toISOString(),
  }
}

export function presentAttempt(attempt: StoredAttempt): web.CallbackAttempt {
  return {
    number: attempt.number,
    at: attempt.at.toISOString(),
    duration_ms: attempt.durationMs,
    status: attempt.status,
    response: attempt.response,
    error: attempt.error,
  }
}

export function presentSecret(secret: StoredSecret, now: Date): web.CallbackSecret {
  const { previousUntil } = secret
  return {
    created_at: secret.createdAt.toISOString(),
    ending: secret.ending,
    is_shown: secret.shownAt !== null,
    previous_valid_until: previousUntil && previousUntil > now ? previousUntil.toISOString() : null,
  }
}
