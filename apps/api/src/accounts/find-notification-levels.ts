import type { Reader } from '#api/db/transaction.ts'
import type { Account } from './account.ts'

/** How much mail about requests these accounts want; one that was deleted wants none. */
export async function findNotificationLevels(
  db: Reader,
  accountIds: readonly string[],
): Promise<Map<string, Account['notificationLevel']>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'notification_level', 'deleted_at'])
    .where('id', 'in', accountIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row.deleted_at ? 'none' : row.notification_level]))
}
