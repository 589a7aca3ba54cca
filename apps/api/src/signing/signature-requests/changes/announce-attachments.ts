import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueue, type Jobs } from '#api/platform/jobs/enqueue.ts'
import { EmailLimitReached } from '#api/identity/sending-limits/email-limit-reached.ts'
import * as repository from '../repository.ts'
import type { SignatureRequest } from '../signature-request.ts'
import { notifyOfAttachments } from './notify-of-change.ts'

/** Milliseconds. Files are added one by one: several within this time are one email. */
const pause = 60_000

type Announcement = Jobs['announce-attachments']

/** Signers and observers are emailed once the attachments haven’t changed for a while. */
export async function announceAttachmentsLater(
  context: Context,
  tx: Transaction,
  requestId: string,
  changedBy: string,
): Promise<void> {
  await announceAt(tx, { requestId, changedBy }, new Date(context.now().getTime() + pause))
}

const announceAt = (tx: Transaction, announcement: Announcement, at: Date) =>
  enqueue(tx, 'announce-attachments', announcement, { key: `attachments:${announcement.requestId}`, at })

/**
 * The job that emails them, later where a limit on emails doesn’t allow it now. Nobody is emailed about a request that has ended
 * in the meantime.
 */
export async function announceAttachments(context: Context, announcement: Announcement): Promise<void> {
  const { requestId, changedBy } = announcement
  try {
    await transaction(context.db, async (tx) => {
      const request = await repository.lockForNoKeyUpdate(tx, requestId)
      if (request?.status === 'OPEN') await notifyOfAttachments(context, tx, request, changedBy)
    })
  } catch (error) {
    if (!(error instanceof EmailLimitReached) || error.isBeyond) throw error
    await transaction(context.db, (tx) => announceAt(tx, announcement, error.resetsAt))
  }
}

export const attachmentsOf = ({ attachments }: Pick<SignatureRequest, 'attachments'>): string =>
  attachments.map(({ id }) => id).join()
