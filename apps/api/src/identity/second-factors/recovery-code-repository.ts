import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** How many are not used yet. */
export async function countRecoveryCodes(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** The account's codes are these, and none that were before. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await removeAll(tx, accountId)
  if (hashes.length === 0) return
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute()
}

export async function removeAll(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
}

/** Uses one up: of two at once one gets it. */
export async function takeRecoveryCode(
  tx: Transaction,
  accountId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const taken = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}
