import type { Transaction } from '#api/platform/db/transaction.ts'

/** The version of the request whose attachments were last announced. */
export async function findAnnounced(tx: Transaction, requestId: string): Promise<number | null> {
  const row = await tx
    .selectFrom('signature_requests')
    .select('announced_version')
    .where('id', '=', requestId)
    .executeTakeFirst()
  return row?.announced_version ?? null
}

/** The request is locked. */
export async function setAnnounced(tx: Transaction, requestId: string, version: number): Promise<void> {
  await tx
    .updateTable('signature_requests')
    .set({ announced_version: version })
    .where('id', '=', requestId)
    .execute()
}
