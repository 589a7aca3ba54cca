import type { Context } from '#api/context.ts'
import { findCredentials } from '#api/accounts/find-credentials.ts'
import { isPassword } from '#api/accounts/password-hash.ts'
import { transaction } from '#api/db/transaction.ts'
import { Refusal } from '#api/refusal.ts'
import { openSession, type OpenedSession } from './open-session.ts'
import { clearFailures, countFailure, isThrottled, type Throttled } from './throttle.ts'

const quarterOfAnHour = 900
const accountLimit = { failures: 5, seconds: quarterOfAnHour }
const addressLimit = { failures: 30, seconds: quarterOfAnHour }

/**
 * Signs in. Neither the answer nor the time it takes tells whether an account exists: an unknown e-mail is counted,
 * slowed and checked against a password hash like any other.
 */
export async function logIn(
  context: Context,
  given: {
    readonly email: string
    readonly password: string
    readonly address: string
    readonly userAgent: string
  },
): Promise<OpenedSession> {
  const keys = { account: `login:account:${given.email}`, address: `login:address:${given.address}` }
  refuseThrottled(await firstThrottled(context, keys))
  const account = await findCredentials(context, given.email)
  const isRight = await isPassword(account?.passwordHash ?? null, given.password)
  if (!account || !isRight) {
    // Counted after the check and answered by the count: of parallel guesses only as many learn that they are wrong
    // as the limit allows, in the order in which the database took them.
    const [byAccount, byAddress] = await Promise.all([
      countFailure(context, keys.account, accountLimit),
      countFailure(context, keys.address, addressLimit),
    ])
    refuseThrottled(byAccount ?? byAddress)
    throw new Refusal('auth.credentials_invalid')
  }
  // A right guess among parallel ones counts only if the wrong ones before it had not used the tries up.
  refuseThrottled(await firstThrottled(context, keys))
  await clearFailures(context, keys.account)
  return transaction(context.db, (tx) =>
    openSession(context, tx, { ...given, accountId: account.id, method: 'password' }),
  )
}

async function firstThrottled(
  context: Context,
  keys: { readonly account: string; readonly address: string },
): Promise<Throttled | null> {
  const [account, address] = await Promise.all([
    isThrottled(context, keys.account, accountLimit),
    isThrottled(context, keys.address, addressLimit),
  ])
  return account ?? address
}

function refuseThrottled(throttled: Throttled | null): void {
  if (throttled) throw new Refusal('rate.exceeded', { retryAfter: throttled.retryAfter })
}
