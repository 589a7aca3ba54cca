import { afterCommit, transaction } from '#api/platform/db/transaction.ts'
import { callbackAttempts } from '#api/platform/metrics/instruments.ts'
import type { Context } from '#api/providers/context.ts'
import { lockForUpdate } from '#api/integration/signature-requests/repository.ts'
import * as attempts from './attempt-repository.ts'
import { type Attempt, nextStep } from './callback.ts'
import { findSigningSecrets } from './callback-secret.ts'
import { fillPlaceholders } from './callback-url.ts'
import type { ClaimedCallback } from './claim-repository.ts'
import { recordFailure, recordSuccess } from './endpoint-repository.ts'
import { presentCallback } from './presenter.ts'
import { sendCallback } from './send-callback.ts'

/**
 * Sends a callback once and writes down what came of it. Killed between the two, it is sent again with the same
 * `webhook-id`: a receiver gets each at least once.
 */
export async function deliverCallback(
  context: Context,
  claimed: ClaimedCallback,
  signal?: AbortSignal,
): Promise<void> {
  const attempt = claimed.isEnded ? notSent(context) : await send(context, claimed, signal)
  await recordAttempt(context, claimed, attempt)
}

async function send(context: Context, claimed: ClaimedCallback, signal?: AbortSignal): Promise<Attempt> {
  const { id, url, apiUserId } = claimed
  const secrets = await findSigningSecrets(context, apiUserId)
  const errors =
    claimed.attempts > 1 ? await attempts.listErrors(context.db, [id]) : new Map<string, string[]>()
  const body = JSON.stringify(presentCallback(claimed, errors.get(id) ?? []))
  return sendCallback(context, { id, url: fillPlaceholders(url, claimed), body, secrets }, signal)
}

async function recordAttempt(context: Context, claimed: ClaimedCallback, attempt: Attempt): Promise<void> {
  const { id, requestId, firstAttemptAt, isEnded } = claimed
  const now = context.now()
  const next = isEnded
    ? ({ state: 'RESIGNATED', dueAt: null } as const)
    : nextStep(attempt, firstAttemptAt, now)
  await transaction(context.db, async (tx) => {
    // A callback that is added now either waits for this one or is released by it.
    await lockForUpdate(tx, requestId)
    const counts = await attempts.finish(tx, { id, number: claimed.attempts }, attempt, next, now)
    if (!counts) return
    const result = attempt.error === null ? 'delivered' : next.state === 'OPEN' ? 'deferred' : 'failed'
    afterCommit(tx, () => callbackAttempts.inc({ result }))
    if (next.state !== 'OPEN') await attempts.releaseNext(tx, requestId, now)
    if (isEnded) return
    const endpoint = { apiUserId: claimed.apiUserId, host: claimed.host }
    await (attempt.error === null ? recordSuccess(tx, endpoint) : recordFailure(tx, endpoint, attempt.at))
  })
}

function notSent(context: Context): Attempt {
  const error = 'Not sent: the API user was deleted.'
  return { at: context.now(), durationMs: 0, status: null, response: '', error, retryAfter: undefined }
}
