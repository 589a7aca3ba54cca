import type { Context } from '#api/providers/context.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { syncBilling } from './sync-billing.ts'

/** A page asks a few times while a bank takes its time. */
const limit = { failures: 60, seconds: 300 }

export async function syncOnReturn(context: Context, businessId: string): Promise<void> {
  await refuseTooManySyncs(context, businessId)
  await syncBilling(context, businessId)
}

export async function refuseTooManySyncs(context: Context, id: string): Promise<void> {
  refuseThrottled(await countFailure(context, `billing-sync:${id}`, limit))
}
