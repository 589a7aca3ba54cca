import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import {
  enqueueRequestMails,
  type RequestMail,
} from '#api/signing/signature-requests/notifications/enqueue-request-mails.ts'
import { allPeopleOf } from '#api/signing/signature-requests/signers/group-signature.ts'
import { isTold, personOf, toOwner, toSigner } from '#api/signing/signature-requests/notifications/notify.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'

/** The owner and the signers who have an account, once each. A draft is known to its owner alone. */
export async function notifyOfDeletion(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  deleteAt: Date,
  notice: 'week' | 'day',
): Promise<void> {
  const input = { title: request.title, deleteAt: deleteAt.toISOString(), notice }
  const told = new Set([request.owner.id])
  const mails: RequestMail<'deletion_ahead'>[] = [{ kind: 'deletion_ahead', ...toOwner(request), input }]
  for (const signature of request.status === 'DRAFT' ? [] : allPeopleOf(request.signatures)) {
    if (!signature.accountId || told.has(personOf(signature)) || !isTold(request, signature)) continue
    told.add(personOf(signature))
    // Not to the signer's link, which an account does not need: the address of the request alone.
    const { recipient, language, accountId, requestId } = toSigner(request, signature)
    mails.push({ kind: 'deletion_ahead', recipient, language, accountId, requestId, input })
  }
  await enqueueRequestMails(context, tx, mails)
}
