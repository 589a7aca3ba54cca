import { notifyOfNumber } from '#api/identity/accounts/notify-of-number.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { Account, ImmutableField } from '#api/identity/accounts/account.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { type Identification, isSameName } from '../identification.ts'
import { setProved } from '#api/identity/accounts/settings-repository.ts'

/**
 * What an identification proves of its account is no longer typed over. A name that differs stays the account’s until its
 * holder takes the identified one over; certificates bear the identified one in any case. The number that was proved is the
 * account’s from now on: what an older identification is bound to is then another one’s, and counts no more.
 */
export async function proveAccount(
  context: Context,
  tx: Transaction,
  account: Account,
  {
    one,
    actor,
  }: { readonly one: Identification; readonly actor: Pick<AccountActor, 'address' | 'userAgent'> },
): Promise<void> {
  const { evidence } = one
  if (!evidence) return
  const proved = new Set<ImmutableField>(account.immutableFields)
  if (isSameName(evidence.givenName, account.firstName)) proved.add('firstName')
  if (isSameName(evidence.surname, account.lastName)) proved.add('lastName')
  if (evidence.mobile !== null) proved.add('mobile')
  await setProved(tx, account.id, {
    fields: [...proved],
    ...(evidence.mobile === null ? {} : { mobile: evidence.mobile }),
  })
  const after = { mobile: evidence.mobile, immutableFields: [...proved] }
  await notifyOfNumber(context, tx, { before: account, after, actor })
}
