import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { acceptNewest } from '#api/business/members/answer-invitation.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import * as settings from '#api/identity/accounts/settings-repository.ts'

export interface Acceptance {
  readonly terms: boolean
  readonly trustServiceTerms: boolean
  readonly invite: boolean
}

/** The newest one that waits. */
async function acceptInvitation(context: Context, tx: Transaction, actor: AccountActor): Promise<void> {
  try {
    await acceptNewest(context, tx, actor)
  } catch (error) {
    if (error instanceof Refusal && error.key === 'not_found')
      throw wrongField('business_invite', 'unknown', 'There is no invitation to accept')
    throw error
  }
}

/** Writes down what was accepted, the first time that it was. */
export async function acceptTerms(
  context: Context,
  actor: AccountActor,
  given: Acceptance,
): Promise<Account> {
  if (!given.terms && !given.trustServiceTerms && !given.invite)
    throw wrongField('gtc', 'required', 'Please choose at least one value')
  return transaction(context.db, async (tx) => {
    const account = await lockOwnAccount(tx, actor.accountId)
    if (given.invite) await acceptInvitation(context, tx, { ...actor, email: account.email })
    return settings.acceptTerms(tx, account.id, given, context.now())
  })
}
