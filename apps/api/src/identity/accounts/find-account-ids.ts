import type { Transaction } from '#api/platform/db/transaction.ts'

/** Which of these e-mails belong to an account. None of them goes before what is made of the answer is written. */
export async function findAccountIds(
  db: Transaction,
  emails: readonly string[],
): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('email', 'in', emails)
    .where('deleted_at', 'is', null)
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.email, row.id]))
}
