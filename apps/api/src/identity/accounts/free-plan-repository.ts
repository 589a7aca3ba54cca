import type { Reader } from '#api/platform/db/transaction.ts'

/** What an account's free plan follows from. */
export function findFacts(db: Reader, accountId: string) {
  return db
    .selectFrom('accounts')
    .select([
      'free_account_type as type',
      'free_migration_offered_at as offeredAt',
      'free_migration_accepted_at as acceptedAt',
    ])
    .where('id', '=', accountId)
    .executeTakeFirst()
}

export async function acceptMigration(db: Reader, accountId: string, at: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ free_account_type: 'free_migrated', free_migration_accepted_at: at })
    .where('id', '=', accountId)
    .where('free_account_type', '=', 'free_legacy')
    .execute()
}

/** To all personal accounts that have the old plan, or to the one of this address. Answers to how many. */
export async function offerMigration(db: Reader, email: string | null, at: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ free_migration_offered_at: at })
    .where('free_account_type', '=', 'free_legacy')
    .where('free_migration_offered_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('business_members')
            .select('business_members.account_id')
            .whereRef('business_members.account_id', '=', 'accounts.id'),
        ),
      ),
    )
    .$if(email !== null, (query) => query.where('email', '=', email ?? ''))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
