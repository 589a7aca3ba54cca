import type { Context } from '#api/providers/context.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { ratePassword } from './check-password.ts'
import { findConfirmation } from '../confirm-email.ts'
import type { PasswordProblem } from '../password.ts'
import { find } from '../repository.ts'

// A form asks at every pause in typing, and an office shares an address. Each call costs a worker's time.
const limit = { failures: 300, seconds: 900 }

/** Would this password be taken? With a link's token: also whether it is more than the name and address of whose link it is. */
export async function rateTypedPassword(
  context: Context,
  given: { readonly password: string; readonly token: string | undefined; readonly address: string },
): Promise<{ readonly problem: PasswordProblem | null; readonly score: number }> {
  refuseThrottled(await countFailure(context, `check-password:${networkOf(given.address)}`, limit))
  return ratePassword(context, given.password, await personBehind(context, given))
}

async function personBehind(
  context: Context,
  given: { readonly token: string | undefined; readonly address: string },
) {
  if (given.token === undefined) return { email: '', firstName: '', lastName: '' }
  const { email, accountId } = await findConfirmation(context, given.token, given.address)
  const account = accountId ? await find(context.db, accountId) : null
  return account ?? { email, firstName: '', lastName: '' }
}
