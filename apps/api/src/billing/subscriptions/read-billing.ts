import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { BusinessBilling, Subscription } from './billing.ts'
import { ensureBilling } from './trials/trial-repository.ts'
import * as repository from './repository.ts'

export interface ReadBilling {
  readonly billing: BusinessBilling
  /** What pays for the business now. */
  readonly live: Subscription | null
  /** The one of which there is something to say: the live one, or else the newest. */
  readonly newest: Subscription | null
}

/** From our rows alone: it answers also while the payment provider does not. */
export async function readBilling(
  context: Pick<Context, 'db' | 'now'>,
  businessId: string,
): Promise<ReadBilling> {
  const { db } = context
  if (!(await repository.find(db, businessId))) await ensureBilling(db, businessId, context.now())
  const billing = await repository.find(db, businessId)
  if (!billing) throw new Refusal('not_found')
  const all = await repository.listSubscriptions(db, businessId)
  const live = all.find((one) => one.live) ?? null
  return { billing, live, newest: live ?? all[0] ?? null }
}
