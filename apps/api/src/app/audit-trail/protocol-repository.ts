import { sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { ProtocolDocument } from './protocol.ts'

interface VersionRow {
  document_id: string
  document_name: string
  page_count: number
  id: string
  sha256: string
  size: string
  created_at: Date
}

/** The request's documents in their order, each with its versions from the upload to the newest. */
export async function listDocuments(db: Reader, requestId: string): Promise<ProtocolDocument[]> {
  const { rows } = await sql<VersionRow>`
    WITH RECURSIVE versions AS (
      SELECT rd.document_id, rd.position, 0 AS age, d.id, d.parent_id, d.sha256, d.size, d.created_at
      FROM request_documents rd JOIN documents d ON d.id = rd.version_id
      WHERE rd.request_id = ${requestId}
      UNION ALL
      SELECT v.document_id, v.position, v.age + 1, d.id, d.parent_id, d.sha256, d.size, d.created_at
      FROM versions v JOIN documents d ON d.id = v.parent_id
      WHERE v.id <> v.document_id
    )
    SELECT v.document_id, u.name AS document_name, u.page_count, v.id, v.sha256, v.size, v.created_at
    FROM versions v JOIN documents u ON u.id = v.document_id
    ORDER BY v.position, v.document_id, v.age DESC`.execute(db)
  const byDocument = Map.groupBy(rows, (row) => row.document_id)
  return [...byDocument].map(([id, versions]) => ({
    id,
    name: versions[0]?.document_name ?? '',
    pageCount: versions[0]?.page_count ?? 0,
    versions: versions.map((row) => ({
      id: row.id,
      sha256: row.sha256,
      size: Number(row.size),
      createdAt: row.created_at,
      signedBy: null,
    })),
  }))
}
