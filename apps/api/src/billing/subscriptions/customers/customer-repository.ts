import type { PaymentProviderRow } from '#api/platform/db/billing-tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

// The customer records of accounts that are about to become businesses.

export interface AccountCustomer {
  readonly provider: PaymentProviderRow
  readonly customerId: string
}

/** One at each provider at most. */
export async function listOfAccount(db: Reader, accountId: string): Promise<AccountCustomer[]> {
  const rows = await db
    .selectFrom('account_customers')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('provider')
    .execute()
  return rows.map(({ provider, customer_id: customerId }) => ({ provider, customerId }))
}

export async function findAccount(
  db: Reader,
  { provider, customerId }: AccountCustomer,
): Promise<string | null> {
  const row = await db
    .selectFrom('account_customers')
    .select('account_id')
    .where('provider', '=', provider)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.account_id ?? null
}

export async function saveOfAccount(
  tx: Transaction,
  accountId: string,
  { provider, customerId }: AccountCustomer,
): Promise<void> {
  await tx
    .insertInto('account_customers')
    .values({ account_id: accountId, provider, customer_id: customerId })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'provider']).doUpdateSet({ customer_id: customerId }),
    )
    .execute()
}

export async function removeOfAccount(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('account_customers').where('account_id', '=', accountId).execute()
}
