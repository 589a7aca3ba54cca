import { businessesNamed, type Command } from '#api/business/businesses/command.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { syncBilling } from '#api/billing/subscriptions/sync/sync-billing.ts'
import { find, findLive } from '#api/billing/subscriptions/repository.ts'
import { counted } from '#api/platform/values/counted.ts'
import { reportRefusals } from './change-billing.ts'

/** A business that cannot be synced does not keep the others from it. */
export const syncNamed: Command = async (context, options, given) => {
  const done: string[] = []
  const failed: string[] = []
  for (const { id, name } of await businessesNamed(context, options, given)) {
    const billing = await find(context.db, id)
    if (!billing?.customerId || billing.provider === null || billing.provider === 'MANUAL') {
      if (options['all'] !== true) done.push(`${name} is not known to any payment provider.`)
      continue
    }
    try {
      await reportRefusals(name, () => syncBilling(context, id))
      const live = await findLive(context.db, id)
      const what = live
        ? `${live.plan}, ${counted(live.seats, 'seat')}, ${live.status}`
        : 'no live subscription'
      done.push(`${name} (${billing.provider}): ${what}`)
    } catch (error) {
      if (!(error instanceof NotDone)) throw error
      failed.push(error.message)
    }
  }
  if (failed.length > 0) throw new NotDone([...done, ...failed].join('\n'))
  return done.join('\n') || 'No business is known to a payment provider.'
}
