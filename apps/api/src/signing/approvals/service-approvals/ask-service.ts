import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { type Progress, StepwiseSigningFailed } from '#api/providers/trust-service/stepwise/port.ts'
import { decrypt } from '#api/platform/secrets/secret-box.ts'
import { waitsUntil } from '../approval.ts'
import { endApproval } from '../end-approvals.ts'
import { errorOf } from './error-of.ts'
import { renewLeases } from '../leases/lease-repository.ts'
import { type Approval, countMiss, findApproval } from '../repository.ts'
import { lockApproval } from '../lock-approval.ts'
import { addPollJob, storeProgress } from './store-progress.ts'

/** So often in a row it may be away while the signer approves. */
const missesAtMost = 5

/**
 * The signer says that they have approved: the service is asked now. Others may ask at the same time: one of them stores
 * what the service signed. What a browser brings back from a page of the service is left to the job: it is good once, and
 * a second use of it would be refused and would end the approval while the first is still being answered.
 */
export async function askService(context: Context, approvalId: string): Promise<void> {
  return ask(context, approvalId, { isJob: false })
}

/** The job that asks while the signer approves at the trust service, or once the browser is back from it. */
export async function pollApproval(context: Context, approvalId: string): Promise<void> {
  return ask(context, approvalId, { isJob: true })
}

async function ask(
  context: Context,
  approvalId: string,
  { isJob }: { readonly isJob: boolean },
): Promise<void> {
  const approval = await findApproval(context.db, approvalId)
  if (approval?.status !== 'OPEN' || !approval.ticket_encrypted || !approval.service) return
  // Its job may have been late: the minute's own look ends it a little later otherwise.
  if (approval.expires_at <= context.now()) return endApproval(context, approvalId, 'timed_out')
  const decrypted = (encrypted: Uint8Array, what: string) =>
    Buffer.from(decrypt(context.masterKey, encrypted, `approval-${what}:${approvalId}`)).toString()
  const query = approval.query_encrypted ? decrypted(approval.query_encrypted, 'query') : undefined
  // Nothing to be learnt before the browser is back.
  if (approval.step === 'REDIRECT' && (query === undefined || !isJob)) return
  let progress: Progress
  try {
    const service = context.trustServices.named(approval.service)
    if (!service)
      throw new StepwiseSigningFailed('misconfigured', approval.service, 'there is no such trust service')
    progress = await service.proceed(decrypted(approval.ticket_encrypted, 'ticket'), query)
  } catch (error) {
    return missed(context, approval, error)
  }
  // Where the database is away the job asks again: what the service has signed it gives again.
  await storeProgress(context, approvalId, progress)
}

async function missed(context: Context, approval: Approval, error: unknown): Promise<void> {
  context.log.warn({ err: error, approvalId: approval.id }, 'a trust service did not sign')
  const isAway = error instanceof StepwiseSigningFailed && error.code === 'unavailable'
  // What a redirect brought is good once: nobody knows whether it has arrived, so the signer approves again.
  if (!isAway || approval.step === 'REDIRECT' || approval.misses + 1 >= missesAtMost)
    return endApproval(context, approval.id, errorOf(error))
  await transaction(context.db, async (tx) => {
    const now = await lockApproval(tx, approval.id)
    if (now?.status !== 'OPEN') return
    await countMiss(tx, approval.id)
    await renewLeases(tx, approval.id, waitsUntil(approval, context.now()))
    await addPollJob(context, tx, approval.id, approval.created_at)
  })
}
