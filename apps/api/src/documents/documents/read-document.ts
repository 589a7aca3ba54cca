import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import type { FileAnswer } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { mayReadDocument, requestsShowing } from './access-repository.ts'
import type { DocumentContext } from './document-context.ts'
import { type DocumentRow, find } from './repository.ts'

/** The document, for those who may read it; to everybody else it does not exist. */
export async function readDocument(context: Context, actor: Participant, id: string): Promise<DocumentRow> {
  const document = (await mayReadDocument(context.db, id, actor)) ? await find(context.db, id) : undefined
  if (!document) throw new Refusal('not_found')
  return document
}

/** The document for those who read what is in it: one whose content was deleted is refused. */
export async function readWithContent(
  context: Context,
  actor: Participant,
  id: string,
): Promise<DocumentRow> {
  const document = await readDocument(context, actor, id)
  refuseDeleted(document)
  return document
}

/** What was deleted in time still has its row, for its hash. The store may have the file in its trash for a while. */
function refuseDeleted(document: DocumentRow): void {
  if (document.content_deleted_at) throw new Refusal('document.deleted')
}

/** The file; `newest` is its newest signed version. That it was handed out is kept as evidence once the request is sent. */
export async function downloadDocument(
  context: DocumentContext,
  actor: Participant,
  id: string,
  newest: boolean,
): Promise<FileAnswer> {
  const requested = await readDocument(context, actor, id)
  const shownIn = await requestsShowing(context.db, id, actor)
  const [first] = shownIn
  const document = newest && first ? ((await find(context.db, first.versionId)) ?? requested) : requested
  refuseDeleted(document)
  const content = await context.documentStore.stream(document.sha256)
  // With a newer version of one request, only that request has handed it out.
  const sources = document.id === requested.id ? shownIn : shownIn.slice(0, 1)
  const sent = sources.filter(({ status }) => status !== 'DRAFT').map(({ requestId }) => requestId)
  await recordDownload(context, actor, document, sent).catch((error: unknown) => {
    content.destroy()
    throw error
  })
  return { contentType: document.content_type, content, fileName: `${document.title}.pdf` }
}

async function recordDownload(
  context: DocumentContext,
  actor: Participant,
  { id, sha256 }: DocumentRow,
  requestIds: readonly string[],
): Promise<void> {
  const event = { type: 'downloaded', actor: eventActor(actor), data: { documentId: id, sha256 } } as const
  for (const requestId of requestIds)
    await transaction(context.db, (tx) => context.appendEvent(tx, requestId, { ...event, at: context.now() }))
}
