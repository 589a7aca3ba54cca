import { type RawBuilder, sql } from 'kysely'
import { isLeaving } from '#api/platform/db/being-transferred.ts'
import type { LinkActor, Participant } from '#api/platform/actor.ts'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader } from '#api/platform/db/transaction.ts'

/** A request in which the actor sees a document. */
export interface RequestOfDocument {
  readonly requestId: string
  readonly status: Tables['signature_requests']['status']
  /** The newest version it has there. */
  readonly versionId: string
}

/** Who uploaded a document reads it, and so does everybody who has a part in a request that has it. */
export async function mayReadDocument(db: Reader, documentId: string, actor: Participant): Promise<boolean> {
  if (actor.kind === 'account') {
    const own = await db
      .selectFrom('documents')
      .select('id')
      .where('id', '=', documentId)
      .where('owner_id', '=', actor.accountId)
      .where('kind', '=', 'upload')
      .where(
        sql<boolean>`NOT EXISTS (
        SELECT FROM request_documents used JOIN signature_requests r ON r.id = used.request_id
        WHERE used.document_id = documents.id AND ${isLeaving('r', actor.accountId)})`,
      )
      .execute()
    if (own.length > 0) return true
  }
  return (await requestsShowing(db, documentId, actor)).length > 0
}

/**
 * Is the request one that an API user has sent, and the account one of its business's members, who see these where the
 * business says so? Neither in a draft, nor in what the API user has deleted, nor without a seat.
 */
function isSharedWithMember(requestId: RawBuilder<unknown>, accountId: string): RawBuilder<boolean> {
  return sql`EXISTS (
    SELECT FROM signature_requests sent
    JOIN request_access ON request_access.request_id = sent.id AND request_access.account_id = sent.owner_id
    JOIN business_members program ON program.account_id = sent.owner_id AND program.role = 'api_user'
    JOIN business_members reader ON reader.business_id = program.business_id
    JOIN businesses business ON business.id = program.business_id AND business.deleted_at IS NULL
    WHERE sent.id = ${requestId} AND sent.status <> 'DRAFT'
      AND reader.account_id = ${accountId} AND reader.role <> 'api_user' AND reader.locked_at IS NULL
      AND business.settings #>> '{apiUsers,sharedRequests,enabled}' = 'true')`
}

/** The same as a question. */
export async function isRequestShared(db: Reader, requestId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ shared: boolean }>`
    SELECT ${isSharedWithMember(sql.val(requestId), accountId)} AS shared`.execute(db)
  return rows[0]?.shared === true
}

/** Once a request is withdrawn, a link shows its documents to who has signed them and to nobody else. */
function isShownByLink({ signatureId }: LinkActor) {
  return sql`EXISTS (
    SELECT FROM signature_requests request JOIN signatures signature ON signature.request_id = request.id
    WHERE request.id = shown.request_id AND signature.id = ${signatureId}
      AND (request.status <> 'WITHDRAWN' OR signature.status = 'SIGNED'))`
}

/** Someone who has left sees what is being transferred from them as a signer alone, and no draft, as in lists. */
const isOpenTo = (accountId: string) => sql`NOT EXISTS (
  SELECT FROM signature_requests r WHERE r.id = shown.request_id AND ${isLeaving('r', accountId)} AND (r.status = 'DRAFT'
    OR NOT EXISTS (SELECT FROM signatures s WHERE s.request_id = r.id AND s.account_id = ${accountId})
    AND NOT EXISTS (SELECT FROM signature_members m WHERE m.request_id = r.id AND m.account_id = ${accountId})))`

/**
 * The requests through which the actor sees a document, newest first. A request shows what was put into it and each
 * version signed there, not what became of the same file in other requests.
 */
export async function requestsShowing(
  db: Reader,
  documentId: string,
  actor: Participant,
): Promise<RequestOfDocument[]> {
  const visible =
    actor.kind === 'account'
      ? sql`(EXISTS (SELECT FROM request_access WHERE account_id = ${actor.accountId} AND request_id = shown.request_id)
          AND ${isOpenTo(actor.accountId)}
          OR ${isSharedWithMember(sql.ref('shown.request_id'), actor.accountId)})`
      : sql`shown.request_id = ${actor.requestId} AND ${isShownByLink(actor)}`
  const found = await sql<RequestOfDocument>`
    WITH RECURSIVE version AS (
      SELECT shown.request_id, shown.document_id, shown.version_id, document.id, document.parent_id
      FROM documents wanted
      JOIN documents document ON document.root_id = wanted.root_id
      JOIN request_documents shown ON shown.version_id = document.id
      WHERE wanted.id = ${documentId} AND ${visible}
      UNION ALL
      SELECT version.request_id, version.document_id, version.version_id, document.id, document.parent_id
      FROM version JOIN documents document ON document.id = version.parent_id
      WHERE version.id <> version.document_id
    )
    SELECT request.id AS "requestId", request.status, version.version_id AS "versionId"
    FROM version JOIN signature_requests request ON request.id = version.request_id
    WHERE version.id = ${documentId}
    ORDER BY request.updated_at DESC, request.id`.execute(db)
  return found.rows
}
