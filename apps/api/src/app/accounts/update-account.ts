import type { AccountActor } from '#api/platform/actor.ts'
import type { SessionsContext } from '#api/identity/sessions/sessions-context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { recordMemberChange } from '#api/business/members/record-member-change.ts'
import type { Account, AccountChange } from '#api/identity/accounts/account.ts'
import { askForEmail } from './change-user-email.ts'
import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import { refuseWrongSettings } from './refuse-wrong-settings.ts'
import { updateSettings } from '#api/identity/accounts/settings-repository.ts'
import { notifyOfNumber } from '#api/identity/accounts/notify-of-number.ts'

/** Changes the settings at once; a new email only begins to change here. */
export async function updateAccount(
  context: SessionsContext,
  actor: AccountActor,
  given: AccountChange,
): Promise<Account> {
  const { email, password, ...settings } = given
  const current = await transaction(context.db, async (tx) => {
    const account = await lockOwnAccount(tx, actor.accountId)
    await refuseWrongSettings(context, tx, account, settings)
    if (email !== undefined) return { account, settled: null }
    const settled = await updateSettings(tx, account.id, settings)
    await notifyOfNumber(context, tx, { before: account, after: settled, actor })
    await recordMemberChange(context, tx, { before: account, after: settled, actor: eventActor(actor) })
    return { account, settled }
  })
  if (current.settled || email === undefined) return current.settled ?? current.account
  // The password is proved outside of any transaction; nothing is changed unless it is right.
  return askForEmail(context, actor, { email, password, settings })
}
