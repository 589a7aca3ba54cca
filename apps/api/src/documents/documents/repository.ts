import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { prepared } from '#api/platform/db/statements/prepared.ts'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { StoredContent } from '#api/providers/document-store/port.ts'
import type { ReceivedUpload } from './uploads/upload-document.ts'

export type DocumentRow = Selectable<Tables['documents']>

/** An upload is the first version of a document. */
export async function insertUpload(
  tx: Transaction,
  ownerId: string,
  upload: ReceivedUpload,
): Promise<string> {
  const id = randomUUID()
  await tx
    .insertInto('documents')
    .values({
      id,
      root_id: id,
      parent_id: null,
      kind: 'upload',
      owner_id: ownerId,
      name: upload.name,
      title: upload.title,
      content_type: upload.contentType,
      size: upload.size,
      sha256: upload.sha256,
      page_count: upload.pageCount,
      pages: JSON.stringify(upload.pages),
      signature_fields: JSON.stringify(upload.signatureFields),
      form_fields: JSON.stringify(upload.formFields ?? []),
      form_problem: upload.formProblem ?? null,
      scripts_removed: upload.scriptsRemoved ?? false,
      seed_value_fields: JSON.stringify(upload.seedValueFields ?? []),
    })
    .execute()
  return id
}

/**
 * The same uploads once more, as rows of their own: what becomes of the ones does not reach the others, and their content
 * is in the store once. Answers the new ids by the old ones.
 */
export async function copyUploads(
  tx: Transaction,
  ids: readonly string[],
  ownerId: string,
): Promise<Map<string, string>> {
  const copies = ids.map(() => randomUUID())
  await sql`
    INSERT INTO documents (id, root_id, kind, owner_id, name, title, content_type, size, sha256, page_count, pages,
      signature_fields, form_fields, form_problem, scripts_removed, seed_value_fields)
    SELECT copy.id, copy.id, 'upload', ${ownerId}::uuid, d.name, d.title, d.content_type, d.size, d.sha256,
      d.page_count, d.pages, d.signature_fields, d.form_fields, d.form_problem, d.scripts_removed,
      d.seed_value_fields
    FROM unnest(${ids}::uuid[], ${copies}::uuid[]) AS copy (original, id)
    JOIN documents d ON d.id = copy.original`.execute(tx)
  return new Map(ids.map((id, index) => [id, copies[index] ?? id]))
}

/** The version that follows `parentId`: other content, the same pages and fields. */
export async function insertVersion(
  tx: Transaction,
  parentId: string,
  stored: StoredContent,
): Promise<string> {
  const before = await tx
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', parentId)
    .executeTakeFirstOrThrow()
  const id = randomUUID()
  await tx
    .insertInto('documents')
    .values({
      ...before,
      id,
      parent_id: parentId,
      kind: 'signed',
      size: stored.size,
      sha256: stored.sha256,
      pages: JSON.stringify(before.pages),
      signature_fields: JSON.stringify(before.signature_fields),
      form_fields: JSON.stringify(before.form_fields),
      seed_value_fields: JSON.stringify(before.seed_value_fields),
      created_at: undefined,
    })
    .execute()
  return id
}

/**
 * The versions that follow these, each with a signature more: its field is taken, and is offered to nobody any longer.
 * Answers their ids by those of the versions before.
 */
export async function insertVersions(
  tx: Transaction,
  versions: readonly {
    readonly baseVersionId: string
    readonly stored: StoredContent
    readonly fieldName: string
  }[],
): Promise<Map<string, string>> {
  const rows = versions.map(({ baseVersionId, stored, fieldName }) => ({
    id: randomUUID(),
    parent: baseVersionId,
    size: stored.size,
    sha256: stored.sha256,
    field: fieldName,
  }))
  await sql`
    INSERT ${prepared} INTO documents (id, root_id, parent_id, kind, owner_id, name, title, content_type, size, sha256, page_count,
      pages, form_fields, form_problem, scripts_removed, seed_value_fields, signature_fields)
    SELECT s.id, d.root_id, d.id, 'signed', d.owner_id, d.name, d.title, d.content_type, s.size, s.sha256, d.page_count,
      d.pages, d.form_fields, d.form_problem, d.scripts_removed, d.seed_value_fields, CASE WHEN d.signature_fields @> jsonb_build_array(jsonb_build_object('name', s.field))
        THEN (SELECT jsonb_agg(CASE WHEN f ->> 'name' = s.field THEN f || '{"signed": true}' ELSE f END ORDER BY n)
          FROM jsonb_array_elements(d.signature_fields) WITH ORDINALITY AS fields (f, n))
        ELSE d.signature_fields || jsonb_build_object('name', s.field, 'signed', true, 'places', '[]'::jsonb) END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS s (id uuid, parent uuid, size bigint, sha256 text, field text)
    JOIN documents d ON d.id = s.parent`.execute(tx)
  return new Map(rows.map(({ id, parent }) => [parent, id]))
}

/** Those that are there, by their id. */
export async function findAll(db: Reader, ids: readonly string[]): Promise<Map<string, DocumentRow>> {
  const rows = await db.selectFrom('documents').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export function find(db: Reader, id: string): Promise<DocumentRow | undefined> {
  return db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same, unless its content is deleted; and nobody deletes it until the transaction is over. */
export function lockForKeyShare(tx: Transaction, id: string): Promise<DocumentRow | undefined> {
  return tx
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .where('content_deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
}

/** Of these at most one call at a time decides what becomes of them; in one order, so that no two calls wait for each other. */
export async function lockForNoKeyUpdate(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('documents')
    .select('id')
    .where(sql<boolean>`id = ANY (${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Every version of these documents has another owner. */
export async function changeOwner(
  tx: Transaction,
  { roots, from, to }: { readonly roots: readonly string[]; readonly from: string; readonly to: string },
): Promise<void> {
  if (roots.length === 0) return
  await tx
    .updateTable('documents')
    .set({ owner_id: to })
    .where('root_id', 'in', roots)
    .where('owner_id', '=', from)
    .execute()
}
