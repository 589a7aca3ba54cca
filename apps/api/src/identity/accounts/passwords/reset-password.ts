import type { SessionsContext } from '#api/identity/sessions/sessions-context.ts'
import { usesCompany } from '#api/identity/single-sign-on/business-provider.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { revokeAllSessions } from '#api/identity/sessions/revoke-all-sessions.ts'
import { forgetGuessedPassword } from '#api/identity/sessions/login-throttle.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { checkPassword, weakPassword } from './check-password.ts'
import { findConfirmation } from '../confirm-email.ts'
import { take, voidOfAccount } from '../confirmation-repository.ts'
import { hashPassword } from '../password-hash.ts'
import { forgetWrongProofs } from '../prove-password.ts'
import { find, setPassword } from '../repository.ts'
import { lockForNoKeyUpdate } from '../lock-repository.ts'

/**
 * Sets a new password for the person who opened the mailed link: every session and half-done sign-in ends, and the tries that
 * were used up on the forgotten password are given back. A second factor stays what signing in takes.
 */
export async function resetPassword(
  context: SessionsContext,
  given: {
    readonly token: string
    readonly new: string
    readonly address: string
    readonly userAgent: string
  },
): Promise<{ readonly email: string }> {
  const { accountId, flow } = await findConfirmation(context, given.token, given.address)
  const account = accountId && flow === 'reset' ? await find(context.db, accountId) : null
  // The company may have required its own sign-in since the link was sent.
  if (!account || (await usesCompany(context, context.db, account.email, account)) === 'account')
    throw new Refusal('confirmation.invalid')
  const problem = await checkPassword(context, given.new, account)
  if (problem) throw weakPassword(problem, 'new')
  const passwordHash = await hashPassword(given.new)
  const { email } = await transaction(context.db, async (tx) => {
    const now = context.now()
    const current = await lockForNoKeyUpdate(tx, account.id)
    // Of two with one token one gets it; the token is given back if anything below fails.
    const taken = await take(tx, hashToken('confirmation', given.token), now)
    // A link that was asked for while the email changed lies in a mailbox that is the account's no more.
    if (!current || taken?.email !== current.email) throw new Refusal('confirmation.invalid')
    await setPassword(tx, account.id, passwordHash)
    await revokeAllSessions(tx, account.id, now)
    await voidOfAccount(tx, account.id, now, 'reset')
    await enqueueSecurityNotice(context, tx, current, 'password_reset', given)
    return current
  })
  await forgetGuessedPassword(context, email)
  await forgetWrongProofs(context, account.id)
  return { email }
}
