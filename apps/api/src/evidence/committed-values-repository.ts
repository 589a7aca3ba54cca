import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { CommittedValue } from './committed-value.ts'

export async function insertCommitted(
  tx: Transaction,
  requestId: string,
  values: readonly CommittedValue[],
): Promise<void> {
  if (values.length === 0) return
  const rows = values.map(({ signatureId, commitment, salt, value }) => ({
    signature_id: signatureId,
    commitment,
    salt: salt.toString('hex'),
    value,
  }))
  // As one value: a correction of many fields is more rows than a statement has room for parameters.
  await sql`
    INSERT INTO committed_values (request_id, signature_id, commitment, salt, value)
    SELECT ${requestId}::uuid, signature_id, decode(commitment, 'hex'), decode(salt, 'hex'), value
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS given (signature_id uuid, commitment text, salt text, value jsonb)`.execute(tx)
}

/** What of a request's committed values is still there: all, or those of these signatures. */
export async function listCommitted(
  db: Reader,
  requestId: string,
  readable: readonly string[] | 'all',
): Promise<CommittedValue[]> {
  if (readable !== 'all' && readable.length === 0) return []
  const rows = await db
    .selectFrom('committed_values')
    .select(['signature_id', 'commitment', 'salt', 'value'])
    .where('request_id', '=', requestId)
    .$if(readable !== 'all', (query) =>
      query.where(sql<boolean>`signature_id = ANY(${[...readable]}::uuid[])`),
    )
    .orderBy('commitment')
    .execute()
  return rows.map((row) => ({
    signatureId: row.signature_id,
    commitment: row.commitment.toString('hex'),
    salt: row.salt,
    value: row.value,
  }))
}

/** The evidence then says that there was a value, and not which. */
export async function forgetCommitted(tx: Transaction, requestId: string): Promise<void> {
  await tx.deleteFrom('committed_values').where('request_id', '=', requestId).execute()
}
