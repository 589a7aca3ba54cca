import { sql } from 'kysely'
import type { Transaction } from '#api/platform/db/transaction.ts'

/** The first version of a document, where it is this owner's. */
export async function findRoot(tx: Transaction, id: string, ownerId: string): Promise<string | null> {
  const own = await tx
    .selectFrom('documents')
    .select('root_id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return own?.root_id ?? null
}

/**
 * Every version of these documents: nobody takes one up until the transaction is over, and the person who is just doing it is
 * waited for. Answers their ids.
 */
export async function lockForUpdate(tx: Transaction, roots: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM documents WHERE root_id = ANY(${roots}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function isInRequest(tx: Transaction, rootId: string): Promise<boolean> {
  const shown = await tx
    .selectFrom('documents as d')
    .innerJoin('request_documents as rd', (join) =>
      join.on((eb) =>
        eb.or([eb('rd.document_id', '=', eb.ref('d.id')), eb('rd.version_id', '=', eb.ref('d.id'))]),
      ),
    )
    .select('d.id')
    .where('d.root_id', '=', rootId)
    .limit(1)
    .execute()
  return shown.length > 0
}

export async function removeFamily(tx: Transaction, rootId: string): Promise<void> {
  await tx.deleteFrom('documents').where('root_id', '=', rootId).execute()
}

export async function removeAll(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('documents').where('id', 'in', ids).execute()
}

/** Of these documents those that are in no request, in all their versions; their content goes with the next sweep of the store. */
export async function removeUnused(tx: Transaction, roots: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM documents d WHERE d.root_id = ANY(${roots}::uuid[])
      AND NOT EXISTS (
        SELECT FROM documents o
        WHERE o.root_id = d.root_id AND (
          EXISTS (SELECT FROM request_documents rd WHERE rd.document_id = o.id)
          OR EXISTS (SELECT FROM request_documents rd WHERE rd.version_id = o.id)
          OR EXISTS (SELECT FROM signature_places p WHERE p.document_id = o.id)))`.execute(tx)
}

/** Files that were taken out of their request again: nobody else has ever seen them. */
export async function removeUnusedUploads(tx: Transaction, ownerId: string): Promise<void> {
  await sql`
    DELETE FROM documents d WHERE d.owner_id = ${ownerId} AND d.kind = 'upload'
      AND NOT EXISTS (SELECT FROM request_documents rd WHERE rd.document_id = d.id OR rd.version_id = d.id)
      AND NOT EXISTS (SELECT FROM documents later WHERE later.parent_id = d.id)
      AND NOT EXISTS (SELECT FROM signature_places p WHERE p.document_id = d.id)`.execute(tx)
}

export interface DeletedDocument {
  readonly documentId: string
  readonly sha256: string
}

/**
 * What the form in the file held goes with its content. Answers those whose content was not deleted before. Without a
 * time it is the transaction's.
 */
export async function markContentDeleted(
  tx: Transaction,
  ids: readonly string[],
  at?: Date,
): Promise<DeletedDocument[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<DeletedDocument>`
    UPDATE documents SET content_deleted_at = coalesce(${at ?? null}::timestamptz, now()),
      form_fields = ARRAY_TO_JSON(ARRAY(
        SELECT field || '{"value": null}' FROM jsonb_array_elements(form_fields) WITH ORDINALITY AS listed (field, nth)
        ORDER BY nth))::jsonb
    WHERE content_deleted_at IS NULL AND id = ANY(${ids}::uuid[])
    RETURNING id AS "documentId", sha256`.execute(tx)
  return rows
}
