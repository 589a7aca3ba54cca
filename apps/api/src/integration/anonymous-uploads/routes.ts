import { randomUUID } from 'node:crypto'
import * as calls from '@countersign/contract/integration/anonymous-uploads.ts'
import { line } from '@countersign/contract/values.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { UploadSource } from '#api/documents/documents/uploads/upload-document.ts'
import { bind } from '#api/platform/http/bind.ts'
import { parse } from '#api/platform/http/parse.ts'
import { readMultipart } from '#api/platform/http/read-multipart.ts'
import type { Context } from '#api/providers/context.ts'
import { codeOf } from '#api/signing/anonymous-uploads/access-code.ts'
import { presentTracked } from '#api/signing/anonymous-uploads/presenter.ts'
import {
  downloadAnonymousUpload,
  trackAnonymousUpload,
  withdrawAnonymousUpload,
} from '#api/signing/anonymous-uploads/track-anonymous-upload.ts'
import {
  admitAnonymousUpload,
  uploadAnonymously,
  type UploadReceipt,
  uploadLimit,
} from '#api/signing/anonymous-uploads/upload-anonymously.ts'

/** Documents that programs submit without signing in: the same as on the web page, in the shapes that they know. */
export function registerSendTo(app: FastifyInstance, context: Context): void {
  for (const call of [calls.sendTo, calls.sendToV3])
    bind(
      app,
      context,
      call,
      async ({ body, request, file }) => {
        const { url, id, accessCode } = body
          ? await submit(context, { title: body.title, content: file(body.content) })
          : await submitForm(context, request)
        return { url, id, access_code: accessCode }
      },
      { admit: ({ ip }) => admitAnonymousUpload(context, ip) },
    )
  for (const call of [calls.trackSendTo, calls.trackSendToV3])
    bind(app, context, call, async ({ params, request }) => {
      const tracked = presentTracked(await trackAnonymousUpload(context, params.id, codeOf(request)))
      const names = tracked.signers.flatMap(({ name }) => name ?? [])
      return {
        status: tracked.status,
        creator: tracked.creator?.name ?? null,
        signers: tracked.signers.length > 0 ? names : null,
      }
    })
  for (const call of [calls.downloadSendTo, calls.downloadSendToV3])
    bind(app, context, call, ({ actor, params, request }) =>
      downloadAnonymousUpload(context, actor, params.id, codeOf(request)),
    )
  for (const call of [calls.withdrawSendTo, calls.withdrawSendToV3])
    bind(app, context, call, async ({ params, request }) => {
      await withdrawAnonymousUpload(context, params.id, codeOf(request))
      return {}
    })
}

/** Programs take a UUID. */
const accessCode = () => randomUUID()

function submit(
  context: Context,
  { title, content }: { readonly title: string; readonly content: UploadSource['content'] },
): Promise<UploadReceipt> {
  return uploadAnonymously(context, { name: `${title}.pdf`, content }, title, accessCode())
}

const FormTexts = z.object({ title: z.optional(line(255, 1)) })

async function submitForm(context: Context, request: FastifyRequest): Promise<UploadReceipt> {
  const source = await readMultipart(request, uploadLimit, ['content', 'file'], ['title'])
  const title = () => parse(FormTexts, Object.fromEntries(source.fields), 'body').title
  return uploadAnonymously(context, source, title, accessCode())
}
