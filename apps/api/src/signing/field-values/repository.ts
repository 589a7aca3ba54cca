import { sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { RequestValues } from './request-values.ts'

// A request has up to 500 values of 4,000 characters.
const atOnce = 25

/** The requests of a template or of a bulk send that their owner still sees. */
export type ValuesOf =
  | { readonly templateId: string; readonly ownerId: string }
  | { readonly bulkSendId: string; readonly ownerId: string }

// A value is seen once its signer has signed, as in the request itself; until then it is the signer’s own.
const signers = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'sid', s.id, 'role', s.role, 'email', s.email, 'name', s.signed_name, 'status', s.status, 'signedAt', s.signed_at,
    'fields', (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'documentId', p.document_id, 'id', f.field ->> 'id', 'type', f.field ->> 'type', 'label', f.field ->> 'label',
        'value', CASE WHEN s.status = 'SIGNED' THEN p.signed_values -> (f.field ->> 'id') END
      ) ORDER BY rd.position, f.place), '[]')
      FROM signature_places p
      JOIN request_documents rd ON rd.request_id = s.request_id AND rd.document_id = p.document_id
      CROSS JOIN LATERAL jsonb_array_elements(p.fields) WITH ORDINALITY AS f (field, place)
      WHERE p.signature_id = s.id)
  ) ORDER BY s.position), '[]') FROM signatures s WHERE s.request_id = r.id)`

/**
 * All of them that were sent, some at a time: each time from where the last one ended. Nothing is held in between, neither rows nor a
 * connection, however slowly someone reads.
 */
export async function* iterateValues(db: Reader, of: ValuesOf): AsyncGenerator<readonly RequestValues[]> {
  let last: Row | undefined
  for (;;) {
    const { rows } = await sql<Row>`
      SELECT r.id, r.title, r.status, r.initiated_at AS "sentAt", r.completed_at AS "completedAt", ${signers} AS signers, place.*
      FROM signature_requests r
      JOIN request_access a ON a.request_id = r.id AND a.account_id = ${of.ownerId} AND a.is_owner
      ${'templateId' in of ? ofTemplate(of.templateId, last) : ofBulkSend(of.bulkSendId, last)} LIMIT ${atOnce}`.execute(
      db,
    )
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (rows.length < atOnce) return
  }
}

interface Row extends RequestValues {
  /** Where to continue. */
  readonly at: string
}

function ofTemplate(templateId: string, last: Row | undefined) {
  const after = last ? sql`AND (r.created_at, r.id) > (${last.at}::timestamptz, ${last.id}::uuid)` : sql``
  return sql`CROSS JOIN LATERAL (SELECT NULL::int AS row, r.created_at::text AS at) place
    WHERE r.template_id = ${templateId} AND r.status <> 'DRAFT' ${after} ORDER BY r.created_at, r.id`
}

function ofBulkSend(bulkSendId: string, last: Row | undefined) {
  const after = last ? sql`AND b.row > ${Number(last.at)}` : sql``
  return sql`JOIN bulk_send_rows b ON b.request_id = r.id AND b.send_id = ${bulkSendId}
    CROSS JOIN LATERAL (SELECT b.row, b.row::text AS at) place
    WHERE true ${after} ORDER BY b.row`
}
