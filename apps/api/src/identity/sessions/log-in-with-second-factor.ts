import { usesCompany } from '#api/identity/single-sign-on/business-provider.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { takeCode, takePasskey } from '#api/identity/second-factors/take-second-factor.ts'
import { findGood, take } from './challenge-repository.ts'
import { countCodeTry, countWrongFactor, forgetWrongCodes, refuseThrottledAddress } from './login-throttle.ts'
import { openSession, type OpenedSession } from './open-session.ts'
import { noteTimeZone } from '#api/identity/accounts/settings-repository.ts'
import { find } from '#api/identity/accounts/repository.ts'
import { lockForShare } from '#api/identity/accounts/lock-repository.ts'
import type { SessionsContext } from './sessions-context.ts'
import { hashToken } from './token.ts'

export interface SecondFactorLogin {
  readonly challenge: string
  readonly code: string | undefined
  readonly passkey: object | undefined
  /** Whether this browser has signed in with this email before. */
  readonly isKnownTo: (email: string) => boolean
  readonly address: string
  readonly userAgent: string
  /** Of the browser. */
  readonly timeZone: string | undefined
}

/** Finishes a sign-in whose password was right. Challenge and code are used up together, or neither is. */
export async function logInWithSecondFactor(
  context: SessionsContext,
  given: SecondFactorLogin,
): Promise<OpenedSession> {
  const { code, passkey, address, userAgent, timeZone } = given
  if ((code === undefined) === (passkey === undefined))
    throw wrongField('code', 'required', 'Either a code or a passkey is needed')
  const challengeHash = hashToken('login_challenge', given.challenge)
  const challenge = await findGood(context.db, challengeHash, context.now())
  const holder = challenge && (await find(context.db, challenge.accountId))
  // As with the password: what others guess from the same network does not lock the holder out.
  const isKnown = holder !== null && given.isKnownTo(holder.email)
  if (!isKnown) await refuseThrottledAddress(context, address)
  try {
    if (!challenge) throw new Refusal('auth.credentials_invalid')
    const { accountId } = challenge
    // Nobody guesses a passkey's signature: anyone who has it gets in even while someone else's wrong codes are counted.
    if (code !== undefined) await countCodeTry(context, { accountId, challengeHash })
    const session = await transaction(context.db, async (tx) => {
      // Before all else, as ending the account's sessions locks it too: neither waits for the other in the middle.
      const account = await lockForShare(tx, accountId)
      if (!account || !(await take(tx, challengeHash, context.now())))
        throw new Refusal('auth.credentials_invalid')
      // Required since the password was entered.
      if ((await usesCompany(context, tx, account.email, { id: accountId })) === 'account')
        throw new Refusal('auth.company_sign_in_required')
      if (code === undefined)
        await takePasskey(context, tx, { accountId, challenge: challenge.passkeyChallenge }, passkey)
      else if ((await takeCode(context, tx, accountId, code)) === 'recovery_code')
        await enqueueSecurityNotice(context, tx, account, 'recovery_code_used', given)
      return openSession(context, tx, {
        ...{ accountId, method: 'second_factor', isKnown },
        ...{ address, userAgent, timeZone },
      })
    })
    await forgetWrongCodes(context, accountId)
    await noteTimeZone(context.db, accountId, timeZone)
    return session
  } catch (error) {
    if (!isKnown && error instanceof Refusal && error.key !== 'rate.exceeded')
      await countWrongFactor(context, address)
    throw error
  }
}
