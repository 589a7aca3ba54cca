import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** Someone as the identity provider of a business knows them. */
export interface ProvisionedUser {
  readonly id: string
  readonly businessId: string
  readonly email: string
  readonly accountId: string | null
  readonly externalId: string | null
  readonly givenName: string
  readonly familyName: string
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

export interface Scope {
  readonly businessId: string
  /** Verified now: nobody else is shown or changed. */
  readonly domains: readonly string[]
  readonly now: Date
}

const domainOf = (column: string) => sql<string>`lower(split_part(${sql.ref(column)}, '@', 2))`

/** Members whom the provider hasn't named yet are people that it may find, too. */
export async function includeMembers(tx: Transaction, { businessId, domains, now }: Scope): Promise<void> {
  if (domains.length === 0) return
  await tx
    .insertInto('provisioned_users')
    .columns(['business_id', 'email', 'account_id', 'given_name', 'family_name', 'created_at', 'changed_at'])
    .expression((eb) =>
      eb
        .selectFrom('business_members as m')
        .innerJoin('accounts as a', 'a.id', 'm.account_id')
        .select(['m.business_id', 'a.email', 'a.id', 'a.first_name', 'a.last_name'])
        .select([
          sql<Date>`${now}::timestamptz`.as('created_at'),
          sql<Date>`${now}::timestamptz`.as('changed_at'),
        ])
        .where('m.business_id', '=', businessId)
        .where('m.role', '<>', 'api_user')
        .where('a.deleted_at', 'is', null)
        .where(domainOf('a.email'), 'in', domains)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('provisioned_users as u')
                .select('u.id')
                .whereRef('u.business_id', '=', 'm.business_id')
                .whereRef('u.account_id', '=', 'a.id'),
            ),
          ),
        ),
    )
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'email']).doUpdateSet({ account_id: sql`excluded.account_id` }),
    )
    .execute()
}

/** In an order that stays, with how many there are in all. */
export async function list(
  db: Reader,
  scope: Scope,
  filter: UserFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly users: ProvisionedUser[]; readonly total: number }> {
  if (scope.domains.length === 0) return { users: [], total: 0 }
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
    .select(['a.email as account_email', 'a.first_name', 'a.last_name', 'm.role'])
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
    .where(domainOf('u.email'), 'in', domains)
    .$if(id !== undefined, (query) => query.where('u.id', '=', id ?? ''))
    .$if(email !== undefined, (query) => query.where('u.email', '=', (email ?? '').toLowerCase()))
    .$if(externalId !== undefined, (query) => query.where('u.external_id', '=', externalId ?? ''))
}

type Row = Awaited<ReturnType<ReturnType<typeof found>['execute']>>[number]

/** Null where the business has someone with this email. */
export async function insert(
  tx: Transaction,
  given: Pick<ProvisionedUser, 'businessId' | 'email' | 'externalId' | 'givenName' | 'familyName'> & {
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
      created_at: given.now,
      changed_at: given.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Of two changes at once the second sees the result of the first. */
export async function lockForUpdate(tx: Transaction, id: string): Promise<void> {
  await tx.selectFrom('provisioned_users').select('id').where('id', '=', id).forUpdate().execute()
}

export async function save(
  tx: Transaction,
  id: string,
  change: { readonly externalId?: string | null; readonly accountId?: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('provisioned_users')
    .set({
      changed_at: now,
      ...(change.externalId === undefined ? {} : { external_id: change.externalId }),
      ...(change.accountId === undefined ? {} : { account_id: change.accountId }),
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
  return {
    id: row.id,
    businessId: row.business_id,
    email: row.email,
    accountId: row.account_id,
    externalId: row.external_id,
    givenName: row.first_name ?? row.given_name,
    familyName: row.last_name ?? row.family_name,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    role: row.role === 'admin' || row.role === 'member' ? row.role : null,
    isInvited: Boolean(row.is_invited),
  }
}
