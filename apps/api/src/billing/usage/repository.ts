import { sql } from 'kysely'
import type { CountedQualityRow } from '#api/platform/db/billing-tables.ts'
import type { SigningQuality } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Payer } from './payer-repository.ts'

export type Counts = Readonly<Record<CountedQualityRow, { readonly used: number; readonly extra: number }>>

export interface UsageRow extends Payer {
  readonly signingId: string
  readonly quality: CountedQualityRow
  readonly at: Date
  readonly extra: boolean
  /** Null: a payment provider is still to be told, if it is one beyond the included. */
  readonly reportedAt: Date | null
}

export async function insert(tx: Transaction, row: UsageRow): Promise<void> {
  await tx
    .insertInto('signature_usage')
    .values({
      signing_id: row.signingId,
      business_id: row.businessId,
      account_id: row.accountId,
      quality: row.quality,
      at: row.at,
      extra: row.extra,
      reported_at: row.reportedAt,
      report_after: null,
    })
    .onConflict((conflict) => conflict.column('signing_id').doNothing())
    .execute()
}

export async function count(
  db: Reader,
  { businessId, accountId }: Payer,
  { start, end }: { readonly start: Date; readonly end: Date },
): Promise<Counts> {
  const rows = await db
    .selectFrom('signature_usage')
    .select(['quality', sql<number>`count(*)::int`.as('used')])
    .select(sql<number>`count(*) FILTER (WHERE extra)::int`.as('extra'))
    .where((where) =>
      businessId ? where('business_id', '=', businessId) : where('account_id', '=', accountId),
    )
    .where('at', '>=', start)
    .where('at', '<', end)
    .groupBy('quality')
    .execute()
  const of = (quality: CountedQualityRow) => {
    const row = rows.find((one) => one.quality === quality)
    return { used: row?.used ?? 0, extra: row?.extra ?? 0 }
  }
  return { ses: of('ses'), aes: of('aes'), qes: of('qes'), seal: of('seal') }
}

/** All of them, whatever they weigh. */
export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, { used }) => sum + used, 0)
}

export interface Month extends Record<CountedQualityRow, number> {
  /** 2026-11 */
  readonly month: string
}

/** Those months of a business since then in which it used something. */
export async function listMonths(db: Reader, businessId: string, since: Date): Promise<Month[]> {
  const month = sql<string>`to_char(at AT TIME ZONE 'UTC', 'YYYY-MM')`
  const of = (quality: CountedQualityRow) => sql<number>`count(*) FILTER (WHERE quality = ${quality})::int`
  return db
    .selectFrom('signature_usage')
    .select([month.as('month'), of('ses').as('ses'), of('aes').as('aes'), of('qes').as('qes')])
    .select(of('seal').as('seal'))
    .where('business_id', '=', businessId)
    .where('at', '>=', since)
    .groupBy(month)
    .orderBy('month')
    .execute()
}

/** Signings of these levels, of what this payer asked for, that are under way: they will count as well. */
export async function countInProgress(
  db: Reader,
  { businessId, accountId }: Payer,
  qualities: readonly SigningQuality[],
): Promise<number> {
  const row = await db
    .selectFrom('signings as s')
    .innerJoin('signature_requests as r', 'r.id', 's.request_id')
    .leftJoin('business_members as m', 'm.account_id', 'r.owner_id')
    .select(sql<number>`count(*)::int`.as('number'))
    .where('s.status', '=', 'OPEN')
    .where('s.quality', 'in', qualities)
    .where((where) =>
      businessId ? where('m.business_id', '=', businessId) : where('r.owner_id', '=', accountId),
    )
    .executeTakeFirst()
  return row?.number ?? 0
}

/**
 * Of two at once that want the last signature the second sees the first. A lock of its own: the row of the payer's billing
 * is held while the payment provider is asked, and nobody waits for that to sign.
 */
export async function lockPayer(tx: Transaction, { businessId, accountId }: Payer): Promise<void> {
  const payer = `usage:${businessId ?? accountId}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${payer}, 0))`.execute(tx)
}
