import type { Selectable } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { BusinessDomain } from './business-domain.ts'

type Row = Selectable<Tables['business_domains']>

export async function list(db: Reader, businessId: string): Promise<BusinessDomain[]> {
  const rows = await db
    .selectFrom('business_domains')
    .selectAll()
    .where('business_id', '=', businessId)
    .orderBy('domain')
    .execute()
  return rows.map(toDomain)
}

/** Those that are the business's own. */
export async function listProved(db: Reader, businessId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('business_domains')
    .select('domain')
    .where('business_id', '=', businessId)
    .where('verified_at', 'is not', null)
    .where('lapsed_at', 'is', null)
    .orderBy('domain')
    .execute()
  return rows.map(({ domain }) => domain)
}

export async function find(db: Reader, businessId: string, domain: string): Promise<BusinessDomain | null> {
  const row = await db
    .selectFrom('business_domains')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('domain', '=', domain)
    .executeTakeFirst()
  return row ? toDomain(row) : null
}

/** Every claim of a domain, held until the transaction is over: of two businesses that prove it at once one is first. */
export async function lockForUpdate(tx: Transaction, domain: string): Promise<BusinessDomain[]> {
  const rows = await tx
    .selectFrom('business_domains')
    .selectAll()
    .where('domain', '=', domain)
    .orderBy('business_id')
    .forUpdate()
    .execute()
  return rows.map(toDomain)
}

/** The claims of a domain by which someone may join, of businesses that are there to stay. */
export async function listJoinable(db: Reader, domain: string): Promise<BusinessDomain[]> {
  const rows = await db
    .selectFrom('business_domains as d')
    .innerJoin('businesses as b', 'b.id', 'd.business_id')
    .selectAll('d')
    .where('d.domain', '=', domain)
    .where('d.join_allowed', '=', true)
    .where('d.verified_at', 'is not', null)
    .where('d.lapsed_at', 'is', null)
    .where('d.missing_since', 'is', null)
    .where('b.deleted_at', 'is', null)
    .where('b.delete_at', 'is', null)
    .execute()
  return rows.map(toDomain)
}

/**
 * Takes some whose next look is due. Another process that looks meanwhile doesn't get them; where the looking is cut short they
 * are due again after a while.
 */
export async function takeDue(db: Reader, now: Date, limit: number): Promise<BusinessDomain[]> {
  const rows = await db
    .updateTable('business_domains')
    .set({ next_check_at: new Date(now.getTime() + 5 * 60_000) })
    .where((eb) =>
      eb(
        eb.refTuple('business_id', 'domain'),
        'in',
        eb
          .selectFrom('business_domains as due')
          .innerJoin('businesses as b', 'b.id', 'due.business_id')
          .select(['due.business_id', 'due.domain'])
          .where('due.next_check_at', '<=', now)
          .where('b.deleted_at', 'is', null)
          .orderBy('due.next_check_at')
          .limit(limit)
          .forUpdate('due')
          .skipLocked()
          .$asTuple('business_id', 'domain'),
      ),
    )
    .returningAll()
    .execute()
  return rows.map(toDomain)
}

export async function insert(tx: Transaction, one: BusinessDomain): Promise<void> {
  await tx
    .insertInto('business_domains')
    .values({
      business_id: one.businessId,
      domain: one.domain,
      token: one.token,
      claimed_at: one.claimedAt,
      ...changing(one),
    })
    .execute()
}

export async function save(tx: Transaction, one: BusinessDomain): Promise<void> {
  await tx
    .updateTable('business_domains')
    .set(changing(one))
    .where('business_id', '=', one.businessId)
    .where('domain', '=', one.domain)
    .execute()
}

export async function remove(tx: Transaction, businessId: string, domain: string): Promise<void> {
  await tx
    .deleteFrom('business_domains')
    .where('business_id', '=', businessId)
    .where('domain', '=', domain)
    .execute()
}

export async function removeAll(tx: Transaction, businessId: string): Promise<void> {
  await tx.deleteFrom('business_domains').where('business_id', '=', businessId).execute()
}

function changing(one: BusinessDomain) {
  return {
    verified_at: one.verifiedAt,
    missing_since: one.missingSince,
    lapsed_at: one.lapsedAt,
    checked_at: one.checkedAt,
    problem: one.problem,
    next_check_at: one.nextCheckAt,
    join_allowed: one.join,
  }
}

function toDomain(row: Row): BusinessDomain {
  return {
    businessId: row.business_id,
    domain: row.domain,
    token: row.token,
    claimedAt: row.claimed_at,
    verifiedAt: row.verified_at,
    missingSince: row.missing_since,
    lapsedAt: row.lapsed_at,
    checkedAt: row.checked_at,
    problem: row.problem,
    nextCheckAt: row.next_check_at,
    join: row.join_allowed,
  }
}
