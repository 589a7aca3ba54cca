import type { FastifyRequest } from 'fastify'
import type { Participant } from '#api/platform/actor.ts'
import type { PageSize } from '#api/platform/db/tables.ts'
import type { FileAnswer } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { setEtag } from '../etag.ts'
import { readWithContent } from '../read-document.ts'
import type { DocumentRow } from '../repository.ts'
import { pagesOf } from './pages.ts'

interface PageRequest {
  readonly actor: Participant
  readonly id: string
  readonly n: number
  readonly scale: number
  readonly request: FastifyRequest
}

/** The image of a page for someone who may see the document; nothing where they have it already. */
export async function pageImage(
  context: Context,
  { actor, scale, request, ...at }: PageRequest,
): Promise<FileAnswer> {
  const { document, page } = await readPage(context, actor, at)
  const held = setEtag(request, `${document.sha256}-${page.index}-${scale}`)
  const content = held ? new Uint8Array() : await pagesOf(context).image(document, page, scale)
  return { contentType: 'image/webp', content, revalidated: true }
}

export async function readPage(
  context: Context,
  actor: Participant,
  { id, n }: { readonly id: string; readonly n: number },
): Promise<{ document: DocumentRow; page: PageSize }> {
  const document = await readWithContent(context, actor, id)
  const page = document.pages[n]
  if (!page) throw new Refusal('not_found')
  return { document, page }
}
