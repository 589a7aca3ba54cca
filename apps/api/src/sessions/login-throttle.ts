import type { Context } from '#api/context.ts'
import { Refusal } from '#api/refusal.ts'
import { clearFailures, countFailure, isThrottled, refuseThrottled } from './throttle.ts'

const quarterOfAnHour = 900
const day = 86_400
const passwordLimit = { failures: 5, seconds: quarterOfAnHour }
const addressLimit = { failures: 30, seconds: quarterOfAnHour }
const codeLimit = { failures: 5, seconds: quarterOfAnHour }
// Whoever has the password could guess codes for ever: at 20 a day it takes decades on average.
const dayLimit = { failures: 20, seconds: day }
const challengeLimit = { failures: 5, seconds: quarterOfAnHour }

const emailKey = (email: string) => `login:account:${email}`
const addressKey = (address: string) => `login:address:${address}`
const codeKey = (accountId: string) => `second-factor:account:${accountId}`
const dayKey = (accountId: string) => `second-factor:day:${accountId}`
const challengeKey = (tokenHash: Buffer) => `second-factor:challenge:${tokenHash.toString('hex')}`

interface From {
  readonly email: string
  readonly address: string
}

export async function refuseThrottledLogin(context: Context, { email, address }: From): Promise<void> {
  const [byAccount, byAddress] = await Promise.all([
    isThrottled(context, emailKey(email), passwordLimit),
    isThrottled(context, addressKey(address), addressLimit),
  ])
  refuseThrottled(byAccount ?? byAddress)
}

/**
 * A wrong password. Counted after the check and answered by the count: of parallel guesses only as many learn that they
 * are wrong as the limit allows, in the order in which the database took them.
 */
export async function refuseWrongPassword(context: Context, { email, address }: From): Promise<never> {
  const [byAccount, byAddress] = await Promise.all([
    countFailure(context, emailKey(email), passwordLimit),
    countFailure(context, addressKey(address), addressLimit),
  ])
  refuseThrottled(byAccount ?? byAddress)
  throw new Refusal('auth.credentials_invalid')
}

/** The password was right. */
export async function forgetWrongPasswords(context: Context, email: string): Promise<void> {
  await clearFailures(context, emailKey(email))
}

export async function refuseThrottledAddress(context: Context, address: string): Promise<void> {
  refuseThrottled(await isThrottled(context, addressKey(address), addressLimit))
}

export async function countWrongFactor(context: Context, address: string): Promise<void> {
  refuseThrottled(await countFailure(context, addressKey(address), addressLimit))
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
