import { type Expression, type ExpressionBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { BillingTables, PaymentProviderRow } from '#api/platform/db/billing-tables.ts'
import type { Database } from '#api/platform/db/connect.ts'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { noBusiness, type Order } from './order.ts'

/** Whose orders: those of a business, or of an account that is about to become one. */
export type Orderer = { readonly businessId: string } | { readonly accountId: string }

export async function insert(tx: Transaction, order: Order): Promise<void> {
  await tx
    .insertInto('billing_orders')
    .values({
      id: order.id,
      business_id: order.businessId,
      account_id: order.accountId,
      kind: order.kind,
      provider: order.provider,
      customer_id: order.customerId,
      wish: JSON.stringify(order.wish),
      created_at: order.createdAt,
      subscription_id: order.subscriptionId,
    })
    .execute()
}

/** The one that is open, if any. */
export async function findOpen(db: Reader, of: Orderer): Promise<Order | null> {
  const row = await db
    .selectFrom('billing_orders')
    .selectAll()
    .where(isOrderOf(of))
    .where('state', '=', 'OPEN')
    .executeTakeFirst()
  return row ? toOrder(row) : null
}

/** The same; for an account it is the lock that a business has on its own row. */
export async function lockOpenForNoKeyUpdate(tx: Transaction, of: Orderer): Promise<Order | null> {
  const row = await tx
    .selectFrom('billing_orders')
    .selectAll()
    .where(isOrderOf(of))
    .where('state', '=', 'OPEN')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? toOrder(row) : null
}

export async function find(db: Reader, id: string): Promise<Order | null> {
  const row = await db.selectFrom('billing_orders').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toOrder(row) : null
}

/** The newest direct upgrade of an account, whatever became of it. */
export async function findNewestDirect(db: Reader, accountId: string): Promise<Order | null> {
  const row = await db
    .selectFrom('billing_orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('business_id', 'is', null), eb('direct', '=', true)]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toOrder(row) : null
}

/** Which of these orders came with a referral code. */
export async function listReferred(db: Reader, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('billing_orders').select(['id', 'wish']).where('id', 'in', ids).execute()
  return new Set(rows.filter(({ wish }) => wish.referralCode).map(({ id }) => id))
}

export async function noteSubscription(tx: Transaction, id: string, subscriptionId: string): Promise<void> {
  await tx
    .updateTable('billing_orders')
    .set({ subscription_id: subscriptionId })
    .where('id', '=', id)
    .execute()
}

/** The order with the next key: with the last one the provider only repeats the failure it answered before. */
export async function takeNextKey(tx: Transaction, order: Order): Promise<Order> {
  const attempt = (order.wish.attempt ?? 1) + 1
  await tx
    .updateTable('billing_orders')
    .set({ wish: sql<string>`wish || ${JSON.stringify({ attempt })}::jsonb` })
    .where('id', '=', order.id)
    .execute()
  return { ...order, wish: { ...order.wish, attempt } }
}

export async function end(
  tx: Transaction,
  id: string,
  {
    state,
    failure = null,
    at,
  }: { state: 'DONE' | 'FAILED' | 'ABANDONED'; failure?: string | null; at: Date },
): Promise<void> {
  await tx
    .updateTable('billing_orders')
    .set({ state, failure, ended_at: at, wish: sql<string>`wish - 'address'` })
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .execute()
}

/** Of an account that is deleted nothing personal stays: what it is still waited for ends without a business. */
export async function forgetAccount(tx: Transaction, accountId: string): Promise<void> {
  await tx
    .updateTable('billing_orders')
    .set({ wish: sql<string>`wish - 'address' - 'foundation'` })
    .where('account_id', '=', accountId)
    .execute()
  await tx.updateTable('billing_surveys').set({ comment: null }).where('account_id', '=', accountId).execute()
}

/** Who a business was at its payment provider when it last ordered something. */
export async function findLastCustomer(
  db: Reader,
  businessId: string,
): Promise<{ readonly provider: Order['provider']; readonly customerId: string } | null> {
  const row = await db
    .selectFrom('billing_orders')
    .select(['provider', 'customer_id'])
    .where('business_id', '=', businessId)
    .where('customer_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.customer_id ? { provider: row.provider, customerId: row.customer_id } : null
}

/** A direct upgrade has its business now. */
export async function setBusiness(tx: Transaction, id: string, businessId: string): Promise<void> {
  await tx.updateTable('billing_orders').set({ business_id: businessId }).where('id', '=', id).execute()
}

/** Whose orders are open since before then: their process died, or the provider or a bank did not answer. */
export async function listOpenBefore(
  db: Reader,
  before: Date,
  limit: number,
  /** Orders at these alone; left out: at any. */
  providers?: readonly PaymentProviderRow[],
): Promise<Order[]> {
  const rows = await db
    .selectFrom('billing_orders')
    .selectAll()
    .where('state', '=', 'OPEN')
    .where('created_at', '<', before)
    .$if(providers !== undefined, (query) => query.where('provider', 'in', providers ?? []))
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(toOrder)
}

const isOrderOf =
  (of: Orderer) =>
  (eb: ExpressionBuilder<Tables, 'billing_orders'>): Expression<SqlBool> =>
    'businessId' in of
      ? eb('business_id', '=', of.businessId)
      : eb.and([eb('account_id', '=', of.accountId), eb('business_id', 'is', null)])

function toOrder(row: Selectable<BillingTables['billing_orders']>): Order {
  return {
    id: row.id,
    businessId: row.business_id,
    accountId: row.account_id,
    kind: row.kind,
    provider: row.provider,
    customerId: row.customer_id,
    wish: row.wish,
    state: row.state,
    failure: row.failure,
    subscriptionId: row.subscription_id,
    createdAt: row.created_at,
  }
}

/** One that was paid for after all, and that nobody can have. */
export async function failPaid(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('billing_orders')
    .set({ state: 'FAILED', failure: noBusiness, ended_at: at })
    .where('id', '=', id)
    .execute()
}

const isRefundDue = ({ eb, and }: ExpressionBuilder<Tables, 'billing_orders'>) =>
  and([eb('state', '=', 'FAILED'), eb('failure', '=', noBusiness), eb('refunded_at', 'is', null)])

/** Those whose payment an operator has to return, the oldest first. */
export async function listRefundsDue(db: Reader, limit: number): Promise<Order[]> {
  const rows = await db
    .selectFrom('billing_orders')
    .selectAll()
    .where(isRefundDue)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(toOrder)
}

/** False where no payment of that order has to be returned. */
export async function markRefunded(db: Database, id: string, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('billing_orders')
    .set({ refunded_at: at })
    .where('id', '=', id)
    .where(isRefundDue)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
