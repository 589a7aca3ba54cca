import type { Transaction } from '#api/platform/db/transaction.ts'

/**
 * Nobody else changes the request until the transaction is over. False where there is none. Rows that refer to it may
 * be added meanwhile (NO KEY): a stronger lock would wait for them, and they for it.
 */
export async function lockRowForNoKeyUpdate(tx: Transaction, id: string): Promise<boolean> {
  const locked = await tx
    .selectFrom('signature_requests')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked !== undefined
}
