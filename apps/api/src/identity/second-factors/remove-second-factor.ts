import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { listSecondFactors, type SecondFactors } from './list-second-factors.ts'
import { proveHolder } from './prove-holder.ts'
import { replaceRecoveryCodes } from './recovery-code-repository.ts'
import { hasSecondFactor, remove } from './repository.ts'
import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'

/** Takes one away. Recovery codes stand for a factor: without any there is nothing to recover. */
export async function removeSecondFactor(
  context: Context,
  actor: AccountActor,
  given: { readonly id: string; readonly password: string | undefined },
): Promise<SecondFactors> {
  await proveHolder(context, actor, given.password)
  await transaction(context.db, async (tx) => {
    await lockOwnAccount(tx, actor.accountId)
    const removed = await remove(tx, actor.accountId, given.id)
    if (!removed) throw new Refusal('not_found')
    if (!(await hasSecondFactor(tx, actor.accountId))) await replaceRecoveryCodes(tx, actor.accountId, [])
    await enqueueSecurityNotice(context, tx, actor, 'second_factor_removed', actor, removed.name)
  })
  return listSecondFactors(context, actor.accountId)
}
