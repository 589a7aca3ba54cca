import { sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'

export interface ReferredContent {
  readonly sha256: string
  readonly size: number
}

/**
 * The next contents that something refers to, in the order of their hashes, from one hash on: however many there are, each
 * answer reads the indexes of the hashes. With `since` only what was added from then on; an attachment of a template has no
 * time of its own and is always there. Fewer than `limit` means that there are no more: each table gives as many hashes,
 * not as many rows, and several rows may have the same one.
 */
export async function listContentFrom(
  db: Reader,
  { from, since, limit }: { readonly from: string; readonly since: Date | null; readonly limit: number },
): Promise<ReferredContent[]> {
  const addedSince = sql`(${since}::timestamptz IS NULL OR created_at >= ${since})`
  const page = sql`GROUP BY sha256 ORDER BY sha256 LIMIT ${limit}`
  const { rows } = await sql<ReferredContent>`
    SELECT sha256, max(size)::float8 AS size FROM (
      (SELECT sha256, max(size) AS size FROM documents
       WHERE content_deleted_at IS NULL AND sha256 >= ${from} AND ${addedSince} ${page})
      UNION ALL (SELECT sha256, max(size) FROM attachments
       WHERE content_deleted_at IS NULL AND sha256 >= ${from} AND ${addedSince} ${page})
      UNION ALL (SELECT sha256, max(size) FROM template_attachments WHERE sha256 >= ${from} ${page})
      UNION ALL (SELECT sha256, max(size) FROM anonymous_uploads WHERE sha256 >= ${from} AND ${addedSince} ${page})
    ) AS referred ${page}`.execute(db)
  return rows
}

/** What refers to a content: `document 0f3c…`, at most this many. */
export async function listReferences(db: Reader, sha256: string, limit = 10): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    SELECT 'document ' || id AS reference FROM documents WHERE sha256 = ${sha256} AND content_deleted_at IS NULL
    UNION ALL SELECT 'attachment ' || id || ' of request ' || request_id FROM attachments
      WHERE sha256 = ${sha256} AND content_deleted_at IS NULL
    UNION ALL SELECT 'attachment ' || id || ' of template ' || template_id FROM template_attachments WHERE sha256 = ${sha256}
    UNION ALL SELECT 'anonymous upload ' || id FROM anonymous_uploads WHERE sha256 = ${sha256}
    LIMIT ${limit}`.execute(db)
  return rows.map(({ reference }) => reference)
}
