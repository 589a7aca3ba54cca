import { sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'

export interface ApiRequest {
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  readonly errorKey: string | null
}

export type NewApiRequest = ApiRequest & { readonly apiUserId: string }

export async function insertApiRequests(db: Reader, rows: readonly NewApiRequest[]): Promise<void> {
  await db
    .insertInto('api_requests')
    .values(
      rows.map((row) => ({
        api_user_id: row.apiUserId,
        at: row.at,
        method: row.method,
        path: row.path,
        status: row.status,
        milliseconds: row.milliseconds,
        error_key: row.errorKey,
      })),
    )
    .execute()
}

export interface ApiRequestFilter {
  readonly apiUserId: string
  readonly failedOnly: boolean
  /** Part of the path. */
  readonly search: string | undefined
  readonly offset: number
  readonly limit: number
}

/** Further than this nobody pages; a program may make thousands of calls an hour. */
const countedAtMost = 10_000

/** The newest first. */
export async function listApiRequests(
  db: Reader,
  filter: ApiRequestFilter,
): Promise<{ items: ApiRequest[]; total: number; isCapped: boolean }> {
  const found = matching(db, filter)
  const [rows, counted] = await Promise.all([
    found.selectAll().orderBy('id', 'desc').limit(filter.limit).offset(filter.offset).execute(),
    db
      .selectFrom(
        found
          .select('id')
          .limit(countedAtMost + 1)
          .as('some'),
      )
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    items: rows.map(({ at, method, path, status, milliseconds, error_key }) => ({
      ...{ at, method, path, status, milliseconds },
      errorKey: error_key,
    })),
    total: Math.min(counted.total, countedAtMost),
    isCapped: counted.total > countedAtMost,
  }
}

function matching(db: Reader, { apiUserId, failedOnly, search }: ApiRequestFilter) {
  return db
    .selectFrom('api_requests')
    .where('api_user_id', '=', apiUserId)
    .$if(failedOnly, (query) => query.where('status', '>=', 400))
    .$if(search !== undefined && search !== '', (query) =>
      query.where(sql<boolean>`strpos(lower(path), lower(${search ?? ''})) > 0`),
    )
}

/** Deletes those from before. Answers how many. */
export async function purgeApiRequests(db: Reader, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('api_requests').where('at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}
