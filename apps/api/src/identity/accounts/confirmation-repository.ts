import { sql } from 'kysely'
import type { AddressColumn } from '#api/platform/db/conversion/address-column.ts'
import { canonicalEmail } from '@countersign/contract/email.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { ConfirmationFlow } from './account.ts'

export interface Confirmation {
  readonly email: string
  readonly flow: ConfirmationFlow
  /** Whose account the link changes; null where it is to make one. */
  readonly accountId: string | null
}

export async function add(
  tx: Transaction,
  given: Confirmation & {
    readonly tokenHash: Buffer
    readonly language: string
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('confirmations')
    .values({
      token_hash: given.tokenHash,
      email: given.email,
      flow: given.flow,
      language: given.language,
      account_id: given.accountId,
      created_at: given.now,
      expires_at: given.expiresAt,
    })
    .execute()
}

export async function findGood(db: Reader, tokenHash: Buffer, now: Date): Promise<Confirmation | null> {
  const row = await db
    .selectFrom('confirmations')
    .select(['email', 'flow', 'account_id'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ? confirmation(row) : null
}

/** Whether a link of this kind that was mailed to the address, and would change the account, can still be opened. */
export async function hasGood(db: Reader, of: Confirmation, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('confirmations')
    .select('token_hash')
    .where('account_id', '=', of.accountId)
    .where('email', '=', of.email)
    .where('flow', '=', of.flow)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a confirmation up. Of two at once one gets it; the other null. */
export async function take(tx: Transaction, tokenHash: Buffer, now: Date): Promise<Confirmation | null> {
  const row = await tx
    .updateTable('confirmations')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['email', 'flow', 'account_id'])
    .executeTakeFirst()
  return row ? confirmation(row) : null
}

/** The links of this kind that were mailed to an address are good no more. */
export async function voidMailed(
  tx: Transaction,
  email: string,
  flow: ConfirmationFlow,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('confirmations')
    .set({ used_at: now })
    .where('email', '=', email)
    .where('flow', '=', flow)
    .where('used_at', 'is', null)
    .execute()
}

/** The links that would change this account are good no more: all of them, or those of one kind. */
export async function voidOfAccount(
  tx: Transaction,
  accountId: string,
  now: Date,
  flow?: ConfirmationFlow,
): Promise<void> {
  await tx
    .updateTable('confirmations')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .$if(flow !== undefined, (query) => query.where('flow', '=', flow ?? ''))
    .execute()
}

/** Those of the account and those that were mailed to its address. */
export async function removeAll(
  tx: Transaction,
  account: { readonly id: string; readonly email: string },
): Promise<void> {
  await tx
    .deleteFrom('confirmations')
    .where((eb) => eb.or([eb('account_id', '=', account.id), eb('email', '=', account.email)]))
    .execute()
}

/** Deletes those that expired before. Answers how many. */
export async function purge(db: Reader, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('confirmations')
    .where('expires_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function confirmation(row: { email: string; flow: string; account_id: string | null }): Confirmation {
  return { email: canonicalEmail(row.email), flow: row.flow as ConfirmationFlow, accountId: row.account_id }
}

/** Kept in their canonical form. */
export const addressColumns: readonly AddressColumn[] = [
  { table: 'confirmations', update: sql`UPDATE confirmations`, column: 'email' },
]
