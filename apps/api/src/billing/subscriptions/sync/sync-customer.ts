import type { Context } from '#api/providers/context.ts'
import type { PaymentProviderRow } from '#api/platform/db/billing-tables.ts'
import { inTurn } from '../in-turn.ts'
import * as repository from '../repository.ts'
import { settleDirect } from '../direct-upgrades/settle-direct.ts'
import { syncBilling } from './sync-billing.ts'
import { findAccount } from '../customers/customer-repository.ts'
import { markProcessed } from './event-repository.ts'

/**
 * The job that a webhook triggers, for whichever business has the customer by then. At a provider that is no longer configured
 * the webhook stays unprocessed: the sweep takes it up once the provider is configured again.
 */
export async function syncCustomer(
  context: Context,
  { provider, customerId }: { readonly provider: PaymentProviderRow; readonly customerId: string },
): Promise<void> {
  if (!context.payment.named(provider)) return
  const begun = context.now()
  const accountId = await findAccount(context.db, { provider, customerId })
  if (accountId) await inTurn(context.pool, accountId, () => settleDirect(context, accountId))
  const businessId = await repository.findByCustomer(context.db, provider, customerId)
  if (businessId) await syncBilling(context, businessId)
  await markProcessed(context.db, { provider, customerId }, { until: begun, at: context.now() })
}
