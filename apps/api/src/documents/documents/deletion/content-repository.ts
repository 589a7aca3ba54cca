import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { OwnerClient } from '#api/platform/db/connect.ts'
import { copyOut } from '#api/platform/db/copy.ts'
import type { Reader } from '#api/platform/db/transaction.ts'

/**
 * Does anything refer to this content: a document, an attachment, a template, an anonymous upload? Only what nothing refers
 * to may be removed from the store. All is looked at in one instant: asked one after the other, what is just claimed, or
 * made from a template that goes, would be found in neither place.
 */
export async function isContentInUse(db: Reader, sha256: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    SELECT EXISTS (SELECT FROM documents WHERE sha256 = ${sha256} AND content_deleted_at IS NULL)
      OR EXISTS (SELECT FROM attachments WHERE sha256 = ${sha256} AND content_deleted_at IS NULL)
      OR EXISTS (SELECT FROM template_attachments WHERE sha256 = ${sha256})
      OR EXISTS (SELECT FROM anonymous_uploads WHERE sha256 = ${sha256}) AS used`.execute(db)
  return rows.some(({ used }) => used)
}

/** All content that something refers to, as lines of its hash and its size: the same as above, for all at once. */
export function copyContentsInUse(client: OwnerClient): Readable {
  return copyOut(
    client,
    `COPY (SELECT sha256, max(size) FROM (
      SELECT sha256, size FROM documents WHERE content_deleted_at IS NULL
      UNION ALL SELECT sha256, size FROM attachments WHERE content_deleted_at IS NULL
      UNION ALL SELECT sha256, size FROM template_attachments
      UNION ALL SELECT sha256, size FROM anonymous_uploads WHERE sha256 IS NOT NULL
    ) AS used GROUP BY sha256 ORDER BY sha256) TO STDOUT`,
  ).content
}
