import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** When the sender last corrected the request while it was open. */
export async function findCorrectedAt(db: Reader, requestId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('signature_requests')
    .select('corrected_at')
    .where('id', '=', requestId)
    .executeTakeFirst()
  return row?.corrected_at ?? null
}

/** The request is locked. */
export async function setCorrectedAt(tx: Transaction, requestId: string, at: Date): Promise<void> {
  await tx.updateTable('signature_requests').set({ corrected_at: at }).where('id', '=', requestId).execute()
}
