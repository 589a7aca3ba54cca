import { noteTimeZone } from '#api/identity/accounts/settings-repository.ts'
import { findCredentials } from '#api/identity/accounts/find-credentials.ts'
import { isPassword } from '#api/identity/accounts/password-hash.ts'
import { usesCompany } from '#api/identity/single-sign-on/business-provider.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { hasSecondFactor } from '#api/identity/second-factors/repository.ts'
import { judgePassword } from './judge-password.ts'
import { forgetWrongPasswords, refuseThrottledLogin, refuseWrongPassword } from './login-throttle.ts'
import { openSession, type OpenedSession } from './open-session.ts'
import { lockForShare } from '#api/identity/accounts/lock-repository.ts'
import type { SessionsContext } from './sessions-context.ts'
import { startChallenge } from './start-challenge.ts'

/**
 * Signs in. Neither the answer nor the time it takes tells whether an account exists: an unknown email is counted,
 * slowed and checked against a password hash like any other. Where the account has a second factor, the right password
 * alone opens nothing: it is answered with the challenge to show that factor. Where the business of the email's domain
 * requires company sign-in, every password is refused with that, but for an account that the business doesn't hold.
 */
export async function logIn(
  context: SessionsContext,
  given: {
    readonly email: string
    readonly password: string
    readonly address: string
    readonly userAgent: string
    /** Of the browser. */
    readonly timeZone: string | undefined
    /** The browser, where it has signed in with this email before. */
    readonly knownBrowser: string | null
  },
): Promise<OpenedSession> {
  await refuseThrottledLogin(context, given)
  const account = await findCredentials(context, given.email)
  const isRight = await isPassword(account?.passwordHash ?? null, given.password)
  const isCompanys = await usesCompany(context, context.db, given.email, account)
  if (!account?.passwordHash || !isRight || isCompanys === 'account') {
    return refuseWrongPassword(context, given, isCompanys && 'auth.company_sign_in_required')
  }
  // A right guess among parallel ones counts only if the wrong ones before it had not used the tries up.
  await refuseThrottledLogin(context, given)
  await forgetWrongPasswords(context, given)
  const { id, passwordHash } = account
  await judgePassword(context, { id, passwordHash }, given.password)
  const signedIn = await transaction(context.db, async (tx) => {
    // Anyone who changed the password meanwhile ended every session: none may begin with the old one after that.
    if ((await lockForShare(tx, id))?.passwordHash !== passwordHash)
      throw new Refusal('auth.credentials_invalid')
    if (await hasSecondFactor(tx, id)) return { challenge: await startChallenge(context, tx, id) }
    const isKnown = given.knownBrowser !== null
    return {
      session: await openSession(context, tx, { ...given, accountId: id, method: 'password', isKnown }),
    }
  })
  if (signedIn.challenge)
    throw new Refusal('auth.second_factor_required', { secondFactor: signedIn.challenge })
  await noteTimeZone(context.db, id, given.timeZone)
  return signedIn.session
}
