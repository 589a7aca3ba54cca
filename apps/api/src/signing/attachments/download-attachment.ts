import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import type { FileAnswer } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { openSignatureRequest } from '#api/signing/signature-requests/open-signature-request.ts'
import { may } from '#api/signing/signature-requests/policy.ts'

/** The file, to be saved and never shown in place. That it was handed out is evidence once the request is sent. */
export async function downloadAttachment(
  context: Context,
  actor: Participant,
  requestId: string,
  attachmentId: string,
): Promise<FileAnswer> {
  const request = await openSignatureRequest(context, actor, requestId)
  const attachment = request.attachments.find(({ id }) => id === attachmentId)
  if (!attachment || !may(request, actor, 'download')) throw new Refusal('not_found')
  const { name, contentType, sha256 } = attachment
  const content = await context.documentStore.stream(sha256)
  if (request.status !== 'DRAFT')
    await transaction(context.db, (tx) =>
      appendEvent(tx, requestId, {
        type: 'downloaded',
        at: context.now(),
        actor: eventActor(actor),
        data: { attachmentId, name, sha256 },
      }),
    ).catch((error: unknown) => {
      content.destroy()
      throw error
    })
  return { contentType, content, fileName: name }
}
