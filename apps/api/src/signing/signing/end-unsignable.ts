import { closeApprovalsOf } from '#api/signing/approvals/end-approvals.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { notifyOfUnsignable } from '#api/signing/signature-requests/notifications/notify-of-acts.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { saveSignatureRequest } from '#api/signing/signature-requests/save-signature-request.ts'
import { failWithError } from '#api/signing/signature-requests/signature-request.ts'

/**
 * Ends a request whose document can't be signed: our own validator finds every signature of it invalid, and no other
 * signer or try would change that. The sender is told, and the signer by the signing's own error.
 */
export async function endUnsignable(context: Context, tx: Transaction, requestId: string): Promise<void> {
  const request = await requests.lockForNoKeyUpdate(tx, requestId)
  if (request?.status !== 'OPEN') return
  const ended = failWithError(request, context.now())
  await saveSignatureRequest(tx, request, ended)
  await closeApprovalsOf(context, tx, requestId)
  await notifyOfUnsignable(context, tx, ended)
}
