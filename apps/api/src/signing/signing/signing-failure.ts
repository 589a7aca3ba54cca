import type { SigningError } from '@countersign/contract/errors.ts'
import { ServiceAway } from '#api/platform/service-away.ts'
import { TaskFailed } from '#api/platform/threads/task.ts'
import type { Context } from '#api/providers/context.ts'
import { TimestampUnavailable } from '#api/providers/timestamp/port.ts'
import { StepwiseSigningFailed } from '#api/providers/trust-service/stepwise/port.ts'
import { findApproval } from '#api/signing/approvals/repository.ts'
import { errorOf } from '#api/signing/approvals/service-approvals/error-of.ts'
import { documentNotSignable } from './engine/engine-thread.ts'
import { PreparedOvertaken } from './prepared-signatures/complete-prepared.ts'
import type { Signing } from './repository.ts'

// What is away comes back; what was approved at a trust service would have to be approved again.
const outagePatience = 10 * 60_000

/**
 * Is something away that is still waited for? From the approval on: until then the signer may have taken their time. Without
 * timestamps only what a trust service has signed is kept: anything else the signer can simply sign again.
 */
export async function mayComeBack(context: Context, signing: Signing, error: unknown): Promise<boolean> {
  if (!(error instanceof ServiceAway || error instanceof TimestampUnavailable)) return false
  const approval = signing.approval_id ? await findApproval(context.db, signing.approval_id) : null
  if (error instanceof TimestampUnavailable && approval?.kind !== 'SERVICE') return false
  const since = approval?.finished_at ?? signing.created_at
  return context.now().getTime() - since.getTime() < outagePatience
}

/** What no new try of ours would mend: the signer is told, and may try again. */
export function finalError(error: unknown): SigningError | null {
  if (error instanceof PreparedOvertaken) return 'signing_locked'
  if (error instanceof StepwiseSigningFailed) return errorOf(error)
  if (error instanceof TimestampUnavailable) return 'timestamp_unavailable'
  if (!(error instanceof TaskFailed)) return null
  if (error.errorName === documentNotSignable) return 'document_not_signable'
  return error.errorName === 'PdfError' ? 'signing_failed' : null
}
