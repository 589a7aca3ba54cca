import * as calls from '@countersign/contract/integration/documents.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deleteDocument } from '#api/documents/documents/deletion/delete-document.ts'
import type { DocumentContext } from '#api/documents/documents/document-context.ts'
import { sendEtags } from '#api/documents/documents/etag.ts'
import { pageImage } from '#api/documents/documents/pages/page-image.ts'
import { downloadDocument, readDocument } from '#api/documents/documents/read-document.ts'
import { bind } from '#api/platform/http/bind.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import { readForAnswer } from '#api/platform/db/commit-outcome.ts'
import { wrongField } from '#api/platform/refusal.ts'
import { actingAccount } from '../acting-account.ts'
import { asJson, prefersJson } from './content-answer.ts'
import { presentDocuments, presentOneDocument } from './present-documents.ts'
import { listDocumentIds } from './repository.ts'
import { uploadDocument } from './upload-document.ts'

/** Documents of API users. */
export function registerIntegrationDocuments(app: FastifyInstance, context: DocumentContext): void {
  const shown = (actor: ApiUserActor, id: string) =>
    readForAnswer(() => presentOneDocument(context, actor, id))
  for (const call of [calls.uploadDocumentV2, calls.uploadDocumentV3])
    bind(
      app,
      context,
      call,
      async ({ actor, body, file }) => {
        const content = body.content == null ? null : file(body.content)
        return shown(actor, await uploadDocument(context, actor, { ...body, content }))
      },
      { again: ({ actor }, id) => shown(actor, id) },
    )
  for (const call of [calls.listDocumentsV2, calls.listDocumentsV3])
    bind(app, context, call, async ({ actor, query: { page_number: page, page_size: limit } }) => {
      const ids = await listDocumentIds(context.db, actor.accountId, { offset: (page - 1) * limit, limit })
      return presentDocuments(context, actor, ids)
    })
  for (const call of [calls.getDocumentV2, calls.getDocumentV3])
    bind(app, context, call, async ({ actor, params }) => {
      const { id } = await readDocument(context, actingAccount(actor), params.id)
      return presentOneDocument(context, actor, id)
    })
  for (const call of [calls.deleteDocumentV2, calls.deleteDocumentV3])
    bind(app, context, call, async ({ actor, params }) => {
      await deleteDocument(context, actingAccount(actor), params.id)
      return {}
    })
  registerContents(app, context)
}

function registerContents(app: FastifyInstance, context: DocumentContext): void {
  for (const call of [calls.getDocumentContentV2, calls.getDocumentContentV3])
    bind(app, context, call, async ({ actor, params, request }) => {
      const account = actingAccount(actor)
      const download = () => downloadDocument(context, account, params.id, false)
      if (!prefersJson(request.headers.accept)) return download()
      const { size } = await readDocument(context, account, params.id)
      return asJson(await download(), Number(size))
    })
  app.register(async (scope) => {
    sendEtags(scope)
    for (const call of [calls.getDocumentPageV2, calls.getDocumentPageV3])
      bind(scope, context, call, ({ actor, params, query, request }) =>
        pageImage(context, {
          ...params,
          actor: actingAccount(actor),
          scale: query.scale ?? scaleIn(request),
          request,
        }),
      )
  })
}

/** Clients send it as a header, too. */
function scaleIn({ headers }: FastifyRequest): number {
  const given = headers.scale ?? '100'
  const scale = typeof given === 'string' && /^\d{1,3}(\.0+)?$/.test(given) ? Number(given) : Number.NaN
  if (!(scale >= 10 && scale <= 300)) throw wrongField('scale', 'out_of_range', 'Must be from 10 to 300')
  return scale
}
