import type { AccountActor } from '#api/platform/actor.ts'
import { closeApprovalsOf } from '#api/signing/approvals/end-approvals.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { eventActor, systemActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { notifyOfWithdrawal } from '../notifications/notify.ts'
import { allow } from '../policy.ts'
import * as repository from '../repository.ts'
import { saveSignatureRequest } from '../save-signature-request.ts'
import { isUnassigned, type SignatureRequest, withdraw, withdrawUnassigned } from '../signature-request.ts'

/** The owner takes an open request back. A signature that is being made meanwhile no longer counts. */
export async function withdrawSignatureRequest(
  context: Context,
  actor: AccountActor,
  id: string,
  message: string,
  { unassignedToo }: Pick<WithdrawalOptions, 'unassignedToo'> = {},
): Promise<SignatureRequest> {
  return transaction(context.db, async (tx) => {
    const request = await repository.lockForNoKeyUpdate(tx, id)
    allow(request, actor, 'withdraw')
    recordResult(tx, id)
    return takeBack(context, tx, actor, request, { message, unassignedToo })
  })
}

interface WithdrawalOptions {
  readonly message?: string
  /** Why, where nobody chose to. */
  readonly cause?: 'account_deleted' | 'business_deleted'
  /** Also a draft in which nobody is asked to sign yet. */
  readonly unassignedToo?: boolean | undefined
}

/** The same, of a request that is locked; by nobody where its business was deleted. */
export async function takeBack(
  context: Context,
  tx: Transaction,
  actor: AccountActor | null,
  request: SignatureRequest,
  { message = '', cause, unassignedToo = false }: WithdrawalOptions = {},
): Promise<SignatureRequest> {
  const isUntold = unassignedToo && isUnassigned(request)
  if (request.status !== 'OPEN' && !isUntold) throw new Refusal('request.not_open')
  const now = context.now()
  const withdrawn = (isUntold ? withdrawUnassigned : withdraw)(request, now, message)
  await saveSignatureRequest(tx, request, withdrawn)
  await closeApprovalsOf(context, tx, request.id)
  await appendEvent(tx, request.id, {
    type: 'withdrawn',
    at: now,
    actor: actor ? eventActor(actor) : systemActor,
    data: { ...(message ? { message } : {}), ...(cause ? { cause } : {}) },
  })
  if (!isUntold) await notifyOfWithdrawal(context, tx, request, message)
  return { ...withdrawn, version: withdrawn.version + 1 }
}
