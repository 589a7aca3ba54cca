import type { Context } from '#api/providers/context.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { countFailure, isThrottled, refuseThrottled } from '#api/identity/throttles/count-failures.ts'

const quarterOfAnHour = 900
// Many people may come from one address; who tries ids or codes there is held back all the same.
const addressLimit = { failures: 60, seconds: quarterOfAnHour }
const idLimit = { failures: 30, seconds: quarterOfAnHour }

const addressKey = (address: string) => `verification:address:${networkOf(address)}`
const idKey = (id: string) => `verification:id:${id}`

/** Rows, not memory: the same for all processes, and after a restart. What fails is counted, whatever it was. */
export async function limited<Result>(
  context: Context,
  { address, id }: { readonly address: string; readonly id: string },
  act: () => Promise<Result>,
): Promise<Result> {
  refuseThrottled(
    (await isThrottled(context, addressKey(address), addressLimit)) ??
      (await isThrottled(context, idKey(id), idLimit)),
  )
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refusal) {
      await countFailure(context, addressKey(address), addressLimit)
      await countFailure(context, idKey(id), idLimit)
    }
    throw error
  }
}
