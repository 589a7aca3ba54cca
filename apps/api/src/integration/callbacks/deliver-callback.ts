import { afterCommit, transaction } from '#api/platform/db/transaction.ts'
import { callbackAttempts } from '#api/platform/metrics/instruments.ts'
import { DecryptionFailed } from '#api/platform/secrets/secret-box.ts'
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
  const ready = claimed.isEnded ? 'the API user was deleted' : await prepare(context, claimed)
  if (typeof ready === 'string') return recordAttempt(context, claimed, notSent(context, ready), 'not sent')
  await recordAttempt(context, claimed, await sendCallback(context, ready, signal), 'sent')
}

/** What is sent, or why it can't be. */
async function prepare(context: Context, claimed: ClaimedCallback) {
  const { id, url, apiUserId } = claimed
  let secrets: Awaited<ReturnType<typeof findSigningSecrets>>
  try {
    secrets = await findSigningSecrets(context, apiUserId)
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error
    // It counts as an attempt: without an end it would keep a slot of its host from others.
    context.log.error({ err: error, callback: id }, 'a callback can’t be signed')
    return 'its secret can’t be decrypted'
  }
  const errors =
    claimed.attempts > 1 ? await attempts.listErrors(context.db, [id]) : new Map<string, string[]>()
  const body = JSON.stringify(presentCallback(claimed, errors.get(id) ?? []))
  return { id, url: fillPlaceholders(url, claimed), body, secrets }
}

async function recordAttempt(
  context: Context,
  claimed: ClaimedCallback,
  attempt: Attempt,
  outcome: 'sent' | 'not sent',
): Promise<void> {
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
    // It says nothing about the receiver.
    if (outcome === 'not sent') return
    const endpoint = { apiUserId: claimed.apiUserId, host: claimed.host }
    await (attempt.error === null ? recordSuccess(tx, endpoint) : recordFailure(tx, endpoint, attempt.at))
  })
}

function notSent(context: Context, reason: string): Attempt {
  const error = `Not sent: ${reason}.`
  return { at: context.now(), durationMs: 0, status: null, response: '', error, retryAfter: undefined }
}
