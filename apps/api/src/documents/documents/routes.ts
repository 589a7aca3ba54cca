import * as calls from '@countersign/contract/documents.ts'
import type { FastifyInstance } from 'fastify'
import { bind } from '#api/platform/http/bind.ts'
import { deleteDocument } from './deletion/delete-document.ts'
import { type DocumentContext } from './document-context.ts'
import { downloadDocument, readDocument, readWithContent } from './read-document.ts'
import { sendEtags } from './etag.ts'
import { pageImage, readPage } from './pages/page-image.ts'
import { pagesOf } from './pages/pages.ts'
import { presentDocument } from './presenter.ts'

export function registerDocuments(app: FastifyInstance, context: DocumentContext): void {
  const pages = pagesOf(context)
  app.register(async (scope) => {
    sendEtags(scope)
    bind(scope, context, calls.getDocument, async ({ actor, params }) =>
      presentDocument(await readDocument(context, actor, params.id)),
    )
    bind(scope, context, calls.deleteDocument, async ({ actor, params }) => {
      await deleteDocument(context, actor, params.id)
      return {}
    })
    bind(scope, context, calls.getDirectDocument, async ({ actor, params }) =>
      presentDocument(await readDocument(context, actor, params.id)),
    )
    bind(scope, context, calls.downloadDocument, ({ actor, params, query }) =>
      downloadDocument(context, actor, params.id, query.signed === 'true'),
    )
    bind(scope, context, calls.downloadDirectDocument, ({ actor, params, query }) =>
      downloadDocument(context, actor, params.id, query.signed === 'true'),
    )
    bind(scope, context, calls.getDocumentPage, ({ actor, params, query, request }) =>
      pageImage(context, { actor, ...params, ...query, request }),
    )
    bind(scope, context, calls.getDirectDocumentPage, ({ actor, params, query, request }) =>
      pageImage(context, { actor, ...params, ...query, request }),
    )
    bind(scope, context, calls.getDocumentPageText, async ({ actor, params }) => {
      const { document, page } = await readPage(context, actor, params)
      return pages.text(document, page)
    })
    bind(scope, context, calls.getDocumentTags, async ({ actor, params }) =>
      pages.tags(await readWithContent(context, actor, params.id)),
    )
    bind(scope, context, calls.getDirectDocumentPageText, async ({ actor, params }) => {
      const { document, page } = await readPage(context, actor, params)
      return pages.text(document, page)
    })
  })
}
