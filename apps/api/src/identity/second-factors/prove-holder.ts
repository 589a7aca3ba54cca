import { provePassword } from '#api/identity/accounts/prove-password.ts'
import { find } from '#api/identity/accounts/repository.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'

/**
 * Anyone who changes the second factors says the password again: a session left open on a desk is not enough. An account
 * that signs in through its company alone has none to say.
 */
export async function proveHolder(
  context: Context,
  actor: AccountActor,
  password: string | undefined,
): Promise<void> {
  const account = await find(context.db, actor.accountId)
  if (!account) throw new Refusal('auth.required')
  if (!account.hasPassword) return
  if (password === undefined) throw new Refusal('password.wrong')
  await provePassword(context, account.id, password)
}
