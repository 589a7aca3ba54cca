import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { changeSignatureRequest } from '#api/signing/signature-requests/changes/change-signature-request.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'

/** Takes an attachment away while nobody has signed. What was attached stays in the evidence by its hash. */
export async function removeAttachment(
  context: Context,
  actor: AccountActor,
  requestId: string,
  attachmentId: string,
): Promise<SignatureRequest> {
  return changeSignatureRequest(context, actor, requestId, async (request, tx) => {
    const attachment = request.attachments.find(({ id }) => id === attachmentId)
    if (!attachment) throw new Refusal('not_found')
    const { name, sha256 } = attachment
    await appendEvent(tx, requestId, {
      type: 'attachment_removed',
      at: context.now(),
      actor: eventActor(actor),
      data: { attachmentId, name, sha256 },
    })
    return { ...request, attachments: request.attachments.filter((one) => one !== attachment) }
  })
}
