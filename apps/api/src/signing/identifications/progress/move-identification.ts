import { recordIdentification } from '#api/business/activity/record-repository.ts'
import { lockForNoKeyUpdate as lockAccount } from '#api/identity/accounts/lock-repository.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import type { IdentificationState } from '#api/providers/identification/port.ts'
import { appendIdentificationEvent } from './event-repository.ts'
import { toEvidence } from '../proof/evidence.ts'
import { type Evidence, type Failure, type Identification, mayBecome, validUntil } from '../identification.ts'
import { saveMoved } from './progress-repository.ts'
import { proveAccount } from '../proof/prove-account.ts'
import { recordInRequests } from '../proof/record-in-requests.ts'
import * as repository from '../repository.ts'
import { notifyOfOutcome } from './notify-of-outcome.ts'

/** What a provider told, or what we found out by waiting. */
export type IdentificationUpdate =
  | { readonly status: 'initialized' | 'inprogress' | 'review' }
  | { readonly status: 'failure'; readonly failure: Failure }
  | { readonly status: 'success'; readonly evidence: Evidence }

export function updateOf(state: IdentificationState): IdentificationUpdate {
  if (state.status === 'success') return { status: 'success', evidence: toEvidence(state.evidence) }
  if (state.status !== 'failure') return state
  const { code, isRetryable } = state.failure
  return { status: 'failure', failure: { code: code === 'expired' ? 'timed_out' : code, isRetryable } }
}

/** Moves it on, or leaves it as it is where that is no step forward. Null where it is forgotten. */
export async function moveIdentification(
  context: Context,
  id: string,
  update: IdentificationUpdate,
  deliveryId?: string,
): Promise<Identification | null> {
  return transaction(context.db, async (tx) => {
    const seen = await repository.find(context, tx, id)
    if (!seen) return null
    // The account first, as the person who deletes it does.
    const account =
      seen.holder.kind === 'account' && update.status === 'success'
        ? await lockAccount(tx, seen.holder.accountId)
        : null
    const before = await repository.lockForUpdate(context, tx, id)
    if (!before) return null
    const isNew =
      deliveryId === undefined ||
      (await appendIdentificationEvent(tx, id, {
        type: 'moved',
        at: context.now(),
        data: { status: update.status },
        deliveryId,
      }))
    if (!isNew || !mayBecome(before.status, update.status)) return before
    await save(context, tx, before, update)
    const after = await repository.find(context, tx, id)
    if (!after) return null
    if (account) await proveAccount(tx, account, after)
    if (after.status === 'success') await recordInRequests(context, tx, after)
    if (before.status === 'review') await notifyOfOutcome(context, tx, after)
    return after
  })
}

async function save(
  context: Context,
  tx: Transaction,
  before: Identification,
  update: IdentificationUpdate,
): Promise<void> {
  const now = context.now()
  const failure = update.status === 'failure' ? update.failure : null
  const evidence = update.status === 'success' ? update.evidence : null
  await saveMoved(context, tx, before.id, {
    status: update.status,
    failure,
    evidence,
    validUntil: evidence && validUntil(evidence),
    now,
  })
  if (failure || evidence) await recordIdentification(tx, before.id, failure ? 'FAILED' : 'SUCCEEDED', now)
  if (failure)
    await appendIdentificationEvent(tx, before.id, { type: 'failed', at: now, data: { code: failure.code } })
  if (evidence) {
    const { evidenceId, level } = evidence
    await appendIdentificationEvent(tx, before.id, {
      type: 'succeeded',
      at: now,
      data: { evidenceId, level, validUntil: validUntil(evidence).toISOString() },
    })
  }
}
