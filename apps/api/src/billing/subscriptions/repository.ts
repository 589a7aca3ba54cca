import type { AddressColumn } from '#api/platform/db/conversion/address-column.ts'
import { type Selectable, sql } from 'kysely'
import type { BillingNotice, BillingTables, PaymentProviderRow } from '#api/platform/db/billing-tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { BusinessBilling, Subscription } from './billing.ts'

export async function find(db: Reader, businessId: string): Promise<BusinessBilling | null> {
  const row = await db
    .selectFrom('business_billing')
    .selectAll()
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return row ? toBilling(row) : null
}

/** The same; everything else that orders, changes or syncs waits until the transaction is over. */
export async function lockForNoKeyUpdate(
  tx: Transaction,
  businessId: string,
): Promise<BusinessBilling | null> {
  const row = await tx
    .selectFrom('business_billing')
    .selectAll()
    .where('business_id', '=', businessId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? toBilling(row) : null
}

/** Whose customer this is. */
export async function findByCustomer(
  db: Reader,
  provider: 'STRIPE' | 'CHARGEBEE',
  customerId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('business_billing')
    .select('business_id')
    .where('provider', '=', provider)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.business_id ?? null
}

/** What is named is changed. */
export type BillingChange = Partial<
  Omit<BusinessBilling, 'businessId' | 'trialPlan' | 'notices' | 'referralCode'>
>

export async function save(tx: Transaction, businessId: string, change: BillingChange): Promise<void> {
  const { address, manual } = change
  const plain = {
    currency: change.currency,
    provider: change.provider,
    customer_id: change.customerId,
    trial_ends_at: change.trialEndsAt,
    trial_cancelled_at: change.trialCancelledAt,
    blocked_at: change.blockedAt,
    seats_changed_at: change.seatsChangedAt,
    error_code: change.errorCode,
    fair_flat_offered_at: change.fairFlatOfferedAt,
    fair_flat_answered_at: change.fairFlatAnsweredAt,
    referred_by: change.referredBy,
    synced_at: change.syncedAt,
    next_sync_at: change.nextSyncAt,
    address: address && JSON.stringify(address),
    ...(manual === undefined
      ? {}
      : {
          manual_plan: manual?.plan ?? null,
          manual_name: manual?.name ?? null,
          manual_seats: manual?.seats ?? null,
          manual_until: manual?.until ?? null,
        }),
  }
  const named = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  if (Object.keys(named).length === 0) return
  await tx.updateTable('business_billing').set(named).where('business_id', '=', businessId).execute()
}

/** The one that pays for the business now. */
export async function findLive(db: Reader, businessId: string): Promise<Subscription | null> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('live', '=', true)
    .executeTakeFirst()
  return row ? toSubscription(row) : null
}

/** All it ever had, the newest first. */
export async function listSubscriptions(db: Reader, businessId: string): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('business_id', '=', businessId)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toSubscription)
}

/** Writes it as the provider has it. */
export async function saveSubscription(tx: Transaction, one: Subscription): Promise<void> {
  const values = {
    status: one.status,
    live: one.live,
    plan: one.plan,
    cycle: one.cycle,
    currency: one.currency,
    seats: one.seats,
    next_seats: one.nextSeats,
    seat_price: one.seatPrice,
    started_at: one.startedAt,
    period_start: one.periodStart,
    period_end: one.periodEnd,
    cancel_at: one.cancelAt,
    ended_at: one.endedAt,
    discounts: JSON.stringify(one.discounts),
  }
  await tx
    .insertInto('subscriptions')
    .values({ provider: one.provider, id: one.id, business_id: one.businessId, ...values })
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doUpdateSet(values))
    .execute()
}

/** What the provider no longer lists pays for nothing. */
export async function endMissing(
  tx: Transaction,
  businessId: string,
  provider: Subscription['provider'],
  present: readonly string[],
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ live: false })
    .where('business_id', '=', businessId)
    .where('provider', '=', provider)
    .where('live', '=', true)
    .$if(present.length > 0, (query) => query.where('id', 'not in', present))
    .execute()
}

/** Businesses whose state is to be asked for, the longest overdue first. */
export async function listDue(
  db: Reader,
  now: Date,
  limit: number,
  providers: readonly PaymentProviderRow[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('business_billing as b')
    .innerJoin('businesses as o', 'o.id', 'b.business_id')
    .select('b.business_id')
    .where('b.next_sync_at', '<=', now)
    .where('b.customer_id', 'is not', null)
    .where('b.provider', 'in', providers)
    .where('o.deleted_at', 'is', null)
    .orderBy('b.next_sync_at')
    .limit(limit)
    .execute()
  return rows.map(({ business_id }) => business_id)
}

/** Businesses that were deleted while their plan is still charged as far as we know, the longest overdue first. */
export async function listDeletedWithPlan(
  db: Reader,
  now: Date,
  limit: number,
  providers: readonly PaymentProviderRow[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('business_billing as b')
    .innerJoin('businesses as o', 'o.id', 'b.business_id')
    .innerJoin('subscriptions as s', (join) =>
      join.onRef('s.business_id', '=', 'b.business_id').on('s.live', '=', true),
    )
    .select('b.business_id')
    .where('b.next_sync_at', '<=', now)
    .where('b.customer_id', 'is not', null)
    .where('b.provider', 'in', providers)
    .where('o.deleted_at', 'is not', null)
    .orderBy('b.next_sync_at')
    .limit(limit)
    .execute()
  return rows.map(({ business_id }) => business_id)
}

/** Whom a payment provider knows, with businesses that are deleted: they should pay for nothing. */
export async function listCustomers(db: Reader): Promise<
  {
    readonly businessId: string
    readonly name: string
    readonly deletedAt: Date | null
    readonly provider: 'STRIPE' | 'CHARGEBEE'
    readonly customerId: string
  }[]
> {
  const rows = await db
    .selectFrom('business_billing as b')
    .innerJoin('businesses as o', 'o.id', 'b.business_id')
    .select(['b.business_id', 'o.name', 'o.deleted_at', 'b.provider', 'b.customer_id'])
    .where('b.customer_id', 'is not', null)
    .orderBy('o.name')
    .orderBy('o.id')
    .execute()
  return rows.flatMap(({ business_id: businessId, customer_id: customerId, deleted_at, name, provider }) =>
    customerId === null || provider === null || provider === 'MANUAL'
      ? []
      : [{ businessId, name, deletedAt: deleted_at, provider, customerId }],
  )
}

function toBilling(row: Selectable<BillingTables['business_billing']>): BusinessBilling {
  const { manual_plan, manual_name, manual_seats, manual_until } = row
  return {
    businessId: row.business_id,
    address: row.address,
    currency: row.currency,
    provider: row.provider,
    customerId: row.customer_id,
    trialPlan: row.trial_plan,
    trialEndsAt: row.trial_ends_at,
    trialCancelledAt: row.trial_cancelled_at,
    blockedAt: row.blocked_at,
    manual:
      manual_plan && manual_seats
        ? { plan: manual_plan, name: manual_name ?? manual_plan, seats: manual_seats, until: manual_until }
        : null,
    seatsChangedAt: row.seats_changed_at,
    errorCode: row.error_code,
    fairFlatOfferedAt: row.fair_flat_offered_at,
    fairFlatAnsweredAt: row.fair_flat_answered_at,
    referralCode: row.referral_code,
    referredBy: row.referred_by,
    syncedAt: row.synced_at,
    nextSyncAt: row.next_sync_at,
    notices: row.notices,
  }
}

function toSubscription(row: Selectable<BillingTables['subscriptions']>): Subscription {
  return {
    provider: row.provider,
    id: row.id,
    businessId: row.business_id,
    status: row.status,
    live: row.live,
    plan: row.plan,
    cycle: row.cycle,
    currency: row.currency,
    seats: row.seats,
    nextSeats: row.next_seats,
    seatPrice: row.seat_price,
    startedAt: row.started_at,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    cancelAt: row.cancel_at,
    endedAt: row.ended_at,
    discounts: row.discounts,
  }
}

/** Anyone who waits longer than that for a lock gives up (55P03). */
export async function limitWaiting(tx: Transaction, patience: string): Promise<void> {
  await sql`SELECT set_config('lock_timeout', ${patience}, true)`.execute(tx)
}

/** Businesses whose trial ends until then, and that have not bought. */
export async function listTrials(db: Reader, from: Date, until: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('business_billing as b')
    .innerJoin('businesses as o', 'o.id', 'b.business_id')
    .select('b.business_id')
    .where('o.deleted_at', 'is', null)
    .where('b.trial_cancelled_at', 'is', null)
    .where('b.trial_ends_at', '>', from)
    .where('b.trial_ends_at', '<=', until)
    .orderBy('b.trial_ends_at')
    .execute()
  return rows.map((row) => row.business_id)
}

export async function noteNotice(
  tx: Transaction,
  businessId: string,
  notice: BillingNotice,
  /** What it told: the same is not told twice. */
  content: string,
): Promise<void> {
  const noted = JSON.stringify({ [notice]: content })
  await tx
    .updateTable('business_billing')
    .set({ notices: sql`notices || ${noted}::jsonb` })
    .where('business_id', '=', businessId)
    .execute()
}

/** Kept in their canonical form. */
export const addressColumns: readonly AddressColumn[] = [
  {
    table: 'business_billing',
    update: sql`UPDATE business_billing`,
    column: 'address',
    members: ['contactEmail'],
  },
]
