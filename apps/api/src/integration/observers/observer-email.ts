import { findMembership } from '#api/business/businesses/repository.ts'
import * as accounts from '#api/identity/accounts/repository.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { wrongField } from '#api/platform/refusal.ts'

interface GivenObserver {
  readonly type?: 'USER' | 'GROUP' | null | undefined
  readonly email?: string | null | undefined
  readonly user_id?: string | null | undefined
  readonly group_id?: string | null | undefined
}

/** The email of whom an API user adds: given, or that of a member of its business. */
export async function observerEmail(
  db: Reader,
  { businessId }: ApiUserActor,
  given: GivenObserver,
): Promise<string> {
  if (given.type === 'GROUP' || given.group_id != null)
    throw wrongField('group_id', 'not_supported', 'Groups can’t observe. Add their people by email')
  if ((given.email == null) === (given.user_id == null))
    throw wrongField('email', 'one_of', 'Give exactly one of email and user_id')
  if (given.email != null) return given.email
  const account = given.user_id == null ? null : await accounts.find(db, given.user_id)
  const membership = account && (await findMembership(db, account.id))
  // Whether there is such an account elsewhere is nobody's business.
  if (!account || membership?.business.id !== businessId)
    throw wrongField('user_id', 'unknown', 'Not a member of your business')
  return account.email
}
