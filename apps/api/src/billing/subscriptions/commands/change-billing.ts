import type { Business } from '#api/business/businesses/business.ts'
import type { CommandContext } from '#api/business/businesses/command.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { inTurn } from '#api/billing/subscriptions/in-turn.ts'
import { withBilling } from '#api/billing/subscriptions/lock-billing.ts'
import { providerForNew } from '#api/billing/subscriptions/provider-refusal.ts'
import type { BusinessBilling } from '#api/billing/subscriptions/billing.ts'
import { Refusal } from '#api/platform/refusal.ts'

/** Changes how a business pays while nobody orders or syncs. Throws NotDone where this installation has no billing. */
export async function changeBilling<Result>(
  context: CommandContext,
  business: Pick<Business, 'id' | 'name'>,
  work: (tx: Transaction, billing: BusinessBilling) => Promise<Result>,
): Promise<Result> {
  return reportRefusals(business.name, () => {
    providerForNew(context)
    return inTurn(context.pool, business.id, () => withBilling(context, business.id, work))
  })
}

/** A refusal is for the operator to read, like everything else that was not done. */
export async function reportRefusals<Result>(about: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new NotDone(`${about}: ${error.message} (${error.key})`, { cause: error })
  }
}
