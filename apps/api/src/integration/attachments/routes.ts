import * as calls from '@countersign/contract/integration/attachments.ts'
import type { FastifyInstance } from 'fastify'
import { namedContentType } from '#api/documents/file-types/content-type.ts'
import { bind } from '#api/platform/http/bind.ts'
import type { Context } from '#api/providers/context.ts'
import { addAttachment } from '#api/signing/attachments/add-attachment.ts'
import { downloadAttachment } from '#api/signing/attachments/download-attachment.ts'
import { removeAttachment } from '#api/signing/attachments/remove-attachment.ts'
import { openSignatureRequest } from '#api/signing/signature-requests/open-signature-request.ts'
import { actingAccount } from '../acting-account.ts'
import { presentAgain, presentRequest } from '../signature-requests/present-request.ts'

/** Attachments of API users’ requests. */
export function registerIntegrationAttachments(app: FastifyInstance, context: Context): void {
  for (const [call, version] of [
    [calls.addAttachmentV2, 2],
    [calls.addAttachmentV3, 3],
  ] as const)
    bind(
      app,
      context,
      call,
      async ({ actor, params, body, file }) => {
        const contentType = namedContentType(body.content_type)
        const source = { name: body.filename, content: file(body.content), contentType }
        const request = await addAttachment(context, actingAccount(actor), params.id, source)
        return presentRequest(context, actor, version, request)
      },
      { again: ({ actor, params }) => presentAgain(context, actor, version, params.id) },
    )
  for (const [call, version] of [
    [calls.removeAttachmentV2, 2],
    [calls.removeAttachmentV3, 3],
  ] as const)
    bind(app, context, call, async ({ actor, params: { id, attId } }) => {
      const request = await removeAttachment(context, actingAccount(actor), id, attId)
      return presentRequest(context, actor, version, request)
    })
  for (const call of [calls.listAttachmentsV2, calls.listAttachmentsV3])
    bind(app, context, call, async ({ actor, params }) => {
      const { attachments } = await openSignatureRequest(context, actingAccount(actor), params.id)
      return attachments.map(({ id, name }) => ({ attachment_id: id, filename: name }))
    })
  for (const call of [calls.getAttachmentContentV2, calls.getAttachmentContentV3])
    bind(app, context, call, async ({ actor, params }) => ({
      ...(await downloadAttachment(context, actingAccount(actor), params.id, params.attId)),
      contentType: 'application/octet-stream',
    }))
}
