import type { Reader } from '#api/platform/db/transaction.ts'

/** Open requests whose time is over. */
export async function listExpired(db: Reader, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('signature_requests')
    .select('id')
    .where('status', '=', 'OPEN')
    .where('expires_at', '<=', now)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
