import type { Reader } from '#api/db/transaction.ts'

/** Does signing in with the account's password take a second factor? */
export async function hasSecondFactor(db: Reader, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
