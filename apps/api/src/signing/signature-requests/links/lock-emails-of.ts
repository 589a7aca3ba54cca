import { lockEmailsForShare } from '#api/identity/accounts/lock-repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { allPeopleOf } from '../signers/group-signature.ts'
import type { SignatureRequest } from '../signature-request.ts'

/**
 * Before the accounts of those are looked up who are new to a request: anyone who signs up at the same moment finds the
 * request, or is found. One statement for all of them.
 */
export async function lockEmailsOf(
  tx: Transaction,
  { signatures = [], observers = [] }: Partial<Pick<SignatureRequest, 'signatures' | 'observers'>>,
): Promise<void> {
  const signers = allPeopleOf(signatures).filter(({ accountId, link }) => !accountId && !link)
  const strangers = observers.filter(({ accountId }) => accountId === null)
  await lockEmailsForShare(
    tx,
    [...signers, ...strangers].map(({ email }) => email),
  )
}
