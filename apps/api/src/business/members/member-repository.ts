import { sql } from 'kysely'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { BusinessRole } from '#api/business/businesses/business.ts'

export async function setRole(
  tx: Transaction,
  accountIds: readonly string[],
  role: BusinessRole,
): Promise<void> {
  await tx.updateTable('business_members').set({ role }).where('account_id', 'in', accountIds).execute()
}

export async function setLocked(tx: Transaction, accountId: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('business_members')
    .set({ locked_at: at })
    .where('account_id', '=', accountId)
    .execute()
}

export async function setSeats(tx: Transaction, businessId: string, seats: number | null): Promise<void> {
  await tx.updateTable('businesses').set({ seats }).where('id', '=', businessId).execute()
}

/** The first without a seat, where there will be fewer seats than people. Those named before are not meant any more. */
export async function nameWhoGivesUpSeat(
  tx: Transaction,
  businessId: string,
  accountIds: readonly string[],
): Promise<void> {
  await tx
    .updateTable('business_members')
    .set({ gives_up_seat: sql<boolean>`account_id = ANY (${accountIds}::uuid[])` })
    .where('business_id', '=', businessId)
    .execute()
}

/**
 * Nobody changes or deletes these accounts until the transaction is over. Before the business is held, as everybody does
 * who needs both.
 */
export async function holdAccounts(
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .selectFrom('accounts as a')
    .innerJoin('business_members as m', 'm.account_id', 'a.id')
    .select('a.id')
    .where('m.business_id', '=', businessId)
    .where('a.id', 'in', ids)
    .orderBy('a.id')
    .forNoKeyUpdate('a')
    .execute()
}
