import type { CountedQualityRow, CurrencyRow, PaymentProviderRow } from '#api/platform/db/billing-tables.ts'
import type { Database } from '#api/platform/db/connect.ts'
import type { Reader } from '#api/platform/db/transaction.ts'

export interface ToReport {
  readonly signingId: string
  readonly businessId: string
  readonly quality: CountedQualityRow
  readonly at: Date
  readonly provider: PaymentProviderRow
  readonly customerId: string
  /** The provider was told before, and its answer is not known. */
  readonly attempt: { readonly at: Date; readonly for: Date } | null
  /** What pays for the business now; null where nothing does. */
  readonly subscription: {
    readonly id: string
    readonly currency: CurrencyRow
    readonly periodStart: Date
  } | null
}

/** Signatures beyond the included that one of these providers has not charged yet, the oldest first. */
export async function listToReport(
  db: Reader,
  now: Date,
  limit: number,
  providers: readonly PaymentProviderRow[],
): Promise<ToReport[]> {
  const rows = await db
    .selectFrom('signature_usage as u')
    .innerJoin('business_billing as b', 'b.business_id', 'u.business_id')
    .leftJoin('subscriptions as s', (join) =>
      join.onRef('s.business_id', '=', 'u.business_id').on('s.live', '=', true),
    )
    .select(['u.signing_id', 'u.quality', 'u.at', 'b.business_id', 'b.provider', 'b.customer_id'])
    .select(['u.told_at', 'u.told_for', 's.id', 's.currency', 's.period_start'])
    .where('u.extra', '=', true)
    .where('u.reported_at', 'is', null)
    .where((where) => where.or([where('u.report_after', 'is', null), where('u.report_after', '<=', now)]))
    .where('b.provider', 'in', providers)
    .where('b.customer_id', 'is not', null)
    .orderBy('u.at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    signingId: row.signing_id,
    businessId: row.business_id,
    quality: row.quality,
    at: row.at,
    provider: row.provider as PaymentProviderRow,
    customerId: row.customer_id ?? '',
    attempt: row.told_at && row.told_for && { at: row.told_at, for: row.told_for },
    subscription:
      row.id === null || row.currency === null || row.period_start === null
        ? null
        : { id: row.id, currency: row.currency, periodStart: row.period_start },
  }))
}

/** Signatures beyond the included that nothing can charge: of a deleted business without a plan, wherever it was a customer. */
export async function listToWriteOff(
  db: Reader,
  limit: number,
): Promise<Pick<ToReport, 'signingId' | 'businessId' | 'quality' | 'at'>[]> {
  return db
    .selectFrom('signature_usage as u')
    .innerJoin('businesses as o', 'o.id', 'u.business_id')
    .select(['u.signing_id as signingId', 'o.id as businessId', 'u.quality', 'u.at'])
    .where('u.extra', '=', true)
    .where('u.reported_at', 'is', null)
    .where('o.deleted_at', 'is not', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('subscriptions as s')
            .select('s.id')
            .whereRef('s.business_id', '=', 'o.id')
            .where('s.live', '=', true),
        ),
      ),
    )
    .orderBy('u.at')
    .limit(limit)
    .execute()
}

/** Before the provider is told: what for is kept, as its answer may never come. Null: it is certain that it was not. */
export async function markReportAttempt(
  db: Database,
  signingId: string,
  attempt: { readonly at: Date; readonly for: Date } | null,
): Promise<void> {
  await db
    .updateTable('signature_usage')
    .set({ told_at: attempt?.at ?? null, told_for: attempt?.for ?? null })
    .where('signing_id', '=', signingId)
    .execute()
}

/** How many signatures of the quality are known to be charged to the business from `from` until just before `to`. */
export async function countReported(
  db: Reader,
  usage: {
    readonly businessId: string
    readonly quality: CountedQualityRow
    readonly from: Date
    readonly to: Date
  },
): Promise<number> {
  const { count } = await db
    .selectFrom('signature_usage')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('business_id', '=', usage.businessId)
    .where('quality', '=', usage.quality)
    .where('reported_at', 'is not', null)
    .where('told_for', '>=', usage.from)
    .where('told_for', '<', usage.to)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function markReported(db: Reader, signingId: string, at: Date): Promise<void> {
  await db
    .updateTable('signature_usage')
    .set({ reported_at: at })
    .where('signing_id', '=', signingId)
    .execute()
}

export async function postpone(db: Database, signingId: string, until: Date): Promise<void> {
  await db
    .updateTable('signature_usage')
    .set({ report_after: until })
    .where('signing_id', '=', signingId)
    .execute()
}

/** Whether there are signatures beyond the included that a payment provider still has to charge to the business. */
export async function hasUnreported(db: Reader, businessId: string): Promise<boolean> {
  const row = await db
    .selectFrom('signature_usage')
    .select('signing_id')
    .where('business_id', '=', businessId)
    .where('extra', '=', true)
    .where('reported_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Signatures beyond the included from before then that no provider has charged, by business. */
export async function countUnreported(
  db: Reader,
  before: Date,
): Promise<{ readonly businessId: string; readonly count: number; readonly oldest: Date }[]> {
  const rows = await db
    .selectFrom('signature_usage as u')
    .innerJoin('business_billing as b', 'b.business_id', 'u.business_id')
    .select((eb) => ['b.business_id', eb.fn.countAll<string>().as('count'), eb.fn.min('u.at').as('oldest')])
    .where('u.extra', '=', true)
    .where('u.reported_at', 'is', null)
    .where('u.at', '<', before)
    .where('b.provider', 'in', ['STRIPE', 'CHARGEBEE'])
    .groupBy('b.business_id')
    .orderBy('b.business_id')
    .execute()
  return rows.map(({ business_id: businessId, count, oldest }) => ({
    businessId,
    count: Number(count),
    oldest,
  }))
}
