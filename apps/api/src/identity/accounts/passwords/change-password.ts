import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { revokeAllSessions } from '#api/identity/sessions/revoke-all-sessions.ts'
import { checkPassword, weakPassword } from './check-password.ts'
import { voidOfAccount } from '../confirmation-repository.ts'
import { hashPassword } from '../password-hash.ts'
import { provePassword } from '../prove-password.ts'
import { find, setPassword } from '../repository.ts'
import { lockOwnAccount } from '../lock-own-account.ts'

/** Changes the password, or sets the first one of an account that signs in through its company. */
export async function changePassword(
  context: Context,
  actor: AccountActor,
  given: { readonly old: string | undefined; readonly new: string },
): Promise<void> {
  const account = await find(context.db, actor.accountId)
  if (!account) throw new Refusal('auth.required')
  const before = account.hasPassword ? await prove(context, account.id, given.old) : null
  const problem = await checkPassword(context, given.new, account)
  if (problem) throw weakPassword(problem, 'new')
  const passwordHash = await hashPassword(given.new)
  await transaction(context.db, async (tx) => {
    const now = context.now()
    const current = await lockOwnAccount(tx, account.id)
    // The password that was proved has to be the one that is there: of two changes at once one is made.
    if (!(await setPassword(tx, account.id, passwordHash, { before }))) throw new Refusal('password.wrong')
    await revokeAllSessions(tx, account.id, now, actor.sessionId)
    await voidOfAccount(tx, account.id, now, 'reset')
    await enqueueSecurityNotice(context, tx, current, 'password_changed', actor)
  })
}

function prove(context: Context, accountId: string, old: string | undefined): Promise<string> {
  if (old === undefined) throw wrongField('old', 'required', 'This field is required')
  return provePassword(context, accountId, old)
}
