import type { Context } from '#api/providers/context.ts'
import type { PaymentProviderRow } from '#api/platform/db/billing-tables.ts'
import { inTurn } from './in-turn.ts'
import * as repository from './repository.ts'
import { settleDirect } from './settle-direct.ts'
import { syncBilling } from './sync-billing.ts'

/** The job that a webhook asks for: whoever the customer is by now. */
export async function syncCustomer(
  context: Context,
  { provider, customerId }: { readonly provider: PaymentProviderRow; readonly customerId: string },
): Promise<void> {
  const begun = context.now()
  const accountId = await findAccount(context, provider, customerId)
  if (accountId) await inTurn(context.pool, accountId, () => settleDirect(context, accountId))
  const businessId = await repository.findByCustomer(context.db, provider, customerId)
  if (businessId) await syncBilling(context, businessId)
  await context.db
    .updateTable('billing_events')
    .set({ processed_at: context.now() })
    .where('provider', '=', provider)
    .where('customer_id', '=', customerId)
    .where('processed_at', 'is', null)
    .where('received_at', '<=', begun)
    .execute()
}

async function findAccount(
  { db }: Context,
  provider: PaymentProviderRow,
  customerId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('account_customers')
    .select('account_id')
    .where('provider', '=', provider)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.account_id ?? null
}
