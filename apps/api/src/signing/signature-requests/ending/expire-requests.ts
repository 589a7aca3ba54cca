import { closeApprovalsOf } from '#api/signing/approvals/end-approvals.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import { notifyOfExpiry } from '../notifications/notify.ts'
import * as repository from '../repository.ts'
import { saveSignatureRequest } from '../save-signature-request.ts'
import { expire, isBeingSigned, isOver, type SignatureRequest } from '../signature-request.ts'
import { listExpired } from './expiry-repository.ts'

/** The job that closes requests whose time is over. A signature that is just being made is waited for. */
export async function expireRequests(context: Context): Promise<number> {
  const now = context.now()
  const due = await listExpired(context.db, now, 500)
  let expired = 0
  for (const id of due) {
    // One that cannot be closed does not keep the others open; it is tried again the next time.
    expired += await expireOne(context, id, now).catch((error: unknown) => {
      context.log.error({ err: error, requestId: id }, 'a request could not be closed')
      return 0
    })
  }
  return expired
}

/** Answers how many requests it closed: one or none. */
async function expireOne(context: Context, id: string, now: Date): Promise<number> {
  return transaction(context.db, async (tx) => {
    const request = await repository.lockForNoKeyUpdate(tx, id)
    if (!request || request.status !== 'OPEN' || !isOver(request, now)) return 0
    if (request.signatures.some(isBeingSigned)) return 0
    await closeExpired(context, tx, request, now)
    return 1
  })
}

/** Closes an open request that is locked, and tells everybody. `cause` is why, where it is not its own end. */
export async function closeExpired(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  now: Date,
  cause?: 'retention',
): Promise<void> {
  const expired = expire(request, now)
  await saveSignatureRequest(tx, request, expired)
  await closeApprovalsOf(context, tx, request.id)
  const data = cause ? { cause } : {}
  await appendEvent(tx, request.id, { type: 'expired', at: now, actor: systemActor, data })
  await notifyOfExpiry(context, tx, request, expired)
}
