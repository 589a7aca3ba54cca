import { sql } from 'kysely'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'

/** Writes down which files go with a request now. A file never changes: it comes and goes. */
export async function saveAttachments(
  tx: Transaction,
  request: SignatureRequest,
  before: SignatureRequest,
): Promise<void> {
  const ids = request.attachments.map((attachment) => attachment.id)
  if (before.attachments.some((attachment) => !ids.includes(attachment.id)))
    await tx
      .deleteFrom('attachments')
      .where('request_id', '=', request.id)
      .where(sql<boolean>`id <> ALL(${ids}::uuid[])`)
      .execute()
  const known = new Set(before.attachments.map((attachment) => attachment.id))
  const added = request.attachments.filter((attachment) => !known.has(attachment.id))
  if (added.length === 0) return
  await tx
    .insertInto('attachments')
    .values(
      added.map((attachment) => ({
        id: attachment.id,
        request_id: request.id,
        name: attachment.name,
        content_type: attachment.contentType,
        size: attachment.size,
        sha256: attachment.sha256,
        added_by: attachment.addedBy,
        created_at: attachment.createdAt,
      })),
    )
    .execute()
}

export interface DeletedAttachment {
  readonly attachmentId: string
  readonly sha256: string
}

/** Answers those whose content was not deleted before. */
export async function markContentDeleted(
  tx: Transaction,
  requestId: string,
  at: Date,
): Promise<DeletedAttachment[]> {
  return tx
    .updateTable('attachments')
    .set({ content_deleted_at: at })
    .where('request_id', '=', requestId)
    .where('content_deleted_at', 'is', null)
    .returning(['id as attachmentId', 'sha256'])
    .execute()
}
