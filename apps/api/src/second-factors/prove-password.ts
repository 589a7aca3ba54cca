import { isPassword } from '#api/accounts/password-hash.ts'
import { findPasswordHash } from '#api/accounts/repository.ts'
import type { AccountActor } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { Refusal } from '#api/refusal.ts'
import { clearFailures, countFailure } from '#api/sessions/throttle.ts'

const limit = { failures: 5, seconds: 900 }

/**
 * Whoever changes the second factors says the password again: a session left open on a desk is not enough. An account
 * that signs in through its company alone has none to say.
 */
export async function provePassword(
  context: Context,
  actor: AccountActor,
  password: string | undefined,
): Promise<void> {
  const account = await findPasswordHash(context.db, actor.email)
  if (account && account.passwordHash === null) return
  // Each try is counted before it is looked at, so that parallel ones are no more than the limit.
  const key = `second-factor:password:${actor.accountId}`
  const throttled = await countFailure(context, key, limit)
  if (throttled) throw new Refusal('rate.exceeded', { retryAfter: throttled.retryAfter })
  if (password === undefined || !(await isPassword(account?.passwordHash ?? null, password)))
    throw new Refusal('password.wrong')
  await clearFailures(context, key)
}
