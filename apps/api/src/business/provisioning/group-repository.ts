import { sql } from 'kysely'
import type { BusinessRole } from '#api/business/businesses/business.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Scope } from './scope.ts'
import { isAt } from './user-repository.ts'

/** A group of the identity provider. */
export interface ProvisionedGroup {
  readonly id: string
  readonly displayName: string
  readonly externalId: string | null
  /** What the admins of the business let its members be. */
  readonly role: BusinessRole
  readonly createdAt: Date
  readonly changedAt: Date
  /** Ids of provisioned users, as far as the provider sees them. */
  readonly members: readonly string[]
}

export interface GroupFilter {
  readonly id?: string
  readonly displayName?: string
  readonly externalId?: string
}

export async function listGroups(
  db: Reader,
  { businessId, domains }: Scope,
  { id, displayName, externalId }: GroupFilter = {},
): Promise<ProvisionedGroup[]> {
  const rows = await db
    .selectFrom('provisioned_groups as g')
    .leftJoin('provisioned_group_members as m', 'm.group_id', 'g.id')
    .leftJoin('provisioned_users as u', (join) =>
      join.onRef('u.id', '=', 'm.user_id').on(isAt('u.email', domains)),
    )
    .selectAll('g')
    .select(
      sql<string[]>`coalesce(array_agg(u.id ORDER BY u.id) FILTER (WHERE u.id IS NOT NULL), '{}')`.as(
        'members',
      ),
    )
    .where('g.business_id', '=', businessId)
    .$if(id !== undefined, (query) => query.where('g.id', '=', id ?? ''))
    .$if(displayName !== undefined, (query) =>
      query.where(sql<boolean>`lower(g.display_name) = lower(${displayName})`),
    )
    .$if(externalId !== undefined, (query) => query.where('g.external_id', '=', externalId ?? ''))
    .groupBy('g.id')
    .orderBy('g.created_at')
    .orderBy('g.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    displayName: row.display_name,
    externalId: row.external_id,
    role: row.role,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    members: row.members,
  }))
}

export async function countGroups(db: Reader, businessId: string): Promise<number> {
  const { count } = await db
    .selectFrom('provisioned_groups')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertGroup(
  tx: Transaction,
  given: { readonly businessId: string; readonly displayName: string; readonly externalId: string | null },
  now: Date,
): Promise<string> {
  const { id } = await tx
    .insertInto('provisioned_groups')
    .values({
      business_id: given.businessId,
      display_name: given.displayName,
      external_id: given.externalId,
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveGroup(
  tx: Transaction,
  id: string,
  change: {
    readonly displayName?: string
    readonly externalId?: string | null
    readonly role?: BusinessRole
  },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('provisioned_groups')
    .set({
      changed_at: now,
      ...(change.displayName === undefined ? {} : { display_name: change.displayName }),
      ...(change.externalId === undefined ? {} : { external_id: change.externalId }),
      ...(change.role === undefined ? {} : { role: change.role }),
    })
    .where('id', '=', id)
    .execute()
}

/** These are its members from now on, beside those that the provider doesn't see. */
export async function setMembers(
  tx: Transaction,
  scope: Scope,
  id: string,
  members: ReadonlySet<string>,
): Promise<void> {
  const kept = [...members]
  await tx
    .deleteFrom('provisioned_group_members')
    .where('group_id', '=', id)
    .where('user_id', 'in', (eb) =>
      eb
        .selectFrom('provisioned_users')
        .select('id')
        .where('business_id', '=', scope.businessId)
        .where(isAt('email', scope.domains)),
    )
    .$if(kept.length > 0, (query) => query.where('user_id', 'not in', kept))
    .execute()
  if (kept.length === 0) return
  await tx
    .insertInto('provisioned_group_members')
    .values(kept.map((userId) => ({ group_id: id, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeGroup(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('provisioned_groups').where('id', '=', id).execute()
}

export async function removeAllGroups(tx: Transaction, businessId: string): Promise<void> {
  await tx.deleteFrom('provisioned_groups').where('business_id', '=', businessId).execute()
}

/** Of these ids those of users in the provider's reach. */
export async function listUserIds(
  db: Reader,
  { businessId, domains }: Scope,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('provisioned_users')
    .select('id')
    .where('business_id', '=', businessId)
    .where(isAt('email', domains))
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}

export interface AdminByGroup {
  readonly userId: string
  readonly accountId: string | null
  readonly email: string
}

/** Who in the provider's reach is in a group whose members are admins. */
export async function listAdminsByGroup(db: Reader, { businessId, domains }: Scope): Promise<AdminByGroup[]> {
  const rows = await db
    .selectFrom('provisioned_group_members as m')
    .innerJoin('provisioned_groups as g', 'g.id', 'm.group_id')
    .innerJoin('provisioned_users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.account_id', 'u.email'])
    .distinct()
    .where('g.business_id', '=', businessId)
    .where('g.role', '=', 'admin')
    .where(isAt('u.email', domains))
    .execute()
  return rows.map((row) => ({ userId: row.id, accountId: row.account_id, email: row.email }))
}
