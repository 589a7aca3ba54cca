import * as calls from '@countersign/contract/anonymous-uploads.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { pagesOf } from '#api/documents/documents/pages/pages.ts'
import { readMultipart } from '#api/platform/http/read-multipart.ts'
import { bind } from '#api/platform/http/bind.ts'
import { codeOf } from './access-code.ts'
import { claimAnonymousUpload } from './claim-anonymous-upload.ts'
import {
  downloadAnonymousUpload,
  withdrawAnonymousUpload,
  trackAnonymousUpload,
} from './track-anonymous-upload.ts'
import { admitAnonymousUpload, uploadAnonymously, uploadLimit } from './upload-anonymously.ts'
import { openAnonymousUpload, openPage } from './open-anonymous-upload.ts'
import { presentOpened, presentTracked } from './presenter.ts'

export function registerAnonymousUploads(app: FastifyInstance, context: Context): void {
  registerSubmission(app, context)
  registerClaiming(app, context)
}

/** For anyone who hands in, who has no account. */
function registerSubmission(app: FastifyInstance, context: Context): void {
  const admit = ({ ip }: { readonly ip: string }) => admitAnonymousUpload(context, ip)
  bind(
    app,
    context,
    calls.uploadAnonymously,
    async ({ body, request, file }) => {
      const source = body
        ? { name: `${body.title}.pdf`, content: file(body.content) }
        : await readMultipart(request, uploadLimit)
      const { id, url, accessCode, title, expiresAt } = await uploadAnonymously(context, source, body?.title)
      return { id, url, access_code: accessCode, title, expires_at: expiresAt.toISOString() }
    },
    { admit },
  )
  bind(app, context, calls.trackAnonymousUpload, async ({ params, request }) =>
    presentTracked(await trackAnonymousUpload(context, params.id, codeOf(request))),
  )
  bind(app, context, calls.downloadAnonymousUpload, ({ actor, params, request }) =>
    downloadAnonymousUpload(context, actor, params.id, codeOf(request)),
  )
  bind(app, context, calls.withdrawAnonymousUpload, async ({ params, request }) => {
    await withdrawAnonymousUpload(context, params.id, codeOf(request))
    return {}
  })
}

/** For anyone who has the link. */
function registerClaiming(app: FastifyInstance, context: Context): void {
  const pages = pagesOf(context)
  bind(app, context, calls.getAnonymousUpload, async ({ actor, params, request }) =>
    presentOpened(await openAnonymousUpload(context, actor, params.token, codeOf(request))),
  )
  bind(app, context, calls.getAnonymousUploadPage, async ({ params, query, request }) => {
    const { upload, page } = await openPage(context, params, codeOf(request))
    return { contentType: 'image/webp', content: await pages.image(upload, page, query.scale) }
  })
  bind(app, context, calls.getAnonymousUploadPageText, async ({ params, request }) => {
    const { upload, page } = await openPage(context, params, codeOf(request))
    return pages.text(upload, page)
  })
  bind(
    app,
    context,
    calls.claimAnonymousUpload,
    async ({ actor, params, request }) => ({
      signature_request_id: await claimAnonymousUpload(context, actor, params.token, codeOf(request)),
    }),
    { again: async (_call, id) => ({ signature_request_id: id }) },
  )
}
