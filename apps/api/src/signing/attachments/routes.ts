import * as calls from '@countersign/contract/attachments.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { namedContentType } from '#api/documents/file-types/content-type.ts'
import { readMultipart } from '#api/platform/http/read-multipart.ts'
import { bind } from '#api/platform/http/bind.ts'
import { readSignatureRequest } from '#api/signing/signature-requests/open-signature-request.ts'
import { presentRequest } from '#api/signing/signature-requests/presenter.ts'
import { addAttachment } from './add-attachment.ts'
import { downloadAttachment } from './download-attachment.ts'
import { attachmentLimit } from './receive-attachment.ts'
import { removeAttachment } from './remove-attachment.ts'

export function registerAttachments(app: FastifyInstance, context: Context): void {
  bind(
    app,
    context,
    calls.addAttachment,
    async ({ actor, params, body, request, file }) => {
      const source = body
        ? {
            name: body.filename,
            content: file(body.content),
            contentType: namedContentType(body.content_type),
          }
        : await readMultipart(request, attachmentLimit)
      return presentRequest(context, await addAttachment(context, actor, params.id, source), actor)
    },
    {
      again: async ({ actor, params }) =>
        presentRequest(context, await readSignatureRequest(context, actor, params.id), actor),
    },
  )
  bind(app, context, calls.removeAttachment, async ({ actor, params }) =>
    presentRequest(context, await removeAttachment(context, actor, params.id, params.attId), actor),
  )
  bind(app, context, calls.downloadAttachment, ({ actor, params }) =>
    downloadAttachment(context, actor, params.id, params.attId),
  )
  bind(app, context, calls.downloadDirectAttachment, ({ actor, params }) =>
    downloadAttachment(context, actor, params.id, params.attId),
  )
}
