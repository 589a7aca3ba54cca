import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { type Progress, StepwiseSigningFailed } from '#api/providers/trust-service/stepwise/port.ts'
import { orderAtService } from '#api/signing/signing/prepared-signatures/service-order.ts'
import type { Signing } from '#api/signing/signing/repository.ts'
import { waitsUntil } from './approval.ts'
import { endApproval, letGo } from './end-approvals.ts'
import { errorOf, isFinal } from './service-approvals/error-of.ts'
import { dropLeases, takeLease } from './leases/lease-repository.ts'
import { prepareAll } from './service-approvals/prepare-all.ts'
import { type Approval, countMiss, signingsOf } from './repository.ts'
import { lockApproval } from './lock-approval.ts'
import { freeStaleLeases } from './leases/stale-leases.ts'
import { storeProgress } from './service-approvals/store-progress.ts'

/** As long someone else's signature is waited for before the signer is told. */
const leasePatience = 20_000
const leasePause = 1000
/** So often something of ours may go wrong before the signer is told. */
const missesAtMost = 3

/**
 * The job that calls the trust service. If it is killed at any point it runs again: what was prepared is stored, so the
 * service sees the same order and recognises it as the same operation.
 */
export async function beginApproval(context: Context, approvalId: string): Promise<void> {
  await freeStale(context, approvalId)
  const begun = await transaction(context.db, (tx) => takeLeases(context, tx, approvalId))
  if (begun === 'over') return
  if (begun === 'held') return waitForOthers(context, approvalId)
  let progress: Progress
  try {
    progress = await ask(context, begun.approval, begun.signings)
  } catch (error) {
    context.log.warn({ err: error, approvalId }, 'a trust service did not begin')
    // What another try might mend, as when the database was away, is tried again.
    if (!isFinal(error) && (await countMiss(context.db, approvalId)) < missesAtMost) throw error
    return endApproval(context, approvalId, errorOf(error))
  }
  const isStored = await storeProgress(context, approvalId, progress)
  if (!isStored && progress.kind === 'waiting') await letGo(context, begun.approval, progress.ticket)
}

interface ApprovalStart {
  readonly approval: Approval
  readonly signings: readonly Signing[]
}

/** All of its requests, or none. */
async function takeLeases(
  context: Context,
  tx: Transaction,
  approvalId: string,
): Promise<ApprovalStart | 'over' | 'held'> {
  const approval = await lockApproval(tx, approvalId)
  if (approval?.status !== 'OPEN' || approval.ticket_encrypted) return 'over'
  const signings = (await signingsOf(tx, approvalId)).filter(({ status }) => status === 'OPEN')
  const until = waitsUntil(approval, context.now())
  for (const { request_id: requestId, signature_id: signatureId, signing_name: heldBy } of signings)
    if (!(await takeLease(context, tx, { requestId, signatureId, approvalId, heldBy, until }))) {
      // Those that it has already are given back: two that wait for each other's would wait for ever.
      await dropLeases(tx, approvalId)
      return 'held'
    }
  return signings.length > 0 ? { approval, signings } : 'over'
}

/** Who held one of its requests and did not come back has had their time. */
async function freeStale(context: Context, approvalId: string): Promise<void> {
  const signings = await signingsOf(context.db, approvalId)
  await freeStaleLeases(
    context,
    signings.map(({ request_id }) => request_id),
    approvalId,
  )
}

async function waitForOthers(context: Context, approvalId: string): Promise<void> {
  const signings = await signingsOf(context.db, approvalId)
  const since = Math.min(...signings.map(({ created_at }) => created_at.getTime()))
  if (context.now().getTime() - since > leasePatience)
    return endApproval(context, approvalId, 'signing_locked')
  const at = new Date(context.now().getTime() + leasePause)
  await transaction(context.db, (tx) =>
    enqueue(tx, 'begin-approval', { approvalId }, { key: `begin-approval:${approvalId}`, priority: -10, at }),
  )
}

async function ask(context: Context, approval: Approval, signings: readonly Signing[]): Promise<Progress> {
  const name = approval.service ?? ''
  const service = context.trustServices.named(name)
  if (!service) throw new StepwiseSigningFailed('misconfigured', name, 'there is no such trust service')
  const prepared = await prepareAll(context, signings)
  return service.begin(
    orderAtService(context, {
      signings,
      documents: prepared.documents,
      titles: prepared.titles,
      language: approval.language,
      act: `${approval.id}.${approval.begins}`,
    }),
  )
}
