import type { ApiDocument } from '@countersign/contract/integration/documents.ts'
import { presentDocument } from '#api/documents/documents/presenter.ts'
import { type DocumentRow, findAll } from '#api/documents/documents/repository.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { type DocumentPeople, listPeople } from './repository.ts'

/** Documents as an API user gets them, in this order; whether it may see them the caller has asked. */
export async function presentDocuments(
  context: Context,
  { accountId }: ApiUserActor,
  ids: readonly string[],
): Promise<ApiDocument[]> {
  if (ids.length === 0) return []
  const rows = await findAll(context.db, ids)
  const people = await listPeople(context.db, accountId, ids)
  return ids.flatMap((id) => {
    const [row, known] = [rows.get(id), people.get(id)]
    return row && known ? [present(row, known)] : []
  })
}

export async function presentOneDocument(
  context: Context,
  actor: ApiUserActor,
  id: string,
): Promise<ApiDocument> {
  const [document] = await presentDocuments(context, actor, [id])
  if (!document) throw new Refusal('not_found')
  return document
}

function present(row: DocumentRow, { owner, others }: DocumentPeople): ApiDocument {
  const { id, parent_id, title, content_type, size, page_count, ...document } = presentDocument(row)
  return {
    ...{ id, parent_id, title, content_type, size, page_count },
    // Clients read whole numbers.
    page_width: Math.round(document.page_width),
    page_height: Math.round(document.page_height),
    signature_fields: document.signature_fields,
    owner,
    read_access: [...others, owner],
    write_access: [owner],
    created_at: document.created_at,
    // It never changes.
    updated_at: document.created_at,
  }
}
