import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Reader, Transaction } from '#api/db/transaction.ts'
import { saveAttachments } from '#api/attachments/repository.ts'
import { saveObservers } from '#api/observers/repository.ts'
import { Refusal } from '#api/refusal.ts'
import { type RequestRow, toRequest } from './row.ts'
import type { Signature, SignatureRequest } from './signature-request.ts'
import { summaryOf } from './summary.ts'

/** One statement: the request with its documents and signatures. */
export async function find(db: Reader, id: string): Promise<SignatureRequest | null> {
  const row = await db
    .selectFrom('signature_requests as r')
    .innerJoin('accounts as o', 'o.id', 'r.owner_id')
    .selectAll('r')
    .select([
      'o.email as owner_email',
      'o.first_name as owner_first',
      'o.last_name as owner_last',
      'o.language as owner_language',
    ])
    .select((eb) => [
      // Of an account that was deleted nothing is left but what the evidence says of who made the request.
      eb
        .selectFrom('evidence_events as e')
        .whereRef('e.request_id', '=', 'r.id')
        .where('e.seq', '=', 1)
        .where('o.deleted_at', 'is not', null)
        .select('e.actor')
        .as('owner_then'),
      jsonArrayFrom(
        eb
          .selectFrom('request_documents as rd')
          .innerJoin('documents as d', 'd.id', 'rd.document_id')
          .innerJoin('documents as v', 'v.id', 'rd.version_id')
          .whereRef('rd.request_id', '=', 'r.id')
          .select(['d.id', 'rd.version_id', 'd.name', 'v.size', 'd.pages', 'd.signature_fields'])
          .orderBy('rd.position'),
      ).as('documents'),
      jsonArrayFrom(
        eb
          .selectFrom('signatures as s')
          .whereRef('s.request_id', '=', 'r.id')
          .selectAll('s')
          .select((inner) => [
            jsonArrayFrom(
              inner
                .selectFrom('signature_places as p')
                .whereRef('p.signature_id', '=', 's.id')
                .select(['p.document_id', 'p.place', 'p.form_field']),
            ).as('places'),
            jsonArrayFrom(
              inner
                .selectFrom('signings as g')
                .whereRef('g.signature_id', '=', 's.id')
                .select(['g.status', 'g.error', 'g.created_at'])
                .orderBy('g.created_at', 'desc')
                .limit(1),
            ).as('signings'),
          ])
          .orderBy('s.position'),
      ).as('signatures'),
      jsonArrayFrom(
        eb.selectFrom('departures as l').whereRef('l.request_id', '=', 'r.id').select('l.account_id'),
      ).as('departures'),
      jsonArrayFrom(
        eb
          .selectFrom('observers as w')
          .whereRef('w.request_id', '=', 'r.id')
          .select(['w.id', 'w.email', 'w.account_id', 'w.language', 'w.invited_by'])
          .orderBy('w.created_at')
          .orderBy('w.email'),
      ).as('observers'),
      jsonArrayFrom(
        eb
          .selectFrom('attachments as f')
          .whereRef('f.request_id', '=', 'r.id')
          .selectAll('f')
          .orderBy('f.created_at')
          .orderBy('f.id'),
      ).as('attachments'),
    ])
    .where('r.id', '=', id)
    .executeTakeFirst()
  return row ? toRequest(row as unknown as RequestRow) : null
}

/**
 * Nobody else changes the request until the transaction is over. False where there is none. Rows that refer to it may
 * be added meanwhile (NO KEY): a stronger lock would wait for them, and they for it.
 */
export async function lock(tx: Transaction, id: string): Promise<boolean> {
  const locked = await tx
    .selectFrom('signature_requests')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked !== undefined
}

/** The same as `find`, locked. */
export async function findForUpdate(tx: Transaction, id: string): Promise<SignatureRequest | null> {
  return (await lock(tx, id)) ? find(tx, id) : null
}

export async function insert(tx: Transaction, request: SignatureRequest): Promise<void> {
  await tx
    .insertInto('signature_requests')
    .values({
      id: request.id,
      owner_id: request.owner.id,
      ...columns(request),
      created_at: request.createdAt,
    })
    .execute()
  await saveDocuments(tx, request)
  await saveSignatures(tx, request)
  await savePlaces(tx, request)
  await saveObservers(tx, request)
  await refreshAccess(tx, request.id)
}

/**
 * Saves what `findForUpdate` read as `before`, changed. The version it was read at has to be the one that is there; parts
 * that are still the same are not written.
 */
export async function save(
  tx: Transaction,
  before: SignatureRequest,
  request: SignatureRequest,
): Promise<void> {
  const saved = await tx
    .updateTable('signature_requests')
    .set({
      ...columns(request),
      version: request.version + 1,
      // Another end is another countdown.
      ...(before.expiresAt?.getTime() === request.expiresAt?.getTime() ? {} : { reminded_before_days: null }),
    })
    .where('id', '=', request.id)
    .where('version', '=', request.version)
    .executeTakeFirst()
  if (saved.numUpdatedRows !== 1n) throw new Refusal('request.changed')
  if (request.documents !== before.documents) await saveDocuments(tx, request, before)
  if (request.signatures !== before.signatures) {
    await saveSignatures(tx, request, before)
    if (placesOf(request) !== placesOf(before)) await savePlaces(tx, request)
  }
  if (request.observers !== before.observers) await saveObservers(tx, request, before)
  if (request.attachments !== before.attachments) await saveAttachments(tx, request, before)
  await refreshAccess(tx, request.id)
}

function placesOf(request: SignatureRequest): string {
  return JSON.stringify(request.signatures.map(({ id, documents }) => [id, documents]))
}

function columns(request: SignatureRequest) {
  return {
    title: request.title,
    message: request.message,
    quality: request.quality,
    legislation: request.legislation,
    status: request.status,
    expires_at: request.expiresAt,
    updated_at: request.updatedAt,
    initiated_at: request.initiatedAt,
    completed_at: request.completedAt,
    withdraw_message: request.withdrawMessage,
    summary: JSON.stringify(summaryOf(request)),
  }
}

async function saveDocuments(
  tx: Transaction,
  request: SignatureRequest,
  before?: SignatureRequest,
): Promise<void> {
  const ids = request.documents.map((document) => document.id)
  if (before?.documents.some((document) => !ids.includes(document.id)))
    await tx
      .deleteFrom('request_documents')
      .where('request_id', '=', request.id)
      .where(sql<boolean>`document_id <> ALL(${ids}::uuid[])`)
      .execute()
  if (ids.length === 0) return
  await tx
    .insertInto('request_documents')
    .values(
      request.documents.map((document, position) => ({
        request_id: request.id,
        document_id: document.id,
        version_id: document.versionId,
        position,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['request_id', 'document_id']).doUpdateSet((eb) => ({
        version_id: eb.ref('excluded.version_id'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute()
}

async function saveSignatures(
  tx: Transaction,
  request: SignatureRequest,
  before?: SignatureRequest,
): Promise<void> {
  const ids = request.signatures.map((signature) => signature.id)
  if (before?.signatures.some((signature) => !ids.includes(signature.id)))
    await tx
      .deleteFrom('signatures')
      .where('request_id', '=', request.id)
      .where(sql<boolean>`id <> ALL(${ids}::uuid[])`)
      .execute()
  if (ids.length === 0) return
  await tx
    .insertInto('signatures')
    .values(
      request.signatures.map((signature, position) => ({
        id: signature.id,
        request_id: request.id,
        ...signatureColumns(signature),
        position,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) =>
          Object.fromEntries(signatureColumnNames.map((name) => [name, eb.ref(`excluded.${name}`)])),
        ),
    )
    .execute()
}

const signatureColumnNames = [
  'position',
  'sequence',
  'email',
  'first_name',
  'last_name',
  'mobile',
  'language',
  'notify',
  'account_id',
  'link_hash',
  'link_sealed',
  'status',
  'opened_at',
  'signed_at',
  'delivery_state',
  'delivery_message',
  'decline_message',
  'delegated_by',
  'reminded_at',
] as const

function signatureColumns(signature: Signature) {
  return {
    sequence: signature.sequence,
    email: signature.email,
    first_name: signature.firstName,
    last_name: signature.lastName,
    mobile: signature.mobile,
    language: signature.language,
    notify: signature.notify,
    account_id: signature.accountId,
    link_hash: signature.link?.hash ?? null,
    link_sealed: signature.link?.sealed ?? null,
    status: signature.status,
    opened_at: signature.openedAt,
    signed_at: signature.signedAt,
    delivery_state: signature.delivery?.state ?? null,
    delivery_message: signature.delivery?.message ?? null,
    decline_message: signature.declineMessage,
    delegated_by: signature.delegatedBy ? JSON.stringify(signature.delegatedBy) : null,
    reminded_at: signature.remindedAt,
  }
}

async function savePlaces(tx: Transaction, request: SignatureRequest): Promise<void> {
  const ids = request.signatures.map((signature) => signature.id)
  if (ids.length === 0) return
  await tx.deleteFrom('signature_places').where('signature_id', 'in', ids).execute()
  const rows = request.signatures.flatMap((signature) =>
    signature.documents.map((document) => ({
      signature_id: signature.id,
      document_id: document.documentId,
      place: document.place,
      form_field: document.formField,
    })),
  )
  if (rows.length === 0) return
  // As one value: 500 signers on 50 documents are more rows than a statement has room for parameters.
  await sql`
    INSERT INTO signature_places (signature_id, document_id, place, form_field)
    SELECT signature_id, document_id, place, form_field FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS placed (signature_id uuid, document_id uuid, place jsonb, form_field text)`.execute(tx)
}

/**
 * What each account sees on its dashboard, made anew from the request as it now is. Whoever left it does not see it, unless
 * they are asked to sign again.
 */
export async function refreshAccess(tx: Transaction, requestId: string): Promise<void> {
  await sql`
    WITH returned AS (
      DELETE FROM departures d USING signatures s
      WHERE d.request_id = ${requestId} AND s.request_id = d.request_id AND s.account_id = d.account_id
        AND s.status IN ('WAITING', 'OPEN')
      RETURNING d.account_id
    ), people AS (
      SELECT r.owner_id AS account_id, true AS is_owner FROM signature_requests r WHERE r.id = ${requestId}
      UNION ALL
      SELECT s.account_id, false FROM signatures s JOIN signature_requests r ON r.id = s.request_id
      WHERE s.request_id = ${requestId} AND s.account_id IS NOT NULL AND r.status <> 'DRAFT'
      UNION ALL
      SELECT w.account_id, false FROM observers w JOIN signature_requests r ON r.id = w.request_id
      WHERE w.request_id = ${requestId} AND w.account_id IS NOT NULL AND r.status <> 'DRAFT'
    ), viewers AS (
      SELECT p.account_id, bool_or(p.is_owner) AS is_owner
      FROM people p JOIN accounts a ON a.id = p.account_id AND a.deleted_at IS NULL
      WHERE NOT EXISTS (
        SELECT FROM departures d WHERE d.request_id = ${requestId} AND d.account_id = p.account_id
          AND d.account_id NOT IN (SELECT account_id FROM returned))
      GROUP BY p.account_id
    ),
    gone AS (
      DELETE FROM request_access a WHERE a.request_id = ${requestId} AND a.account_id NOT IN (SELECT account_id FROM viewers)
    )
    INSERT INTO request_access (account_id, request_id, is_owner, status, owner_email, title, search, created_at, updated_at, completed_at, expires_at)
    SELECT v.account_id, r.id, v.is_owner,
      CASE r.status
        WHEN 'DRAFT' THEN 'DRAFT' WHEN 'SIGNED' THEN 'COMPLETED' WHEN 'ERROR' THEN 'ERROR'
        WHEN 'OPEN' THEN CASE WHEN EXISTS (
          SELECT 1 FROM signatures s WHERE s.request_id = r.id AND s.account_id = v.account_id AND s.status = 'OPEN'
        ) THEN 'TO_SIGN' ELSE 'WAITING' END
        ELSE 'CANCELLED' END,
      o.email, r.title,
      lower(concat_ws(' ', r.title, o.email, o.first_name, o.last_name,
        (SELECT string_agg(concat_ws(' ', s.email, s.first_name, s.last_name), ' ') FROM signatures s WHERE s.request_id = r.id),
        (SELECT string_agg(w.email, ' ') FROM observers w WHERE w.request_id = r.id),
        (SELECT string_agg(d.name, ' ') FROM request_documents rd JOIN documents d ON d.id = rd.document_id WHERE rd.request_id = r.id))),
      r.created_at, r.updated_at, r.completed_at, r.expires_at
    FROM signature_requests r CROSS JOIN viewers v CROSS JOIN LATERAL (
      -- of an account that was deleted nothing is left but what the evidence says of who made the request
      SELECT a.first_name, a.last_name, CASE WHEN a.deleted_at IS NULL THEN a.email ELSE coalesce(
        (SELECT e.actor ->> 'email' FROM evidence_events e WHERE e.request_id = r.id AND e.seq = 1), '') END AS email
      FROM accounts a WHERE a.id = r.owner_id) o
    WHERE r.id = ${requestId}
    ON CONFLICT (account_id, request_id) DO UPDATE SET is_owner = excluded.is_owner, status = excluded.status,
      title = excluded.title, search = excluded.search, updated_at = excluded.updated_at,
      completed_at = excluded.completed_at, expires_at = excluded.expires_at`.execute(tx)
}
