import { checkPassword } from '#api/identity/accounts/passwords/check-password.ts'
import { find, markWeakPassword } from '#api/identity/accounts/repository.ts'
import type { Context } from '#api/providers/context.ts'

// A judgement takes some 10 ms, and longer while the worker threads are busy with documents.
const patienceMilliseconds = 250

/**
 * Notes whether the password that someone signs in with would be taken today: what it has to be changes, and so do
 * names. Signing in does not wait for long, and never fails with it: a judgement that comes later holds all the same.
 */
export async function judgePassword(
  context: Context,
  account: { readonly id: string; readonly passwordHash: string },
  password: string,
): Promise<void> {
  const judged = judge(context, account, password).catch((error: unknown) =>
    context.log.warn({ err: error }, 'a password was not judged'),
  )
  const { promise: tooLate, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMilliseconds)
  await Promise.race([judged, tooLate])
  clearTimeout(timer)
}

async function judge(
  context: Context,
  account: { readonly id: string; readonly passwordHash: string },
  password: string,
): Promise<void> {
  const person = await find(context.db, account.id)
  if (!person) return
  const isWeak = (await checkPassword(context, password, person)) !== null
  if (isWeak !== person.hasWeakPassword) await markWeakPassword(context.db, account, isWeak)
}
