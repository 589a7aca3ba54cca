import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { forgetCommitted } from '#api/evidence/committed-values-repository.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { refreshAccess } from '#api/signing/signature-requests/lists/access-repository.ts'
import * as documents from '#api/documents/documents/deletion/deletion-repository.ts'
import { forgetTrails } from '#api/mail/audit-trail-repository.ts'
import { forgetInputs } from '#api/mail/repository.ts'
import {
  type DeletedAttachment,
  markContentDeleted as markAttachmentsDeleted,
} from '#api/signing/attachments/repository.ts'
import { forgetContent as forgetBulkSendRow } from '#api/signing/bulk-sends/repository.ts'
import { forgetMessages } from '#api/signing/signature-requests/reminders/reminder-repository.ts'
import { removeSignatureRequest } from '#api/signing/signature-requests/ending/remove-signature-request.ts'
import { forgetSenderImages } from '#api/signing/signing/appearance/sender-image-repository.ts'
import { forgetSubmissions } from '#api/signing/signing/repository.ts'
import { closeExpired } from '#api/signing/signature-requests/ending/expire-requests.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { removeWords } from '#api/signing/signature-requests/lists/words-repository.ts'
import { listShownAlone, markDeleted } from './deletion-repository.ts'
import { forgetFieldValues, listDocumentRoots } from '#api/signing/signature-requests/contents-repository.ts'

/**
 * Deletes what a request is about; its row stays with its evidence, and the person who took part still gets the protocol. What is
 * open expires first, and who was asked is told. A signature that is just being made is waited for. The files go when
 * this is written down: a job that is cut short is done again.
 */
export async function deleteContent(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
): Promise<void> {
  const now = context.now()
  if (request.signatures.some(({ signing }) => signing?.status === 'OPEN')) return
  if (request.status === 'OPEN') await closeExpired(context, tx, request, now, 'retention')
  const deleted = await markContentDeleted(tx, request.id, now)
  await appendEvent(tx, request.id, {
    type: 'content_deleted',
    at: now,
    actor: systemActor,
    data: { ...deleted },
  })
  await enqueue(tx, 'remove-deleted-content', { hashes: hashesOf(deleted) })
  // Nobody but its owner knew of it: then nothing has to stay.
  if (request.status === 'DRAFT') return removeSignatureRequest(context, tx, request.id)
  await forgetMessages(tx, request.id)
  await forgetSubmissions(tx, request.id)
  await forgetSenderImages(tx, request.id)
  await forgetFieldValues(tx, request.id)
  await forgetCommitted(tx, request.id)
  await forgetInputs(tx, request.id)
  await forgetTrails(tx, request.id)
  await forgetBulkSendRow(tx, request.id)
  await markDeleted(tx, request.id, now)
  await refreshAccess(tx, request.id)
  await removeWords(tx, request.id)
}

interface DeletedContent {
  readonly documents: readonly documents.DeletedDocument[]
  readonly attachments: readonly DeletedAttachment[]
}

/** Anyone who is just taking a document up is waited for, or finds it gone. */
async function markContentDeleted(tx: Transaction, requestId: string, now: Date): Promise<DeletedContent> {
  const family = await documents.lockForUpdate(tx, await listDocumentRoots(tx, requestId))
  const alone = await listShownAlone(tx, requestId, family)
  return {
    documents: await documents.markContentDeleted(tx, alone, now),
    attachments: await markAttachmentsDeleted(tx, requestId, now),
  }
}

function hashesOf({ documents, attachments }: DeletedContent): string[] {
  return [...new Set([...documents, ...attachments].map(({ sha256 }) => sha256))]
}
