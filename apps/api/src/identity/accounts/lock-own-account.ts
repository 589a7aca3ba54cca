import type { Transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Account } from './account.ts'
import { lockForNoKeyUpdate, lockForShare } from './lock-repository.ts'

/**
 * The account of the person who is signed in, locked: two acts that change what the account has, or how one signs in to it, follow
 * each other. Refused where it was deleted meanwhile.
 */
export async function lockOwnAccount(tx: Transaction, id: string): Promise<Account> {
  const account = await lockForNoKeyUpdate(tx, id)
  if (!account) throw new Refusal('auth.required')
  return account
}

/** The same for acts that leave the account as it is: they do not wait for each other. */
export async function lockOwnAccountForShare(tx: Transaction, id: string): Promise<void> {
  if (!(await lockForShare(tx, id))) throw new Refusal('auth.required')
}
