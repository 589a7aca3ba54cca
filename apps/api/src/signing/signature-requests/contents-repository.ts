import { sql } from 'kysely'
import { preparedIfFew } from '#api/platform/db/statements/prepared.ts'
import type { FieldValue } from '#api/platform/values/signer-field.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Signature, SignatureRequest } from './signature-request.ts'

// The rows that belong to a request's own: its documents, its signatures and where each of these stands.

export async function saveDocuments(
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
    .modifyEnd(preparedIfFew(request.documents))
    .execute()
}

/** Is this an upload that no request has yet? */
export async function isUnusedUpload(tx: Transaction, documentId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('documents as d')
    .select('d.id')
    .where('d.id', '=', documentId)
    .where('d.kind', '=', 'upload')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('request_documents as used')
            .select('used.document_id')
            .whereRef('used.document_id', '=', 'd.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return found !== undefined
}

export async function saveEditors(
  tx: Transaction,
  { id, editors = [] }: Pick<SignatureRequest, 'id' | 'editors'>,
): Promise<void> {
  const ids = editors.map(({ accountId }) => accountId)
  await tx
    .deleteFrom('request_editors')
    .where('request_id', '=', id)
    .where(sql<boolean>`account_id <> ALL(${ids}::uuid[])`)
    .execute()
  if (ids.length === 0) return
  await tx
    .insertInto('request_editors')
    .values(ids.map((account_id) => ({ request_id: id, account_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function saveSignatures(
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
  const isUnchanged = (signature: Signature, position: number) => before?.signatures[position] === signature
  const rows = request.signatures.flatMap((signature, position) =>
    isUnchanged(signature, position)
      ? []
      : [{ id: signature.id, request_id: request.id, ...signatureColumns(signature), position }],
  )
  if (rows.length === 0) return
  await tx
    .insertInto('signatures')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) =>
        // The time zone is that of the person who opened the link: another person's signature begins without.
        ({
          ...Object.fromEntries(signatureColumnNames.map((name) => [name, eb.ref(`excluded.${name}`)])),
          time_zone: sql`CASE WHEN signatures.email = excluded.email THEN signatures.time_zone END`,
        }),
      ),
    )
    .modifyEnd(preparedIfFew(rows))
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
  'link_encrypted',
  'status',
  'opened_at',
  'role',
  'signed_at',
  'delivery_state',
  'delivery_message',
  'decline_message',
  'delegated_by',
  'reminded_at',
  'group_id',
  'group_version_id',
  'group_name',
  'member_id',
  'all_documents',
  'signed_name',
  'by_account_email',
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
    link_encrypted: signature.link?.encrypted ?? null,
    status: signature.status,
    opened_at: signature.openedAt,
    role: signature.role,
    signed_at: signature.signedAt,
    delivery_state: signature.delivery?.state ?? null,
    delivery_message: signature.delivery?.message ?? null,
    decline_message: signature.declineMessage,
    delegated_by: signature.delegatedBy ? JSON.stringify(signature.delegatedBy) : null,
    reminded_at: signature.remindedAt,
    group_id: signature.group?.id ?? null,
    group_version_id: signature.group?.versionId ?? null,
    group_name: signature.group?.name ?? null,
    member_id: signature.group?.settledBy ?? null,
    all_documents: signature.allDocuments,
    signed_name: signature.signedName,
    by_account_email: signature.byAccountEmail,
  }
}

export async function savePlaces(tx: Transaction, request: SignatureRequest): Promise<void> {
  const ids = request.signatures.map((signature) => signature.id)
  if (ids.length === 0) return
  await tx.deleteFrom('signature_places').where('signature_id', 'in', ids).execute()
  const rows = request.signatures.flatMap((signature) =>
    signature.documents.map((document) => ({
      signature_id: signature.id,
      document_id: document.documentId,
      place: document.places[0] ?? null,
      places: document.places,
      form_field: document.formField,
      fields: document.fields,
      signed_values: document.signedValues,
    })),
  )
  if (rows.length === 0) return
  // As one value: 500 signers on 50 documents are more rows than a statement has room for parameters.
  await sql`
    INSERT INTO signature_places (signature_id, document_id, place, places, form_field, fields, signed_values)
    SELECT signature_id, document_id, place, places, form_field, fields, signed_values
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS placed (signature_id uuid, document_id uuid,
      place jsonb, places jsonb, form_field text, fields jsonb, signed_values jsonb)`.execute(tx)
}

/** What the signer of this signature filled in and signed in one document. */
export async function setSignedValues(
  tx: Transaction,
  {
    signatureId,
    documentId,
    values,
  }: {
    readonly signatureId: string
    readonly documentId: string
    readonly values: Readonly<Record<string, FieldValue>>
  },
): Promise<void> {
  await tx
    .updateTable('signature_places')
    .set({ signed_values: JSON.stringify(values) })
    .where('signature_id', '=', signatureId)
    .where('document_id', '=', documentId)
    .execute()
}

/** Nothing is kept of what was prefilled in the signer fields of this request, or filled in. */
export async function forgetFieldValues(tx: Transaction, requestId: string): Promise<void> {
  await sql`
    UPDATE signature_places p SET signed_values = NULL, fields = ARRAY_TO_JSON(ARRAY(
      SELECT field || '{"value": null}' FROM jsonb_array_elements(p.fields) WITH ORDINALITY AS listed (field, nth)
      ORDER BY nth))::jsonb
    FROM signatures s WHERE s.id = p.signature_id AND s.request_id = ${requestId} AND p.fields <> '[]'`.execute(
    tx,
  )
}

/** The first versions of a request's documents. */
export async function listDocumentRoots(db: Reader, requestId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('request_documents as rd')
    .innerJoin('documents as d', 'd.id', 'rd.document_id')
    .select('d.root_id')
    .distinct()
    .where('rd.request_id', '=', requestId)
    .execute()
  return rows.map(({ root_id }) => root_id)
}

/** The hashes of all that was put into a request: its documents in every version, and its attachments. */
export async function listContents(db: Reader, requestId: string): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    SELECT d.sha256 FROM request_documents rd
    JOIN documents first ON first.id = rd.document_id JOIN documents d ON d.root_id = first.root_id
    WHERE rd.request_id = ${requestId}
    UNION
    SELECT sha256 FROM attachments WHERE request_id = ${requestId}`.execute(db)
  return rows.map(({ sha256 }) => sha256)
}
