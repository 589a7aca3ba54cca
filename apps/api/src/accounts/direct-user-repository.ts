import type { Reader } from '#api/db/transaction.ts'

/** A no-account signer has no row of their own: their name is what the sender gave with the signature. */
export async function findSignerName(
  db: Reader,
  signatureId: string,
): Promise<{ readonly firstName: string | null; readonly lastName: string | null }> {
  const row = await db
    .selectFrom('signatures')
    .select(['first_name', 'last_name'])
    .where('id', '=', signatureId)
    .executeTakeFirst()
  return { firstName: row?.first_name ?? null, lastName: row?.last_name ?? null }
}
