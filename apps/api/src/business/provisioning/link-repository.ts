import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Scope } from './scope.ts'
import { isAt } from './user-repository.ts'

/** Members in the provider's reach whom no user stands for, with their account and its present email. */
function unlinkedMembers(db: Reader, { businessId, domains }: Scope) {
  return db
    .selectFrom('business_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .where('m.business_id', '=', businessId)
    .where('m.role', '<>', 'api_user')
    .where('a.deleted_at', 'is', null)
    .where(isAt('a.email', domains))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('provisioned_users as u')
            .select('u.id')
            .whereRef('u.business_id', '=', 'm.business_id')
            .whereRef('u.account_id', '=', 'a.id')
            .whereRef('u.email', '=', 'a.email'),
        ),
      ),
    )
}

export async function hasUnlinkedMembers(db: Reader, scope: Scope): Promise<boolean> {
  return (await unlinkedMembers(db, scope).select('a.id').limit(1).executeTakeFirst()) !== undefined
}

/** A member whose email has changed stays the user that they were, unless there is one with the new email. */
export async function moveToPresentEmails(tx: Transaction, scope: Scope): Promise<void> {
  await tx
    .updateTable('provisioned_users as u')
    .from(
      unlinkedMembers(tx, scope)
        .innerJoin('provisioned_users as former', (join) =>
          join
            .onRef('former.business_id', '=', 'm.business_id')
            .onRef('former.account_id', '=', 'm.account_id'),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('provisioned_users as taken')
                .select('taken.id')
                .whereRef('taken.business_id', '=', 'm.business_id')
                .whereRef('taken.email', '=', 'a.email'),
            ),
          ),
        )
        .distinctOn('a.id')
        .select(['former.id', 'a.email'])
        .orderBy('a.id')
        .orderBy('former.changed_at', 'desc')
        .orderBy('former.id')
        .as('moved'),
    )
    .set((eb) => ({ email: eb.ref('moved.email'), changed_at: scope.now }))
    .whereRef('u.id', '=', 'moved.id')
    .execute()
}

/** As users of their own; one with the member's email is theirs. */
export async function addMembers(tx: Transaction, scope: Scope): Promise<void> {
  const at = sql<Date>`${scope.now}::timestamptz`
  await tx
    .insertInto('provisioned_users')
    .columns(['business_id', 'email', 'account_id', 'given_name', 'family_name', 'created_at', 'changed_at'])
    .expression(
      unlinkedMembers(tx, scope)
        .select(['m.business_id', 'a.email', 'a.id', 'a.first_name', 'a.last_name'])
        .select([at.as('created_at'), at.as('changed_at')]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'email'])
        .doUpdateSet({ account_id: sql`excluded.account_id`, deactivated_at: null }),
    )
    .execute()
}

/** The zone that the provider names for a member. */
export async function findTimeZone(
  db: Reader,
  businessId: string,
  accountId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('provisioned_users')
    .select('time_zone')
    .where('business_id', '=', businessId)
    .where('account_id', '=', accountId)
    .where('time_zone', 'is not', null)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.time_zone ?? null
}

/** Whether the business's provider has been here. */
export async function hasUsers(db: Reader, businessId: string): Promise<boolean> {
  const row = await db
    .selectFrom('provisioned_users')
    .select('id')
    .where('business_id', '=', businessId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Of an account that joins a business, whichever it is: no provider brings it back any longer without an invitation, and one
 * that knew it by another email knows someone else by that.
 */
export async function noteJoined(tx: Transaction, accountId: string): Promise<void> {
  await tx
    .updateTable('provisioned_users as u')
    .from('accounts as a')
    .set({
      deactivated_at: null,
      account_id: sql<string | null>`CASE WHEN u.email = a.email THEN u.account_id END`,
    })
    .whereRef('a.id', '=', 'u.account_id')
    .where('u.account_id', '=', accountId)
    .execute()
}
