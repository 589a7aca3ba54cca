import type { Reader } from '#api/platform/db/transaction.ts'

/** Since when there has been this account; null where there is none. */
export async function findCreatedAt(db: Reader, accountId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('accounts')
    .select('created_at')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.created_at ?? null
}
