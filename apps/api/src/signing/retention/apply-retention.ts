import type { Context } from '#api/providers/context.ts'
import { transaction, type Transaction } from '#api/platform/db/transaction.ts'
import { lockForNoKeyUpdate } from '#api/signing/signature-requests/repository.ts'
import { deleteContent } from './delete-content.ts'
import { type DueDeletion, findNoticeState, listDue, markNotified } from './deletion-repository.ts'
import { dueNotice, isDeletionDue } from './retention.ts'
import {
  enqueueRequestMails,
  type RequestMail,
} from '#api/signing/signature-requests/notifications/enqueue-request-mails.ts'
import { allPeopleOf } from '#api/signing/signature-requests/signers/group-signature.ts'
import {
  isNotified,
  personOf,
  toOwner,
  toSigner,
} from '#api/signing/signature-requests/notifications/notify.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'

const atOnce = 500
// A run deletes no more than this; the next one, an hour later, continues. What is wrong shows in the log before all is gone.
const mostPerRun = 5000

/** The job that tells of what is deleted soon, and deletes what is due. Each in one transaction with what says that it was done. */
export async function applyRetention(context: Context): Promise<number> {
  const now = context.now()
  let due: DueDeletion[] = []
  let deleted = 0
  do {
    due = await listDue(context.db, now, due.at(-1), atOnce)
    for (const { id } of due) {
      // One that cannot be deleted does not keep the others; it is tried again the next time.
      deleted += await applyToOne(context, id).catch((error: unknown) => {
        context.log.error({ err: error, requestId: id }, 'a request could not be deleted in time')
        return 0
      })
    }
  } while (due.length === atOnce && deleted < mostPerRun)
  return deleted
}

/** Answers how many requests were deleted by it: one or none. */
async function applyToOne(context: Context, id: string): Promise<number> {
  const now = context.now()
  return transaction(context.db, async (tx) => {
    const request = await lockForNoKeyUpdate(tx, id)
    const told = request && (await findNoticeState(tx, id))
    if (!told) return 0
    const notice = dueNotice(told, now)
    if (notice) {
      await markNotified(tx, id, notice, now)
      await notifyOfDeletion(context, tx, request, told.deleteAt, notice)
    } else if (isDeletionDue(told, now)) {
      await deleteContent(context, tx, request)
      return 1
    }
    return 0
  })
}

/** The owner and the signers who have an account, once each. A draft is known to its owner alone. */
async function notifyOfDeletion(
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
    if (!signature.accountId || told.has(personOf(signature)) || !isNotified(request, signature)) continue
    told.add(personOf(signature))
    // Not to the signer's link, which an account does not need: the address of the request alone.
    const { recipient, language, accountId, requestId } = toSigner(request, signature)
    mails.push({ kind: 'deletion_ahead', recipient, language, accountId, requestId, input })
  }
  await enqueueRequestMails(context, tx, mails)
}
