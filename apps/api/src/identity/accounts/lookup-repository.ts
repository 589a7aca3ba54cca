import { sql } from 'kysely'
import { prepared } from '#api/platform/db/statements/prepared.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { Account } from './account.ts'

/**
 * Since when this account could have sent emails; null where there is none. An API user sends for its business: it is as old as that,
 * however new its key is.
 */
export async function findSenderSince(db: Reader, accountId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('accounts as a')
    .leftJoin('business_members as m', (join) =>
      join.onRef('m.account_id', '=', 'a.id').on('m.role', '=', 'api_user'),
    )
    .leftJoin('businesses as b', 'b.id', 'm.business_id')
    .select(({ fn }) => fn.coalesce('b.created_at', 'a.created_at').as('since'))
    .where('a.id', '=', accountId)
    .executeTakeFirst()
  return row?.since ?? null
}

export interface Recipient {
  readonly email: string
  readonly language: Account['language']
  readonly level: Account['notificationLevel']
}

/** Where and in what language these accounts get mail now, and how much of it about requests; one that was deleted wants none. */
export async function findRecipients(
  db: Reader,
  accountIds: readonly string[],
): Promise<Map<string, Recipient>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .modifyFront(prepared)
    .select(['id', 'email', 'language', 'notification_level', 'deleted_at'])
    .where(sql<boolean>`id = ANY(${[...accountIds]}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ id, email, language, notification_level, deleted_at }) => [
      id,
      {
        email,
        language: language as Account['language'],
        level: deleted_at ? 'none' : notification_level,
      },
    ]),
  )
}

/** The time zones of these accounts, as far as they are known. */
export async function findTimeZones(db: Reader, accountIds: readonly string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'time_zone'])
    .where(sql<boolean>`id = ANY(${[...new Set(accountIds)]}::uuid[])`)
    .where('time_zone', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row.time_zone ?? '']))
}

/** Of these addresses, those of accounts that want no emails about requests. */
export async function listSilent(db: Reader, emails: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('email')
    .where(sql<boolean>`email = ANY(${[...emails]}::text[])`)
    .where('notification_level', '=', 'none')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ email }) => email)
}
