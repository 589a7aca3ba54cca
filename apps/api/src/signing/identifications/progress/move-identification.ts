import { recordIdentification } from '#api/business/activity/record-repository.ts'
import { lockForNoKeyUpdate as lockAccount } from '#api/identity/accounts/lock-repository.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import type { IdentificationEvidence, IdentificationState } from '#api/providers/identification/port.ts'
import { appendIdentificationEvent } from './event-repository.ts'
import { type Evidence, type Failure, type Identification, mayBecome, validUntil } from '../identification.ts'
import { saveMoved } from './progress-repository.ts'
import { proveAccount } from '../proof/prove-account.ts'
import { recordInRequests } from '../proof/record-in-requests.ts'
import * as repository from '../repository.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import { findGuestEmail } from '../proof/open-requests-repository.ts'

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

/** The provider told it: there is no address and no browser. */
const nobody = { address: '', userAgent: '' }

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
    if (account) await proveAccount(context, tx, account, { one: after, actor: nobody })
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

/** Anyone who was looked at again has gone away meanwhile: they are told how it ended, and where to continue. */
async function notifyOfOutcome(context: Context, tx: Transaction, one: Identification): Promise<void> {
  const { holder, returnUrl } = one
  const success = one.status === 'success'
  const kind = 'identification_result'
  if (holder.kind === 'account') {
    const account = await findAccount(tx, holder.accountId)
    if (!account) return
    const { email: recipient, language } = account
    const input = { success, page: new URL(returnUrl).pathname }
    return enqueueMail(context, tx, { kind, recipient, language, input })
  }
  // Anyone who has delegated the signature since then has nothing to continue with.
  if ((await findGuestEmail(tx, holder)) !== holder.email) return
  const { requestId, signatureId, memberId, email: recipient } = holder
  const to = { recipient, language: one.language, requestId, signatureId, memberId }
  return enqueueMail(context, tx, { kind, ...to, input: { success, page: '' } })
}

/** As it is kept: JSON, with nulls. */
function toEvidence(found: IdentificationEvidence): Evidence {
  const { document } = found
  return {
    evidenceId: found.evidenceId,
    level: found.level,
    givenName: found.givenName,
    surname: found.surname,
    birthDate: found.birthDate ?? null,
    country: found.country ?? null,
    mobile: found.mobile ?? null,
    document: {
      kind: document.kind,
      number: document.number ?? null,
      country: document.country,
      expiresAt: document.expiresAt ?? null,
    },
    approvalSerialNumber: found.approvalSerialNumber ?? null,
    identifiedAt: found.identifiedAt.toISOString(),
  }
}
