import type { SigningError } from '@countersign/contract/errors.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { decrypt } from '#api/platform/secrets/secret-box.ts'
import { closeWithError } from '#api/signing/signing/close-with-error.ts'
import { returnableFor } from './approval.ts'
import { failApproval } from './fail-approval.ts'
import { dropEmptyLeases } from './leases/lease-repository.ts'
import { type Approval, forgetWaysBack, signingsOf } from './repository.ts'
import { listOpenOfAccount, listOverdue, listWaitingSignings } from './open-repository.ts'

/** Ends an approval, and lets go of what is under way at the trust service. */
export async function endApproval(context: Context, approvalId: string, error: SigningError): Promise<void> {
  // As it was when it ended: the service may have begun until then, and only what it gave opens it there.
  const ended = await transaction(context.db, (tx) => failApproval(context, tx, approvalId, error))
  if (ended) await letGo(context, ended)
}

/** That the service does not hear of it changes nothing here: what it signs later counts for nothing. */
export async function letGo(
  context: Context,
  { id, service, ticket_encrypted }: Pick<Approval, 'id' | 'service' | 'ticket_encrypted'>,
  given?: string,
): Promise<void> {
  const ticket = given ?? (ticket_encrypted && decrypted(context, id, ticket_encrypted))
  if (!service || !ticket) return
  await context.trustServices
    .named(service)
    ?.cancel(ticket)
    .catch((error: unknown) => context.log.warn({ err: error, approvalId: id }, 'a service was not told'))
}

function decrypted(context: Context, id: string, ticket: Uint8Array): string {
  return Buffer.from(decrypt(context.masterKey, ticket, `approval-ticket:${id}`)).toString()
}

/**
 * The request has ended, or a signature of it has changed hands: what its signers were still to approve is closed with
 * it, in the same transaction. What else the same approval was for is cancelled by a job, which takes the locks in
 * order: those requests may well be open still.
 */
export async function closeApprovalsOf(
  context: Context,
  tx: Transaction,
  requestId: string,
  signatureId?: string,
): Promise<void> {
  const error = 'request.not_open'
  const closed = await listWaitingSignings(tx, requestId, signatureId)
  for (const signing of closed) await closeWithError(context, tx, signing, error)
  for (const approvalId of new Set(closed.flatMap(({ approval_id: id }) => id ?? []))) {
    const isForMore = (await signingsOf(tx, approvalId)).some(({ status }) => status === 'OPEN')
    await addEndJob(tx, approvalId, isForMore ? 'cancelled' : error)
  }
}

/** Nobody is left to give them. */
export async function cancelApprovalsOfAccount(tx: Transaction, accountId: string): Promise<void> {
  for (const id of await listOpenOfAccount(tx, accountId)) await addEndJob(tx, id, 'cancelled')
}

async function addEndJob(tx: Transaction, approvalId: string, error: SigningError): Promise<void> {
  await enqueue(tx, 'end-approval', { approvalId, error }, { key: `end:${approvalId}` })
}

/** The job of every minute: approvals whose time is over, leases that nobody renewed, ways back that nobody takes. */
export async function endOverdueApprovals(context: Context): Promise<void> {
  const now = context.now()
  const due = await listOverdue(context.db, now, 500)
  for (const { id, kind } of due) await endOrTellOf(context, id, kind === 'TAN' ? 'tan_expired' : 'timed_out')
  await dropEmptyLeases(context)
  await forgetWaysBack(context.db, new Date(now.getTime() - returnableFor))
}

/** One that cannot be ended does not keep the others open; it is tried again the next time. */
async function endOrTellOf(context: Context, id: string, error: SigningError): Promise<void> {
  await endApproval(context, id, error).catch((cause: unknown) =>
    context.log.error({ err: cause, approvalId: id }, 'an approval could not be ended'),
  )
}
