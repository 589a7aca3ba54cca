import type { AddressColumn } from '#api/platform/db/conversion/address-column.ts'
import { canonicalEmail } from '@countersign/contract/email.ts'
import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Scope } from './scope.ts'

/** Someone as the identity provider of a business knows them. */
export interface ProvisionedUser {
  readonly id: string
  readonly businessId: string
  readonly email: string
  readonly accountId: string | null
  /** Since when the account is out of the business by the provider's doing, and in no other since. */
  readonly deactivatedAt: Date | null
  readonly externalId: string | null
  readonly givenName: string
  readonly familyName: string
  /** As the provider says; the account may have another one. */
  readonly timeZone: string | null
  readonly createdAt: Date
  readonly changedAt: Date
  /** As the business has them now; null for the people who don't belong to it. */
  readonly role: 'admin' | 'member' | null
  readonly isInvited: boolean
}

/** One filter of the protocol, or none. */
export interface UserFilter {
  readonly id?: string
  readonly email?: string
  readonly externalId?: string
}

/** Whether an email is at one of these domains. */
export const isAt = (column: string, domains: readonly string[]) =>
  sql<boolean>`lower(split_part(${sql.ref(column)}, '@', 2)) = ANY (${domains}::text[])`

/** In an order that stays, with how many there are in all. */
export async function list(
  db: Reader,
  scope: Scope,
  filter: UserFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly users: ProvisionedUser[]; readonly total: number }> {
  const rows = await found(db, scope, filter)
    .select(sql<string>`count(*) OVER ()`.as('total'))
    .orderBy('u.created_at')
    .orderBy('u.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  if (rows.length > 0) return { users: rows.map(toUser), total: Number(rows[0]?.total ?? 0) }
  // Past the end, or only the number is asked for.
  const { total } = await db
    .selectFrom(found(db, scope, filter).as('found'))
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { users: [], total: Number(total) }
}

export async function find(db: Reader, scope: Scope, filter: UserFilter): Promise<ProvisionedUser | null> {
  return (await list(db, scope, filter, { offset: 0, limit: 1 })).users[0] ?? null
}

function found(db: Reader, { businessId, domains, now }: Scope, { id, email, externalId }: UserFilter) {
  return db
    .selectFrom('provisioned_users as u')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.id', '=', 'u.account_id').on('a.deleted_at', 'is', null),
    )
    .leftJoin('business_members as m', (join) =>
      join.onRef('m.account_id', '=', 'a.id').onRef('m.business_id', '=', 'u.business_id'),
    )
    .selectAll('u')
    .select(['a.first_name', 'a.last_name', 'm.role'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('business_invitations as i')
          .select('i.id')
          .whereRef('i.business_id', '=', 'u.business_id')
          .whereRef('i.email', '=', 'u.email')
          .where('i.state', '=', 'OPEN')
          .where('i.expires_at', '>', now),
      ).as('is_invited'),
    )
    .where('u.business_id', '=', businessId)
    .where(isAt('u.email', domains))
    .$if(id !== undefined, (query) => query.where('u.id', '=', id ?? ''))
    .$if(email !== undefined, (query) => query.where('u.email', '=', canonicalEmail(email ?? '')))
    .$if(externalId !== undefined, (query) => query.where('u.external_id', '=', externalId ?? ''))
}

type Row = Awaited<ReturnType<ReturnType<typeof found>['execute']>>[number]

/** Null where the business has someone with this email. */
export async function insert(
  tx: Transaction,
  given: Pick<
    ProvisionedUser,
    'businessId' | 'email' | 'externalId' | 'givenName' | 'familyName' | 'timeZone'
  > & {
    readonly now: Date
  },
): Promise<string | null> {
  const row = await tx
    .insertInto('provisioned_users')
    .values({
      business_id: given.businessId,
      email: given.email,
      external_id: given.externalId,
      given_name: given.givenName,
      family_name: given.familyName,
      time_zone: given.timeZone,
      created_at: given.now,
      changed_at: given.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Of two changes at once the second sees the result of the first. */
export async function lockForNoKeyUpdate(tx: Transaction, id: string): Promise<void> {
  await tx.selectFrom('provisioned_users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export async function save(
  tx: Transaction,
  id: string,
  change: {
    readonly externalId?: string | null
    readonly timeZone?: string | null
    readonly accountId?: string | null
    readonly deactivatedAt?: Date
  },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('provisioned_users')
    .set({
      changed_at: now,
      ...(change.externalId === undefined ? {} : { external_id: change.externalId }),
      ...(change.timeZone === undefined ? {} : { time_zone: change.timeZone }),
      ...(change.accountId === undefined ? {} : { account_id: change.accountId }),
      ...(change.deactivatedAt === undefined ? {} : { deactivated_at: change.deactivatedAt }),
    })
    .where('id', '=', id)
    .execute()
}

export async function remove(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('provisioned_users').where('id', '=', id).execute()
}

/** Of a deleted business. */
export async function removeAll(tx: Transaction, businessId: string): Promise<void> {
  await tx.deleteFrom('provisioned_users').where('business_id', '=', businessId).execute()
}

/** With the account goes what the provider knew of it. */
export async function removeAccount(
  tx: Transaction,
  account: { readonly id: string; readonly email: string },
): Promise<void> {
  await tx
    .deleteFrom('provisioned_users')
    .where((eb) => eb.or([eb('account_id', '=', account.id), eb('email', '=', account.email)]))
    .execute()
}

function toUser(row: Row): ProvisionedUser {
  const role = row.role === 'admin' || row.role === 'member' ? row.role : null
  return {
    id: row.id,
    businessId: row.business_id,
    email: row.email,
    accountId: row.account_id,
    deactivatedAt: row.deactivated_at,
    externalId: row.external_id,
    // A former member's account is their own affair.
    givenName: (role && row.first_name) ?? row.given_name,
    familyName: (role && row.last_name) ?? row.family_name,
    timeZone: row.time_zone,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    role,
    isInvited: Boolean(row.is_invited),
  }
}

/** Kept in their canonical form. */
export const addressColumns: readonly AddressColumn[] = [
  { table: 'provisioned_users', update: sql`UPDATE provisioned_users`, column: 'email' },
]
