import { sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'

/** The account's uploads, and the newest version of each document in requests that it sees; newest first. */
export async function listDocumentIds(
  db: Reader,
  accountId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT d.id FROM documents d
    WHERE d.content_deleted_at IS NULL AND d.id IN (
      SELECT own.id FROM documents own WHERE own.owner_id = ${accountId} AND own.kind = 'upload'
      UNION ALL
      SELECT rd.version_id FROM request_access a JOIN request_documents rd ON rd.request_id = a.request_id
      WHERE a.account_id = ${accountId})
    ORDER BY d.created_at DESC, d.id LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface DocumentPeople {
  readonly owner: string
  /** Who takes part in a request of the account that shows this version. */
  readonly others: readonly string[]
}

/**
 * Whose these documents are, and who else sees them through requests that the account sees. A draft shows its documents
 * to nobody but its owner.
 */
export async function listPeople(
  db: Reader,
  accountId: string,
  documentIds: readonly string[],
): Promise<Map<string, DocumentPeople>> {
  if (documentIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string } & DocumentPeople>`
    WITH RECURSIVE version AS (
      SELECT wanted.id AS wanted, shown.request_id, shown.document_id, document.id, document.parent_id
      FROM documents wanted
      JOIN documents document ON document.root_id = wanted.root_id
      JOIN request_documents shown ON shown.version_id = document.id
      JOIN request_access access ON access.request_id = shown.request_id AND access.account_id = ${accountId}
      JOIN signature_requests request ON request.id = shown.request_id AND request.status <> 'DRAFT'
      WHERE wanted.id = ANY (${documentIds}::uuid[])
      UNION ALL
      SELECT version.wanted, version.request_id, version.document_id, document.id, document.parent_id
      FROM version JOIN documents document ON document.id = version.parent_id
      WHERE version.id <> version.document_id
    ), people AS (
      SELECT version.wanted, person.email FROM version
      JOIN LATERAL (
        SELECT s.email FROM signatures s WHERE s.request_id = version.request_id
        UNION ALL
        SELECT o.email FROM observers o WHERE o.request_id = version.request_id
        UNION ALL
        SELECT a.email FROM signature_requests r JOIN accounts a ON a.id = r.owner_id WHERE r.id = version.request_id
      ) person ON person.email <> ''
      WHERE version.id = version.wanted
    )
    SELECT d.id, owner.email AS owner,
      ARRAY(SELECT DISTINCT people.email FROM people WHERE people.wanted = d.id AND people.email <> owner.email
        ORDER BY people.email) AS others
    FROM documents d JOIN accounts owner ON owner.id = d.owner_id
    WHERE d.id = ANY (${documentIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, owner, others }) => [id, { owner, others }]))
}
