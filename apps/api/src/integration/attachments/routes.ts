import * as calls from '@countersign/contract/integration/attachments.ts'
import type { FastifyInstance } from 'fastify'
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
  bind(
    app,
    context,
    calls.addAttachmentV2,
    async ({ actor, params, body, file }) => {
      const source = { name: body.filename, content: file(body.content) }
      const request = await addAttachment(context, actingAccount(actor), params.id, source)
      return presentRequest(context, actor, 2, request)
    },
    { again: ({ actor, params }) => presentAgain(context, actor, 2, params.id) },
  )
  bind(
    app,
    context,
    calls.addAttachmentV3,
    async ({ actor, params, body, file }) => {
      const source = { name: body.filename, content: file(body.content) }
      const request = await addAttachment(context, actingAccount(actor), params.id, source)
      return presentRequest(context, actor, 3, request)
    },
    { again: ({ actor, params }) => presentAgain(context, actor, 3, params.id) },
  )
  bind(app, context, calls.removeAttachmentV2, async ({ actor, params: { id, attId } }) =>
    presentRequest(context, actor, 2, await removeAttachment(context, actingAccount(actor), id, attId)),
  )
  bind(app, context, calls.removeAttachmentV3, async ({ actor, params: { id, attId } }) =>
    presentRequest(context, actor, 3, await removeAttachment(context, actingAccount(actor), id, attId)),
  )
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
