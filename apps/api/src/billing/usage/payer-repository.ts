import type { Reader } from '#api/platform/db/transaction.ts'

/** The sender pays for a signature: the business of the request's owner, or else the owner's own account. */
export interface Payer {
  readonly businessId: string | null
  /** Null where a business pays. */
  readonly accountId: string | null
}

export async function findPayer(db: Reader, ownerId: string): Promise<Payer> {
  const row = await db
    .selectFrom('business_members as m')
    .innerJoin('businesses as b', 'b.id', 'm.business_id')
    .select('m.business_id')
    .where('m.account_id', '=', ownerId)
    .where('b.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { businessId: row.business_id, accountId: null } : { businessId: null, accountId: ownerId }
}
