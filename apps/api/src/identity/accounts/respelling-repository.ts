import { canonicalEmail } from '@countersign/contract/email.ts'
import { sql } from 'kysely'
import { scan } from '#api/platform/db/conversion/address-column.ts'
import type { Database } from '#api/platform/db/connect.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

// Accounts whose address isn't ASCII, of which there are few: those that may be kept in another form than the canonical one.

export interface AccountAddress {
  readonly id: string
  readonly email: string
  readonly createdAt: Date
}

/** Accounts that aren't kept under the canonical form of their address, the oldest first. */
export async function listRespelled(db: Database): Promise<AccountAddress[]> {
  const unusual = await listUnusual(db)
  return unusual
    .filter(({ email }) => email !== canonicalEmail(email))
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}

/** All whose address may be the other form of one that someone wrote before. */
export async function listUnusual(db: Database): Promise<AccountAddress[]> {
  const found: AccountAddress[] = []
  const selected = sql`id, email, created_at AS "createdAt"`
  for await (const rows of scan<AccountAddress>(db, 'accounts', ['email'], selected)) found.push(...rows)
  return found
}

/** The account that has exactly this address. */
export async function findExact(db: Reader, email: string): Promise<AccountAddress | null> {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'created_at as createdAt'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** False where it has another address by now. */
export async function respell(
  tx: Transaction,
  account: Pick<AccountAddress, 'id' | 'email'>,
  to: string,
): Promise<boolean> {
  const changed = await tx
    .updateTable('accounts')
    .set({ email: to })
    .where('id', '=', account.id)
    .where('email', '=', account.email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}
