import type { ErrorKey } from '@countersign/contract/errors.ts'
import type { Context } from '#api/providers/context.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { Refusal } from '#api/platform/refusal.ts'
import {
  clearFailures,
  clearFailuresBelow,
  countDelayed,
  countFailure,
  isDelayed,
  isThrottled,
  refuseThrottled,
  type ThrottleState,
} from '#api/identity/throttles/count-failures.ts'

const quarterOfAnHour = 900
const day = 86_400
const passwordLimit = { failures: 5, seconds: quarterOfAnHour }
const networkLimit = { failures: 30, seconds: quarterOfAnHour }
// Over all networks: after these the account waits 1 s after each failure, then 2, 4, … up to a quarter of an hour.
const everywhereLimit = { failures: 20, seconds: day, longestDelay: quarterOfAnHour }
const codeLimit = { failures: 5, seconds: quarterOfAnHour }
// Anyone who has the password could guess codes for ever: at 20 a day it takes decades on average.
const dayLimit = { failures: 20, seconds: day }
const challengeLimit = { failures: 5, seconds: quarterOfAnHour }

const everywhereKey = (email: string) => `login:account:${email}`
const hereKey = ({ email, address }: LoginSource) => `login:account:${email}:${networkOf(address)}`
// Below the account's too: a new password forgets them all.
const browserKey = (email: string, browser: string) => `login:account:${email}:browser:${browser}`
const networkKey = (address: string) => `login:network:${networkOf(address)}`
const codeKey = (accountId: string) => `second-factor:account:${accountId}`
const dayKey = (accountId: string) => `second-factor:day:${accountId}`
const challengeKey = (tokenHash: Buffer) => `second-factor:challenge:${tokenHash.toString('hex')}`

interface LoginSource {
  readonly email: string
  readonly address: string
  /** The browser, where it has signed in with this email before. */
  readonly knownBrowser: string | null
}

/**
 * A known browser is counted separately: what others guess, about this account or from the same network, does not
 * lock its holder out. Any other is counted for account and network together, for the network, and for the account.
 */
export async function refuseThrottledLogin(context: Context, from: LoginSource): Promise<void> {
  if (from.knownBrowser !== null)
    return refuseThrottled(
      await isThrottled(context, browserKey(from.email, from.knownBrowser), passwordLimit),
    )
  const [here, byNetwork, everywhere] = await Promise.all([
    isThrottled(context, hereKey(from), passwordLimit),
    isThrottled(context, networkKey(from.address), networkLimit),
    isDelayed(context, everywhereKey(from.email), everywhereLimit),
  ])
  refuseThrottled(here ?? byNetwork ?? everywhere)
}

/**
 * A wrong password. Counted after the check and answered by the count: of parallel guesses only as many learn that they
 * are wrong as the limit allows, in the order in which the database took them.
 */
export async function refuseWrongPassword(
  context: Context,
  from: LoginSource,
  key: ErrorKey | null = null,
): Promise<never> {
  refuseThrottled(await countWrongPassword(context, from))
  throw new Refusal(key ?? 'auth.credentials_invalid')
}

async function countWrongPassword(context: Context, from: LoginSource): Promise<ThrottleState | null> {
  if (from.knownBrowser !== null)
    return countFailure(context, browserKey(from.email, from.knownBrowser), passwordLimit)
  const [here, byNetwork] = await Promise.all([
    countFailure(context, hereKey(from), passwordLimit),
    countFailure(context, networkKey(from.address), networkLimit),
  ])
  // What a network is refused anyway does not slow the account down for everybody else.
  return here ?? byNetwork ?? countDelayed(context, everywhereKey(from.email), everywhereLimit)
}

/** The password was right: the failures of this browser, or of this network about this account, are forgotten. */
export async function forgetWrongPasswords(context: Context, from: LoginSource): Promise<void> {
  await clearFailures(
    context,
    from.knownBrowser === null ? hereKey(from) : browserKey(from.email, from.knownBrowser),
  )
}

/** The password is a new one: guesses about the old one count nowhere. */
export async function forgetGuessedPassword(context: Context, email: string): Promise<void> {
  await clearFailures(context, everywhereKey(email))
  await clearFailuresBelow(context, `${everywhereKey(email)}:`)
}

export async function refuseThrottledAddress(context: Context, address: string): Promise<void> {
  refuseThrottled(await isThrottled(context, networkKey(address), networkLimit))
}

export async function countWrongFactor(context: Context, address: string): Promise<void> {
  refuseThrottled(await countFailure(context, networkKey(address), networkLimit))
}

/**
 * Counts a try with a code before the code is looked at: unlike a password's, its check takes no time, and of a thousand
 * parallel guesses all would be through before the first was counted.
 */
export async function countCodeTry(
  context: Context,
  of: { readonly accountId: string; readonly challengeHash: Buffer },
): Promise<void> {
  refuseThrottled(await countFailure(context, codeKey(of.accountId), codeLimit))
  refuseThrottled(await countFailure(context, dayKey(of.accountId), dayLimit))
  if (await countFailure(context, challengeKey(of.challengeHash), challengeLimit))
    throw new Refusal('auth.credentials_invalid')
}

/** The second factor was right. */
export async function forgetWrongCodes(context: Context, accountId: string): Promise<void> {
  await Promise.all([clearFailures(context, codeKey(accountId)), clearFailures(context, dayKey(accountId))])
}
