import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** Counts a try before it is looked at, so that of any number at once no more than the limit are. */
export async function countTry(tx: Transaction, approvalId: string): Promise<number> {
  const row = await tx
    .updateTable('approvals')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', approvalId)
    .returning('failures')
    .executeTakeFirstOrThrow()
  return row.failures
}

/** A try that was not looked at. */
export async function forgiveTry(tx: Transaction, approvalId: string): Promise<void> {
  await tx
    .updateTable('approvals')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('id', '=', approvalId)
    .where('failures', '>', 0)
    .execute()
}

/** The companies' providers at which this account is known. */
export async function issuersOf(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('identities')
    .select('issuer')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(({ issuer }) => issuer)
}
