import type { Reader } from '#api/platform/db/transaction.ts'

export async function hasAccounts(db: Reader): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function hasAccountOf(db: Reader, email: string): Promise<boolean> {
  const found = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()
  return found !== undefined
}
