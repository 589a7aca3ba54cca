import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueue, type Jobs } from '#api/platform/jobs/enqueue.ts'
import { EmailLimitReached } from '#api/identity/sending-limits/email-limit-reached.ts'
import { findAnnounced, setAnnounced } from './announcement-repository.ts'
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
  { changedBy, version }: { readonly changedBy: string; readonly version: number },
): Promise<void> {
  await announceAt(tx, { requestId, changedBy, version }, new Date(context.now().getTime() + pause))
}

const announceAt = (tx: Transaction, announcement: Announcement, at: Date) =>
  enqueue(tx, 'announce-attachments', announcement, { key: `attachments:${announcement.requestId}`, at })

/**
 * The job that emails them, later where a limit on emails doesn’t allow it now. Nobody is emailed about a request that has ended
 * in the meantime. What was announced is noted with the emails: a job that runs again, because its process was killed before the
 * queue knew that it was done, announces nothing twice.
 */
export async function announceAttachments(context: Context, announcement: Announcement): Promise<void> {
  const { requestId, changedBy, version } = announcement
  try {
    await transaction(context.db, async (tx) => {
      const request = await repository.lockForNoKeyUpdate(tx, requestId)
      if (request?.status !== 'OPEN') return
      if (version !== undefined && !(await markAnnounced(tx, request, version))) return
      await notifyOfAttachments(context, tx, request, changedBy)
    })
  } catch (error) {
    if (!(error instanceof EmailLimitReached) || error.isBeyond) throw error
    await transaction(context.db, (tx) => announceAt(tx, announcement, error.resetsAt))
  }
}

/** False where the attachments of this version of the request, or of a later one, were announced already. */
async function markAnnounced(tx: Transaction, request: SignatureRequest, version: number): Promise<boolean> {
  const announced = await findAnnounced(tx, request.id)
  if (announced !== null && announced >= version) return false
  await setAnnounced(tx, request.id, request.version)
  return true
}

export const attachmentsOf = ({ attachments }: Pick<SignatureRequest, 'attachments'>): string =>
  attachments.map(({ id }) => id).join()
