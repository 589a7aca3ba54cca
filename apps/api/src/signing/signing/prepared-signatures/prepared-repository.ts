import { deserialize, serialize } from 'node:v8'
import { type Selectable } from 'kysely'
import type { SignedDigestRow, Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { SignedDigest } from '#api/providers/trust-service/stepwise/port.ts'
import type { PreparedRevision } from '../engine/engine-thread.ts'

export type PreparedRow = Selectable<Tables['prepared_signatures']>

/** By which a trust service tells one digest of an order from another, and we its answers. */
export const digestId = (row: Pick<PreparedRow, 'signing_id' | 'document_id'>) =>
  `${row.signing_id}.${row.document_id}`

export async function findPrepared(db: Reader, signingIds: readonly string[]): Promise<PreparedRow[]> {
  if (signingIds.length === 0) return []
  return db
    .selectFrom('prepared_signatures')
    .selectAll()
    .where('signing_id', 'in', signingIds)
    .orderBy('signing_id')
    .orderBy('document_id')
    .execute()
}

export interface NewPreparedSignature {
  readonly signingId: string
  readonly documentId: string
  readonly baseVersionId: string
  readonly fieldName: string
  readonly prepared: PreparedRevision
}

export async function insertPrepared(tx: Transaction, rows: readonly NewPreparedSignature[]): Promise<void> {
  for (const { signingId, documentId, baseVersionId, fieldName, prepared } of rows)
    await tx
      .insertInto('prepared_signatures')
      .values({
        signing_id: signingId,
        document_id: documentId,
        base_version_id: baseVersionId,
        field_name: fieldName,
        digest: Buffer.from(prepared.prepared.digest),
        prepared: serialize(prepared),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Plain data of our own, as the engine gave it. */
export const preparedOf = ({ prepared }: PreparedRow) => deserialize(prepared) as PreparedRevision

export async function insertSigned(
  tx: Transaction,
  rows: readonly PreparedRow[],
  signatures: readonly SignedDigest[],
): Promise<void> {
  for (const signed of signatures) {
    const row = rows.find((one) => digestId(one) === signed.id)
    if (!row) continue
    await tx
      .updateTable('prepared_signatures')
      .set({ signed: JSON.stringify(toRow(signed)) })
      .where('signing_id', '=', row.signing_id)
      .where('document_id', '=', row.document_id)
      .execute()
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

function toRow({ cms, certificate, validation }: SignedDigest): SignedDigestRow {
  return {
    cms: base64(cms),
    certificate: base64(certificate),
    certificates: validation.certificates.map(base64),
    ocsps: validation.ocsps.map(base64),
    crls: validation.crls.map(base64),
  }
}

export function fromRow(row: SignedDigestRow): Omit<SignedDigest, 'id'> {
  const bytes = (text: string) => Buffer.from(text, 'base64')
  return {
    cms: bytes(row.cms),
    certificate: bytes(row.certificate),
    validation: {
      certificates: row.certificates.map(bytes),
      ocsps: row.ocsps.map(bytes),
      crls: row.crls.map(bytes),
    },
  }
}
