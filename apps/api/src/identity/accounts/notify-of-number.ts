import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import type { Account } from './account.ts'

/** Codes to sign with may go to it, and an open session is enough to change it: the holder hears of a new one. */
export async function notifyOfNumber(
  context: Context,
  tx: Transaction,
  {
    before,
    after,
    actor,
  }: {
    readonly before: Account
    readonly after: Pick<Account, 'mobile' | 'immutableFields'>
    readonly actor: Pick<AccountActor, 'address' | 'userAgent'>
  },
): Promise<void> {
  if (after.mobile && after.mobile !== before.mobile)
    await enqueueSecurityNotice(context, tx, before, 'mobile_changed', actor, after.mobile, {
      isVerified: after.immutableFields.includes('mobile'),
    })
}
