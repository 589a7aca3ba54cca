import type { Reader } from '#api/db/transaction.ts'

/** Does the account sign in through a company's provider? */
export async function hasIdentity(db: Reader, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('subject')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
