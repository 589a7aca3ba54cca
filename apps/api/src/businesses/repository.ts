import type { Selectable } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { Reader, Transaction } from '#api/db/transaction.ts'
import { type Business, type BusinessRole, type BusinessSettings, settingsOf } from './business.ts'

export interface Member {
  readonly accountId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: BusinessRole
  readonly joinedAt: Date
}

export interface Membership {
  readonly business: Business
  readonly role: BusinessRole
}

export async function find(db: Reader, id: string): Promise<Business | null> {
  const row = await db
    .selectFrom('businesses')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? toBusiness(row) : null
}

/** The same; nobody else changes it until the transaction is over. */
export async function findForUpdate(tx: Transaction, id: string): Promise<Business | null> {
  const row = await tx
    .selectFrom('businesses')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? toBusiness(row) : null
}

export async function listAll(db: Reader): Promise<Business[]> {
  const rows = await db
    .selectFrom('businesses')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(toBusiness)
}

export async function listByName(db: Reader, name: string): Promise<Business[]> {
  const rows = await db
    .selectFrom('businesses')
    .selectAll()
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(toBusiness)
}

export async function findMembership(db: Reader, accountId: string): Promise<Membership | null> {
  const row = await db
    .selectFrom('business_members as m')
    .innerJoin('businesses as b', 'b.id', 'm.business_id')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .selectAll('b')
    .select('m.role')
    .where('m.account_id', '=', accountId)
    .where('b.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { business: toBusiness(row), role: row.role } : null
}

/** Admins first, then by name. */
export async function listMembers(db: Reader, businessId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('business_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['a.id', 'a.email', 'a.first_name', 'a.last_name', 'm.role', 'm.joined_at'])
    .where('m.business_id', '=', businessId)
    .where('a.deleted_at', 'is', null)
    .orderBy('m.role')
    .orderBy('a.last_name')
    .orderBy('a.first_name')
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({
    accountId: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    joinedAt: row.joined_at,
  }))
}

export async function insert(tx: Transaction, business: Business): Promise<void> {
  const { id, name, email, phone, createdAt } = business
  const settings = JSON.stringify(business.settings)
  await tx
    .insertInto('businesses')
    .values({ id, name, email, phone, created_at: createdAt, settings })
    .execute()
}

/** False where the account belongs to a business already. */
export async function insertMember(
  tx: Transaction,
  member: { businessId: string; accountId: string; role: BusinessRole; at: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('business_members')
    .values({
      business_id: member.businessId,
      account_id: member.accountId,
      role: member.role,
      joined_at: member.at,
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function saveSettings(tx: Transaction, id: string, settings: BusinessSettings): Promise<void> {
  await tx
    .updateTable('businesses')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .execute()
}

/** With the account goes its membership. */
export async function removeMember(tx: Transaction, accountId: string): Promise<string | null> {
  const removed = await tx
    .deleteFrom('business_members')
    .where('account_id', '=', accountId)
    .returning('business_id')
    .executeTakeFirst()
  return removed?.business_id ?? null
}

function toBusiness(row: Selectable<Tables['businesses']>): Business {
  const { id, name, email, phone, settings, created_at } = row
  return { id, name, email, phone, createdAt: created_at, settings: settingsOf(settings) }
}
