import { sortKey } from '#api/platform/db/sort-key.ts'
import type { AddressColumn } from '#api/platform/db/conversion/address-column.ts'
import type { Language } from '@countersign/contract/values.ts'
import { type Selectable, sql } from 'kysely'
import { prepared } from '#api/platform/db/statements/prepared.ts'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import { type Business, type BusinessRole, type BusinessSettings, settingsOf } from './business.ts'

/** All but the logo's bytes, which are read where they are shown. */
const columns = [
  'id',
  'name',
  'email',
  'phone',
  'country',
  'created_at',
  'terms_accepted_at',
  'data_processing_accepted_at',
  'support_contact',
  'logo_hash',
  'logo_width',
  'logo_height',
  'seats',
  'delete_at',
  'settings',
] as const

export interface Member {
  readonly accountId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly language: Language
  readonly role: BusinessRole
  readonly joinedAt: Date
  /** Has no seat since then. */
  readonly lockedAt: Date | null
  /** Is the first without a seat, where there are fewer than people. */
  readonly givesUpSeat: boolean
}

export interface Membership {
  readonly business: Business
  readonly role: BusinessRole
  readonly lockedAt: Date | null
}

export async function find(db: Reader, id: string): Promise<Business | null> {
  const row = await db
    .selectFrom('businesses')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? toBusiness(row) : null
}

/** The same; nobody else changes it, or adds to its log, until the transaction is over. */
export async function lockForNoKeyUpdate(tx: Transaction, id: string): Promise<Business | null> {
  const row = await tx
    .selectFrom('businesses')
    .select(columns)
    .select('deleted_at')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && !row.deleted_at ? toBusiness(row) : null
}

export async function listAll(db: Reader): Promise<Business[]> {
  const rows = await db
    .selectFrom('businesses')
    .select(columns)
    .where('deleted_at', 'is', null)
    .orderBy(sortKey('name'))
    .orderBy('id')
    .execute()
  return rows.map(toBusiness)
}

export async function listByName(db: Reader, name: string): Promise<Business[]> {
  const rows = await db
    .selectFrom('businesses')
    .select(columns)
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
    .modifyFront(prepared)
    .select(columns.map((column) => `b.${column}` as const))
    .select(['m.role', 'm.locked_at'])
    .where('m.account_id', '=', accountId)
    .where('b.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { business: toBusiness(row), role: roleOf(row.role), lockedAt: row.locked_at } : null
}

/** An API user's account belongs to its business without a say in it. */
const roleOf = (role: 'admin' | 'member' | 'api_user'): BusinessRole => (role === 'admin' ? role : 'member')

/** Admins first, then by name; not the accounts of API users. */
export async function listMembers(db: Reader, businessId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('business_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['a.id', 'a.email', 'a.first_name', 'a.last_name', 'a.language'])
    .select(['m.role', 'm.joined_at', 'm.locked_at', 'm.gives_up_seat'])
    .where('m.business_id', '=', businessId)
    .where('m.role', '<>', 'api_user')
    .where('a.deleted_at', 'is', null)
    .orderBy('m.role')
    .orderBy(sortKey('a.last_name'))
    .orderBy(sortKey('a.first_name'))
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({
    accountId: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language as Language,
    role: roleOf(row.role),
    joinedAt: row.joined_at,
    lockedAt: row.locked_at,
    givesUpSeat: row.gives_up_seat,
  }))
}

/** Whether one of its people asks this account to sign, or asks for the signature of this request. */
export async function asksToSign(
  db: Reader,
  businessId: string,
  subject: { readonly accountId: string } | { readonly requestId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('business_members as b')
    .innerJoin('signature_requests as r', 'r.owner_id', 'b.account_id')
    .select('r.id')
    .where('b.business_id', '=', businessId)
    .where('r.status', '<>', 'DRAFT')
    .where((eb) => {
      if ('requestId' in subject) return eb('r.id', '=', subject.requestId)
      const signer = eb
        .selectFrom('signatures as s')
        .select('s.request_id')
        .where('s.account_id', '=', subject.accountId)
      const member = eb
        .selectFrom('signature_members as sm')
        .innerJoin('signatures as gs', 'gs.id', 'sm.signature_id')
        .select('gs.request_id')
        .where('sm.account_id', '=', subject.accountId)
      return eb('r.id', 'in', signer.unionAll(member))
    })
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** `ucc` is the code of the referral programme it came by. */
export async function insert(tx: Transaction, business: Business, ucc: string | null = null): Promise<void> {
  await tx
    .insertInto('businesses')
    .values({
      id: business.id,
      name: business.name,
      email: business.email,
      phone: business.phone,
      country: business.country,
      created_at: business.createdAt,
      terms_accepted_at: business.termsAcceptedAt,
      data_processing_accepted_at: business.dataProcessingAcceptedAt,
      support_contact: JSON.stringify(business.supportContact),
      seats: business.seats,
      settings: JSON.stringify(business.settings),
      ucc,
    })
    .execute()
}

export async function save(
  tx: Transaction,
  { id, name, email, phone, country, supportContact, deleteAt }: Business,
): Promise<void> {
  await tx
    .updateTable('businesses')
    .set({
      name,
      email,
      phone,
      country,
      support_contact: JSON.stringify(supportContact),
      delete_at: deleteAt,
    })
    .where('id', '=', id)
    .execute()
}

export async function listDue(db: Reader, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('businesses')
    .select('id')
    .where('delete_at', '<=', now)
    .where('deleted_at', 'is', null)
    .orderBy('delete_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** It keeps its id and its name, by which its log and the evidence know it, its seats and its dates. */
export async function erase(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('businesses')
    .set({
      email: '',
      phone: null,
      country: null,
      settings: '{}',
      support_contact: '{}',
      logo: null,
      logo_hash: null,
      logo_width: null,
      logo_height: null,
      ucc: null,
      deleted_at: now,
    })
    .where('id', '=', id)
    .execute()
}

export async function saveSettings(tx: Transaction, id: string, settings: BusinessSettings): Promise<void> {
  await tx
    .updateTable('businesses')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .execute()
}

export async function setSeats(tx: Transaction, businessId: string, seats: number | null): Promise<void> {
  await tx.updateTable('businesses').set({ seats }).where('id', '=', businessId).execute()
}

function toBusiness(row: Pick<Selectable<Tables['businesses']>, (typeof columns)[number]>): Business {
  const { logo_hash, logo_width, logo_height } = row
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    country: row.country,
    createdAt: row.created_at,
    termsAcceptedAt: row.terms_accepted_at,
    dataProcessingAcceptedAt: row.data_processing_accepted_at,
    supportContact: row.support_contact,
    logo:
      logo_hash && logo_width && logo_height
        ? { hash: logo_hash.toString('hex'), width: logo_width, height: logo_height }
        : null,
    seats: row.seats,
    deleteAt: row.delete_at,
    settings: settingsOf(row.settings),
  }
}

/** What its API users take part in requests as. */
export async function listApiUserAccounts(db: Reader, businessId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('business_members')
    .select('account_id')
    .where('business_id', '=', businessId)
    .where('role', '=', 'api_user')
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Kept in their canonical form. */
export const addressColumns: readonly AddressColumn[] = [
  { table: 'businesses', update: sql`UPDATE businesses`, column: 'email' },
  { table: 'businesses', update: sql`UPDATE businesses`, column: 'support_contact', members: ['email'] },
]
