import { type Expression, type ExpressionBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { ReceivedUpload } from '#api/documents/documents/uploads/upload-document.ts'
import type { RequestStatus, SignerStatus } from '#api/signing/signature-requests/signature-request.ts'
import { type AnonymousUpload, retentionPeriod, unclaimedFor } from './anonymous-upload.ts'

/** By its own id, or by the secret of its link. */
export type AnonymousUploadKey = { readonly id: string } | { readonly tokenHash: Buffer }

export interface LockedUpload {
  readonly anonymousUpload: AnonymousUpload
  readonly codeHash: Buffer
  readonly codeFailures: number
  readonly codeFailedAt: Date | null
}

export async function insert(
  tx: Transaction,
  given: {
    readonly id: string
    readonly tokenHash: Buffer
    readonly codeHash: Buffer
    readonly title: string
    readonly upload: ReceivedUpload
    readonly now: Date
  },
): Promise<void> {
  await tx
    .insertInto('anonymous_uploads')
    .values({
      id: given.id,
      token_hash: given.tokenHash,
      code_hash: given.codeHash,
      title: given.title,
      upload: JSON.stringify(given.upload),
      created_at: given.now,
    })
    .execute()
}

/** What is over for good is not there, whether the job that clears up has been there or not. */
const isKept =
  (key: AnonymousUploadKey, now: Date) =>
  (eb: ExpressionBuilder<Tables, 'anonymous_uploads'>): Expression<SqlBool> =>
    eb.and([
      eb('created_at', '>', new Date(now.getTime() - retentionPeriod)),
      'id' in key ? eb('id', '=', key.id) : eb('token_hash', '=', key.tokenHash),
    ])

export async function find(db: Reader, key: AnonymousUploadKey, now: Date): Promise<AnonymousUpload | null> {
  const row = await db.selectFrom('anonymous_uploads').selectAll().where(isKept(key, now)).executeTakeFirst()
  return row ? toAnonymousUpload(row) : null
}

export async function lockForNoKeyUpdate(
  tx: Transaction,
  key: AnonymousUploadKey,
  now: Date,
): Promise<LockedUpload | null> {
  const row = await tx
    .selectFrom('anonymous_uploads')
    .selectAll()
    .where(isKept(key, now))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  return {
    anonymousUpload: toAnonymousUpload(row),
    codeHash: row.code_hash,
    codeFailures: row.code_failures,
    codeFailedAt: row.code_failed_at,
  }
}

function toAnonymousUpload(row: Selectable<Tables['anonymous_uploads']>): AnonymousUpload {
  return {
    id: row.id,
    title: row.title,
    upload: row.upload,
    createdAt: row.created_at,
    takenBackAt: row.taken_back_at,
    claimedAt: row.claimed_at,
    claimedBy: row.claimed_by,
    requestId: row.request_id,
    documentId: row.document_id,
  }
}

export async function countWrongCode(tx: Transaction, id: string, failures: number, at: Date): Promise<void> {
  const set = { code_failures: failures, code_failed_at: at }
  await tx.updateTable('anonymous_uploads').set(set).where('id', '=', id).execute()
}

export async function forgetWrongCodes(tx: Transaction, id: string): Promise<void> {
  await tx
    .updateTable('anonymous_uploads')
    .set({ code_failures: 0, code_failed_at: null })
    .where('id', '=', id)
    .execute()
}

export async function markTakenBack(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('anonymous_uploads')
    .set({ taken_back_at: at, upload: null })
    .where('id', '=', id)
    .execute()
}

/** Its content is a document's from now on. */
export async function markClaimed(
  tx: Transaction,
  id: string,
  by: {
    readonly accountId: string
    readonly requestId: string
    readonly documentId: string
    readonly at: Date
  },
): Promise<void> {
  await tx
    .updateTable('anonymous_uploads')
    .set({
      claimed_at: by.at,
      claimed_by: by.accountId,
      request_id: by.requestId,
      document_id: by.documentId,
      upload: null,
    })
    .where('id', '=', id)
    .execute()
}

/** How much is waiting to be claimed, in bytes. */
export async function sizeOfUnclaimed(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('anonymous_uploads')
    .select((eb) => eb.fn.sum<string | null>('size').as('size'))
    .where('sha256', 'is not', null)
    .executeTakeFirst()
  return Number(row?.size ?? 0)
}

export interface Course {
  readonly requestId: string
  readonly status: RequestStatus
  readonly creatorName: string
  /** Null where its content was deleted. */
  readonly version: { readonly sha256: string; readonly id: string } | null
  readonly signers: readonly { name: string | null; status: SignerStatus; signedAt: string | null }[]
}

/** What became of it: the request it was claimed for, as long as the document is in it. */
export async function findCourse(
  db: Reader,
  { requestId, documentId }: AnonymousUpload,
): Promise<Course | null> {
  if (!requestId || !documentId) return null
  const { rows } = await sql<Course>`
    SELECT r.id AS "requestId", r.status, trim(o.first_name || ' ' || o.last_name) AS "creatorName",
      CASE WHEN v.content_deleted_at IS NULL THEN json_build_object('id', v.id, 'sha256', v.sha256) END AS version,
      (SELECT coalesce(json_agg(json_build_object(
          'name', nullif(trim(concat_ws(' ', s.first_name, s.last_name)), ''),
          'status', s.status, 'signedAt', s.signed_at) ORDER BY s.position), '[]')
        FROM signatures s WHERE s.request_id = r.id AND r.status <> 'DRAFT') AS signers
    FROM signature_requests r
    JOIN request_documents d ON d.request_id = r.id AND d.document_id = ${documentId}
    JOIN documents v ON v.id = d.version_id
    JOIN accounts o ON o.id = r.owner_id
    WHERE r.id = ${requestId}`.execute(db)
  return rows[0] ?? null
}

/** The content of what nobody claimed in time, and everything of what is old. */
export async function removeOld(db: Reader, now: Date): Promise<number> {
  const forgotten = await db
    .updateTable('anonymous_uploads')
    .set({ upload: null })
    .where('sha256', 'is not', null)
    .where('created_at', '<=', new Date(now.getTime() - unclaimedFor))
    .executeTakeFirst()
  const removed = await db
    .deleteFrom('anonymous_uploads')
    .where('created_at', '<=', new Date(now.getTime() - retentionPeriod))
    .executeTakeFirst()
  return Number(forgotten.numUpdatedRows + removed.numDeletedRows)
}
