import type { SigningStep } from '@countersign/contract/signature-request-shapes.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { decrypt } from '#api/platform/secrets/secret-box.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { leaseFor } from '../approval.ts'
import type { ApprovalOrder } from '../approval-order.ts'
import { type Approval, insertApproval } from '../repository.ts'

/** Opens an approval that a trust service handles itself: a job prepares the documents and calls the service. */
export async function openServiceApproval(
  context: Context,
  tx: Transaction,
  { plan, actor, language }: ApprovalOrder,
): Promise<string> {
  const expiresAt = new Date(context.now().getTime() + leaseFor)
  const { service } = plan
  const id = await insertApproval(tx, { kind: 'SERVICE', step: null, actor, language, service, expiresAt })
  await enqueue(tx, 'begin-approval', { approvalId: id }, { key: `begin-approval:${id}`, priority: -10 })
  return id
}

/** What the signer is shown of it. Where a redirect leads is given by `createPar` alone. */
export async function serviceStep(context: Context, approval: Approval): Promise<SigningStep | null> {
  const { id, step, url_encrypted, expires_at } = approval
  if (step !== 'PASSWORD_OTP' && step !== 'MOBILE_ID' && step !== 'REDIRECT') return null
  const url = step === 'PASSWORD_OTP' && url_encrypted ? openUrl(context, id, url_encrypted) : null
  const nothing = { attemptsLeft: null, resendsLeft: null, resendAt: null, destination: null, method: null }
  return { kind: step, id, url, expiresAt: expires_at.toISOString(), revision: approval.revision, ...nothing }
}

export function openUrl(context: Context, approvalId: string, encrypted: Uint8Array): string {
  return Buffer.from(decrypt(context.masterKey, encrypted, `approval-url:${approvalId}`)).toString()
}
