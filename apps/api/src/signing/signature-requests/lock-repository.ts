import { prepared } from '#api/platform/db/statements/prepared.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'

const locked = new WeakMap<Transaction, Set<string>>()

/**
 * Nobody else changes the request until the transaction is over. False where there is none. Rows that refer to it may
 * be added meanwhile (NO KEY): a stronger lock would wait for them, and they for it. What the transaction has locked
 * stays locked, and isn't asked for again.
 */
export async function lockRowForNoKeyUpdate(tx: Transaction, id: string): Promise<boolean> {
  const known = locked.get(tx) ?? new Set()
  if (known.has(id)) return true
  const row = await tx
    .selectFrom('signature_requests')
    .modifyFront(prepared)
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row) locked.set(tx, known.add(id))
  return row !== undefined
}
