import { recordResult } from '#api/platform/db/call-result.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { UploadSource } from '#api/documents/documents/uploads/upload-document.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { changeSignatureRequest } from '#api/signing/signature-requests/changes/change-signature-request.ts'
import { allow } from '#api/signing/signature-requests/policy.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import {
  type Attachment,
  hasBegun,
  isEditable,
  type SignatureRequest,
} from '#api/signing/signature-requests/signature-request.ts'
import { receiveAttachment } from './receive-attachment.ts'

const attachmentsAtMost = 20

/**
 * Adds a file that goes with the documents, while nobody has signed. Whether one may is asked before the file is taken
 * in, and again when it is there.
 */
export async function addAttachment(
  context: Context,
  actor: AccountActor,
  requestId: string,
  source: UploadSource,
): Promise<SignatureRequest> {
  const request = await requests.find(context.db, requestId)
  allow(request, actor, 'edit')
  if (!isEditable(request))
    throw new Refusal(hasBegun(request) ? 'request.already_signed' : 'request.not_open')
  refuseTooMany(request)
  const received = await receiveAttachment(context, source)
  return changeSignatureRequest(context, actor, requestId, async (current, tx) => {
    refuseTooMany(current)
    const attachment: Attachment = {
      ...received,
      id: crypto.randomUUID(),
      addedBy: actor.accountId,
      createdAt: context.now(),
    }
    const { id, name, sha256, size } = attachment
    recordResult(tx, id)
    await appendEvent(tx, requestId, {
      type: 'attachment_added',
      at: context.now(),
      actor: eventActor(actor),
      data: { attachmentId: id, name, sha256, size },
    })
    return { ...current, attachments: [...current.attachments, attachment] }
  })
}

function refuseTooMany(request: SignatureRequest): void {
  if (request.attachments.length >= attachmentsAtMost) throw new Refusal('request.too_many_attachments')
}
