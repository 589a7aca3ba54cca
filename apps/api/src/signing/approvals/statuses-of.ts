import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { presentSubmitted } from '#api/signing/signing/submitted.ts'
import { type Approval, findApproval, isHeldBy, signingsOf } from './repository.ts'
import { stepOf } from './step-of.ts'

/** The approval, for the person who has to give it; for everybody else there is none. */
export async function findOwn(context: Context, actor: Participant, id: string): Promise<Approval> {
  const approval = await findApproval(context.db, id)
  if (!approval || !isHeldBy(approval, actor)) throw new Refusal('not_found')
  return approval
}

/** How the signings stand that an approval is for. The step is for the signer's eyes alone. */
export async function statusesOf(
  context: Context,
  approvalId: string,
  to: 'signer' | 'anybody',
): Promise<SigningStatus[]> {
  const approval = await findApproval(context.db, approvalId)
  const step = approval && to === 'signer' ? await stepOf(context, approval) : null
  const signings = await signingsOf(context.db, approvalId)
  return signings.map((signing) => ({
    signatureRequestId: signing.request_id,
    signatureId: signing.signature_id,
    status: signing.status,
    error: signing.error,
    step: signing.status === 'OPEN' ? step : null,
    ...(signing.status === 'OPEN' && step ? { submitted: presentSubmitted(signing) } : {}),
  }))
}

/**
 * Does something that may bring the signatures about, then waits a moment for those that are being made. `isMoving` says
 * for which approvals: one that still waits for its signer is not waited for.
 */
export async function andWait(
  context: Context,
  approvalId: string,
  patience: number,
  act: () => Promise<unknown>,
  isMoving: (approval: Approval) => boolean = isUnderWay,
): Promise<void> {
  const finished = context.finishedSignings.watch()
  try {
    await act()
    const approval = await findApproval(context.db, approvalId)
    if (!approval || !isMoving(approval)) return
    const signings = await signingsOf(context.db, approvalId)
    const open = signings.filter(({ status }) => status === 'OPEN').map(({ id }) => id)
    await finished.all(open, patience)
  } finally {
    finished.stop()
  }
}

/** It is given, or a job is about to ask the trust service with what the signer’s browser brought back from it. */
const isUnderWay = ({ status, query_encrypted }: Approval): boolean =>
  status === 'GIVEN' || query_encrypted !== null
