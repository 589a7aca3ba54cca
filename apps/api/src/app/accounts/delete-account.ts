import type { AccountActor } from '#api/platform/actor.ts'
import { forgetAccount as forgetBilling } from '#api/billing/subscriptions/orders/order-repository.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { isToBeDone } from '#api/platform/jobs/waiting-jobs.ts'
import { forgetIdentificationsOf } from '#api/signing/identifications/ending/forget-account.ts'
import { leaveWithAccount } from '#api/business/members/leave-with-account.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { revokeAllSessions } from '#api/identity/sessions/revoke-all-sessions.ts'
import { releaseRequests } from '#api/signing/signature-requests/ownership/release-requests.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import { erase, removeBelongings } from './erase-account.ts'
import { provePassword } from '#api/identity/accounts/prove-password.ts'
import { find } from '#api/identity/accounts/repository.ts'
import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'

/**
 * Deletes the account for good, all in one transaction. Its row and id stay, blank: an id is never used again (21 CFR
 * 11.100(a)). What was signed stays with the others, and the evidence as it is.
 */
export async function deleteAccount(
  context: Context,
  actor: AccountActor,
  given: { readonly password: string | undefined; readonly email: string | undefined },
): Promise<void> {
  const account = await find(context.db, actor.accountId)
  if (!account) throw new Refusal('auth.required')
  await prove(context, account, given)
  await transaction(context.db, async (tx) => {
    const now = context.now()
    // Of two deletions at once the second finds nobody.
    const current = await lockOwnAccount(tx, actor.accountId)
    await releaseRequests(context, tx, actor)
    await revokeAllSessions(tx, current.id, now)
    await enqueueSecurityNotice(context, tx, current, 'account_deleted', actor)
    await leaveWithAccount(tx, actor, now)
    // Only here: a removal that was first has enqueued its transfer by now, and none can follow. With the account the
    // job would find nothing left to transfer.
    if (await isToBeDone(tx, 'transfer-requests', { from: current.id }))
      throw new Refusal('business.transfer_running')
    await forgetIdentificationsOf(context, tx, current.id)
    await forgetBilling(tx, current.id)
    await removeBelongings(tx, current)
    await erase(tx, current.id, now)
  })
  context.log.info({ accountId: actor.accountId }, 'an account was deleted by its owner')
}

async function prove(
  context: Context,
  account: Account,
  given: { readonly password: string | undefined; readonly email: string | undefined },
): Promise<void> {
  if (account.hasPassword) {
    if (given.password === undefined) throw wrongField('password', 'required', 'This field is required')
    await provePassword(context, account.id, given.password)
    return
  }
  if (given.email === undefined) throw wrongField('email', 'required', 'This field is required')
  if (given.email !== account.email)
    throw wrongField('email', 'different', 'This is not the email address of the account')
}
