import { find as findAccount } from '#api/identity/accounts/repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { findVouchedAddress } from '#api/signing/qualities/read-signer.ts'
import type { Approval } from '../repository.ts'
import { destinationOf } from './tan-approval.ts'

/**
 * A code that goes to an address at the business's domain is worth what the business vouches for: nothing once it has
 * removed or locked the member, or vouches for that address no longer. True of a code that went to a phone.
 */
export async function isVouchedFor(context: Context, tx: Transaction, approval: Approval): Promise<boolean> {
  const destination = destinationOf(context, approval)
  if (destination?.channel !== 'email') return true
  const account = approval.account_id === null ? null : await findAccount(tx, approval.account_id)
  return account !== null && (await findVouchedAddress(tx, account)) === destination.to
}
