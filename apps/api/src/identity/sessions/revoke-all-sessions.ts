import { lockForNoKeyUpdate } from '#api/identity/accounts/lock-repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { voidReturns } from '#api/identity/single-sign-on/repository.ts'
import { voidAll } from './challenge-repository.ts'
import { revokeAll } from './repository.ts'

/**
 * Signs the account out everywhere, but for one session where that is given, and ends the sign-ins that are half done.
 * Answers how many sessions ended. A sign-in that runs at the same time is either seen here or sees what was changed in
 * this transaction: both lock the account's row.
 */
export async function revokeAllSessions(
  tx: Transaction,
  accountId: string,
  now: Date,
  exceptSessionId?: string,
): Promise<number> {
  await lockForNoKeyUpdate(tx, accountId)
  await voidAll(tx, accountId, now)
  await voidReturns(tx, accountId, now)
  return revokeAll(tx, accountId, now, exceptSessionId)
}
