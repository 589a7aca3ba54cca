import type { Transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Account } from './account.ts'
import { lockForNoKeyUpdate, lockForShare } from './lock-repository.ts'

/**
 * The signed-in person's account, locked: actions that change what the account has, or how to sign in to it, are
 * serialised. Refused if it was deleted meanwhile.
 */
export async function lockOwnAccount(tx: Transaction, id: string): Promise<Account> {
  const account = await lockForNoKeyUpdate(tx, id)
  if (!account) throw new Refusal('auth.required')
  return account
}

/** The same for actions that don't change the account: they do not wait for each other. */
export async function lockOwnAccountForShare(tx: Transaction, id: string): Promise<void> {
  if (!(await lockForShare(tx, id))) throw new Refusal('auth.required')
}
