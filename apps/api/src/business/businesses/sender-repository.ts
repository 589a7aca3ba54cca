import type { Reader } from '#api/platform/db/transaction.ts'

/** The account that sent a request. */
export async function findSender(db: Reader, requestId: string): Promise<string | null> {
  const request = await db
    .selectFrom('signature_requests')
    .select('owner_id')
    .where('id', '=', requestId)
    .executeTakeFirst()
  return request?.owner_id ?? null
}
