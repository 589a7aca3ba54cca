import { deserialize, serialize } from 'node:v8'
import { type Selectable } from 'kysely'
import type { SignedDigestRow, Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { SignedDigest } from '#api/providers/trust-service/stepwise/port.ts'
import type { PreparedSignature } from './engine-thread.ts'

export type PreparedSeal = Selectable<Tables['prepared_seals']>

/** By which a trust service tells one digest of an order from another, and we its answers. */
export const digestId = (seal: Pick<PreparedSeal, 'signing_id' | 'document_id'>) =>
  `${seal.signing_id}.${seal.document_id}`

export async function findPrepared(db: Reader, signingIds: readonly string[]): Promise<PreparedSeal[]> {
  if (signingIds.length === 0) return []
  return db
    .selectFrom('prepared_seals')
    .selectAll()
    .where('signing_id', 'in', signingIds)
    .orderBy('signing_id')
    .orderBy('document_id')
    .execute()
}

export interface NewPreparedSeal {
  readonly signingId: string
  readonly documentId: string
  readonly baseVersionId: string
  readonly fieldName: string
  readonly stroke: PreparedSignature
}

export async function insertPrepared(tx: Transaction, seals: readonly NewPreparedSeal[]): Promise<void> {
  for (const { signingId, documentId, baseVersionId, fieldName, stroke } of seals)
    await tx
      .insertInto('prepared_seals')
      .values({
        signing_id: signingId,
        document_id: documentId,
        base_version_id: baseVersionId,
        field_name: fieldName,
        digest: Buffer.from(stroke.prepared.digest),
        stroke: serialize(stroke),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Plain data of our own, as the engine gave it. */
export const strokeOf = ({ stroke }: PreparedSeal) => deserialize(stroke) as PreparedSignature

export async function insertSigned(
  tx: Transaction,
  seals: readonly PreparedSeal[],
  signatures: readonly SignedDigest[],
): Promise<void> {
  for (const signed of signatures) {
    const seal = seals.find((one) => digestId(one) === signed.id)
    if (!seal) continue
    await tx
      .updateTable('prepared_seals')
      .set({ signed: JSON.stringify(toRow(signed)) })
      .where('signing_id', '=', seal.signing_id)
      .where('document_id', '=', seal.document_id)
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
