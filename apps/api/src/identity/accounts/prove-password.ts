import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import {
  clearFailures,
  countFailure,
  isThrottled,
  refuseThrottled,
} from '#api/identity/throttles/count-failures.ts'
import { isPassword } from './password-hash.ts'
import { findPasswordHashById } from './repository.ts'

// As for signing in; counted apart from it, so that guesses from outside do not keep the holder from changing anything.
const limit = { failures: 5, seconds: 900 }
const keyOf = (accountId: string) => `password:account:${accountId}`

/**
 * Anyone who is signed in proves that they know the password: answers the hash it was right for. Without a password the
 * same work is done and nothing is right.
 */
export async function provePassword(context: Context, accountId: string, password: string): Promise<string> {
  const key = keyOf(accountId)
  refuseThrottled(await isThrottled(context, key, limit))
  const passwordHash = await findPasswordHashById(context.db, accountId)
  const isRight = await isPassword(passwordHash, password)
  if (!isRight || passwordHash === null) {
    // Counted after the check and answered by the count: parallel guesses learn no more than the limit allows.
    refuseThrottled(await countFailure(context, key, limit))
    throw new Refusal('password.wrong')
  }
  refuseThrottled(await isThrottled(context, key, limit))
  await clearFailures(context, key)
  return passwordHash
}

/** The password is another one: what was guessed about the old one does not count. */
export async function forgetWrongProofs(context: Context, accountId: string): Promise<void> {
  await clearFailures(context, keyOf(accountId))
}
