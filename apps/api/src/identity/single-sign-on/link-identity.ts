import type { AccountActor } from '#api/platform/actor.ts'
import { voidOfAccount } from '#api/identity/accounts/confirmation-repository.ts'
import { lockForNoKeyUpdate } from '#api/identity/accounts/lock-repository.ts'
import { setPendingEmail } from '#api/identity/accounts/settings-repository.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { linkTo } from './identity-repository.ts'
import { lockReturnForUpdate, useReturn } from './repository.ts'
import type { SignOnContext } from './sign-on-context.ts'
import { isStillVouchedFor, refuseCode } from './take-single-sign-on.ts'

/** Connects the identity with the account that is signed in, which has to be the one with the same email. */
export async function linkIdentity(context: SignOnContext, actor: AccountActor, code: string): Promise<void> {
  const codeHash = hashToken('single_sign_on', code)
  const isGood = await transaction(context.db, async (tx) => {
    const now = context.now()
    const found = await lockReturnForUpdate(tx, codeHash, now)
    const account = await lockForNoKeyUpdate(tx, actor.accountId)
    if (!found || found.account_id !== null || found.email !== account?.email) return false
    if (!(await isStillVouchedFor(context, tx, found, account))) return false
    const linked = await linkTo(tx, found, actor.accountId, now)
    if (linked.accountId !== actor.accountId) throw new Refusal('identity.taken')
    await useReturn(tx, codeHash, now)
    await giveUpEmailChange(tx, account.id, now)
    if (linked.isNew)
      await enqueueSecurityNotice(context, tx, actor, 'identity_linked', actor, found.provider)
    return true
  })
  if (!isGood) await refuseCode(context, actor.address)
}

/** From now on its address is the company's to change: a change that was asked for before is given up. */
export async function giveUpEmailChange(tx: Transaction, accountId: string, now: Date): Promise<void> {
  await voidOfAccount(tx, accountId, now, 'email')
  await setPendingEmail(tx, accountId, null)
}
