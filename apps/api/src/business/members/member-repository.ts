import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { BusinessRole } from '#api/business/businesses/business.ts'

export interface NewMember {
  readonly businessId: string
  readonly accountId: string
  readonly role: BusinessRole | 'api_user'
  readonly at: Date
}

/** False where the account belongs to a business already. */
export async function insertMember(tx: Transaction, member: NewMember): Promise<boolean> {
  const inserted = await tx
    .insertInto('business_members')
    .values({
      business_id: member.businessId,
      account_id: member.accountId,
      role: member.role,
      joined_at: member.at,
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Is this member of a business without a seat? */
export async function isLocked(db: Reader, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('business_members')
    .select('locked_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined && row.locked_at !== null
}

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

/** The first without a seat, where there will be fewer seats than people. Those named before are not meant any longer. */
export async function markSeatsToRelease(
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

/** With the account goes its membership. */
export async function removeMember(tx: Transaction, accountId: string): Promise<string | null> {
  const removed = await tx
    .deleteFrom('business_members')
    .where('account_id', '=', accountId)
    .returning('business_id')
    .executeTakeFirst()
  return removed?.business_id ?? null
}

export async function removeAllMembers(tx: Transaction, businessId: string): Promise<string[]> {
  const removed = await tx
    .deleteFrom('business_members')
    .where('business_id', '=', businessId)
    .returning('account_id')
    .execute()
  return removed.map(({ account_id }) => account_id)
}

/** Whether the account belongs to the business; until the transaction is over it stays so. */
export async function lockForShare(tx: Transaction, businessId: string, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('business_members')
    .select('account_id')
    .where('business_id', '=', businessId)
    .where('account_id', '=', accountId)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Of these accounts those that belong to the business. */
export async function listMemberIds(
  db: Reader,
  businessId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('business_members')
    .select('account_id')
    .where('business_id', '=', businessId)
    .where('account_id', 'in', ids)
    .execute()
  return rows.map(({ account_id }) => account_id)
}
