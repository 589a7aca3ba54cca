import type { SigningStep } from '@countersign/contract/signature-request-shapes.ts'
import type { Context } from '#api/context.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { Refusal } from '#api/refusal.ts'
import type { ApprovalOrder } from './open-approval.ts'
import type { Approval } from './repository.ts'

/** Opens an approval by a new proof of who one is. */
export async function openReauthenticateApproval(
  _context: Context,
  _tx: Transaction,
  _order: ApprovalOrder,
): Promise<string> {
  throw new Refusal('signing.quality_unavailable')
}

/** What the signer is shown of it. */
export async function reauthenticateStep(_context: Context, _approval: Approval): Promise<SigningStep> {
  throw new Refusal('signing.quality_unavailable')
}
