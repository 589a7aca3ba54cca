import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { newRecoveryCodes } from './confirm-factor.ts'
import { proveHolder } from './prove-holder.ts'
import { hasSecondFactor } from './repository.ts'
import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'

/** New codes, and none of the old ones. */
export async function renewRecoveryCodes(
  context: Context,
  actor: AccountActor,
  password: string | undefined,
): Promise<string[]> {
  await proveHolder(context, actor, password)
  return transaction(context.db, async (tx) => {
    await lockOwnAccount(tx, actor.accountId)
    if (!(await hasSecondFactor(tx, actor.accountId))) throw new Refusal('not_found')
    await enqueueSecurityNotice(context, tx, actor, 'recovery_codes_renewed', actor)
    return newRecoveryCodes(context, tx, actor.accountId)
  })
}
