import * as calls from '@countersign/contract/documents.ts'
import { deleteDocument as deleteDocumentCall } from '@countersign/contract/observers-and-attachments.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { PageSize } from '#api/platform/db/tables.ts'
import { bind, type FileAnswer } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { deleteDocument } from './deletion/delete-document.ts'
import { type DocumentContext } from './document-context.ts'
import { downloadDocument, readDocument, refuseDeleted } from './read-document.ts'
import { sendEtags, setEtag } from './etag.ts'
import { pagesOf, type Pages } from './pages/pages.ts'
import { presentDocument } from './presenter.ts'
import type { DocumentRow } from './repository.ts'

export function registerDocuments(app: FastifyInstance, context: DocumentContext): void {
  const pages = pagesOf(context)
  app.register(async (scope) => {
    sendEtags(scope)
    bind(scope, context, calls.getDocument, async ({ actor, params }) =>
      presentDocument(await readDocument(context, actor, params.id)),
    )
    bind(scope, context, deleteDocumentCall, async ({ actor, params }) => {
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
      pageImage(context, pages, { actor, ...params, ...query, request }),
    )
    bind(scope, context, calls.getDirectDocumentPage, ({ actor, params, query, request }) =>
      pageImage(context, pages, { actor, ...params, ...query, request }),
    )
    bind(scope, context, calls.getDocumentPageText, async ({ actor, params }) => {
      const { document, page } = await readPage(context, actor, params)
      return pages.text(document, page)
    })
    bind(scope, context, calls.getDocumentTags, async ({ actor, params }) =>
      pages.tags(await readDocument(context, actor, params.id)),
    )
    bind(scope, context, calls.getDirectDocumentPageText, async ({ actor, params }) => {
      const { document, page } = await readPage(context, actor, params)
      return pages.text(document, page)
    })
  })
}

interface PageRequest {
  readonly actor: Participant
  readonly id: string
  readonly n: number
  readonly scale: number
  readonly request: FastifyRequest
}

async function pageImage(
  context: Context,
  pages: Pages,
  { actor, scale, request, ...at }: PageRequest,
): Promise<FileAnswer> {
  const { document, page } = await readPage(context, actor, at)
  const held = setEtag(request, `${document.sha256}-${page.index}-${scale}`)
  const content = held ? new Uint8Array() : await pages.image(document, page, scale)
  return { contentType: 'image/webp', content, revalidated: true }
}

async function readPage(
  context: Context,
  actor: Participant,
  { id, n }: { readonly id: string; readonly n: number },
): Promise<{ document: DocumentRow; page: PageSize }> {
  const document = await readDocument(context, actor, id)
  refuseDeleted(document)
  const page = document.pages[n]
  if (!page) throw new Refusal('not_found')
  return { document, page }
}
