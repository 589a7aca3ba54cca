import * as calls from '@countersign/contract/hand-overs.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { pagesOf } from '#api/documents/documents/pages.ts'
import { readMultipart } from '#api/platform/http/read-multipart.ts'
import { bind } from '#api/platform/http/bind.ts'
import { codeOf } from './access-code.ts'
import { claimHandOver } from './claim-hand-over.ts'
import { downloadHandOver, takeBackHandOver, trackHandOver } from './follow-hand-over.ts'
import { admitHandOver, handInDocument, handOverLimit } from './hand-in-document.ts'
import { openHandOver, openPage } from './open-hand-over.ts'
import { presentOpened, presentTracked } from './presenter.ts'

export function registerHandOvers(app: FastifyInstance, context: Context): void {
  registerHandingIn(app, context)
  registerClaiming(app, context)
}

/** For anyone who hands in, who has no account. */
function registerHandingIn(app: FastifyInstance, context: Context): void {
  const admit = ({ ip }: { readonly ip: string }) => admitHandOver(context, ip)
  bind(
    app,
    context,
    calls.handOver,
    async ({ body, request }) => {
      const source = body
        ? { name: `${body.title}.pdf`, content: Buffer.from(body.content, 'base64') }
        : await readMultipart(request, handOverLimit)
      const { id, url, accessCode, title, expiresAt } = await handInDocument(context, source, body?.title)
      return { id, url, access_code: accessCode, title, expires_at: expiresAt.toISOString() }
    },
    { admit },
  )
  bind(app, context, calls.trackHandOver, async ({ params, request }) =>
    presentTracked(await trackHandOver(context, params.id, codeOf(request))),
  )
  bind(app, context, calls.downloadHandOver, ({ actor, params, request }) =>
    downloadHandOver(context, actor, params.id, codeOf(request)),
  )
  bind(app, context, calls.takeBackHandOver, async ({ params, request }) => {
    await takeBackHandOver(context, params.id, codeOf(request))
    return {}
  })
}

/** For anyone who has the link. */
function registerClaiming(app: FastifyInstance, context: Context): void {
  const pages = pagesOf(context)
  bind(app, context, calls.getHandOver, async ({ actor, params, request }) =>
    presentOpened(await openHandOver(context, actor, params.token, codeOf(request))),
  )
  bind(app, context, calls.getHandOverPage, async ({ params, query, request }) => {
    const { upload, page } = await openPage(context, params, codeOf(request))
    return { contentType: 'image/webp', content: await pages.image(upload, page, query.scale) }
  })
  bind(app, context, calls.getHandOverPageText, async ({ params, request }) => {
    const { upload, page } = await openPage(context, params, codeOf(request))
    return pages.text(upload, page)
  })
  bind(app, context, calls.claimHandOver, async ({ actor, params, request }) => ({
    signature_request_id: await claimHandOver(context, actor, params.token, codeOf(request)),
  }))
}
