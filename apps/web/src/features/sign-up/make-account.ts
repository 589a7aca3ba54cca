import type { BodyOf } from '@countersign/contract/endpoint.ts'
import { login } from '@countersign/contract/sessions.ts'
import { register } from '@countersign/contract/accounts.ts'
import { call } from '#web/lib/calls/api.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { forgetReferralCode, referralCode } from '#web/lib/account/referral-code.ts'
import { rememberEmail } from '#web/lib/account/return-address.ts'
import { ownTimeZone } from '#web/lib/language/time-zone.ts'
import { startSession } from '#web/lib/account/session.ts'
import { confirmedEmail, sentMail, type ConfirmedEmail } from './sign-up-state.ts'

type Typed = Omit<BodyOf<typeof register>, 'token' | 'celloUCC'>

/** The account is there; only signing in to it failed. */
export class NotSignedIn extends Error {
  constructor(cause: unknown) {
    super('The account was created, but signing in to it failed', { cause })
    this.name = 'NotSignedIn'
  }
}

/**
 * Makes the account and signs it in. Sent again after the response was lost or signing in failed, the link is used up by
 * the account that exists by then: it is signed in.
 */
export async function makeAccount(typed: Typed, { token, email }: ConfirmedEmail): Promise<void> {
  const used = await registerUnlessUsed({ ...typed, token, celloUCC: referralCode() })
  rememberEmail(email)
  try {
    // With the sign-in, which ignores a zone that the server doesn't know; registering would be refused.
    const body = { email, password: typed.password, first_login: true, timeZone: ownTimeZone() }
    const answer = await call(login, { body })
    startSession({ token: answer.token, expiresAt: answer.expires_at })
  } catch (failure) {
    // The link expired, or the account has another password: it is the link that the person is told of.
    if (used && isCallError(failure) && failure.status > 0 && failure.status < 429) throw used
    throw used ? failure : new NotSignedIn(failure)
  }
  confirmedEmail.forget()
  sentMail.forget()
  forgetReferralCode()
}

/** Answers the refusal where the link was used or has expired. */
async function registerUnlessUsed(body: BodyOf<typeof register>): Promise<unknown> {
  try {
    await call(register, { body })
    forgetReferralCode()
    return undefined
  } catch (refusal) {
    if (!isCallError(refusal, 'confirmation.invalid')) throw refusal
    return refusal
  }
}
