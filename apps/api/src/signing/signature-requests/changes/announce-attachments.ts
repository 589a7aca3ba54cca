import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import * as repository from '../repository.ts'
import type { SignatureRequest } from '../signature-request.ts'
import { notifyOfAttachments } from './notify-of-change.ts'

/** Milliseconds. Files are added one by one: several within this time are one email. */
const pause = 60_000

/** Signers and observers are emailed once the attachments haven’t changed for a while. */
export async function announceAttachmentsLater(
  context: Context,
  tx: Transaction,
  requestId: string,
  changedBy: string,
): Promise<void> {
  const at = new Date(context.now().getTime() + pause)
  const key = `attachments:${requestId}`
  await enqueue(tx, 'announce-attachments', { requestId, changedBy }, { key, at })
}

/** The job that emails them. Nobody is emailed about a request that has ended in the meantime. */
export async function announceAttachments(
  context: Context,
  { requestId, changedBy }: { readonly requestId: string; readonly changedBy: string },
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const request = await repository.lockForNoKeyUpdate(tx, requestId)
    if (request?.status === 'OPEN') await notifyOfAttachments(context, tx, request, changedBy)
  })
}

export const attachmentsOf = ({ attachments }: Pick<SignatureRequest, 'attachments'>): string =>
  attachments.map(({ id }) => id).join()
