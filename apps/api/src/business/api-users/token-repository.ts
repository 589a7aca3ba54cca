import type { ApiScope } from '@countersign/contract/values.ts'
import type { Context } from '#api/providers/context.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { usedEverySeconds } from './api-user.ts'

/** No session's token has a dot: one sees whose a token is before it is looked for. */
export const apiTokenPrefix = 'api.'

export function isApiToken(token: string): boolean {
  return token.startsWith(apiTokenPrefix)
}

export interface FoundApiUser {
  readonly apiUserId: string
  readonly username: string
  readonly businessId: string
  readonly scopes: readonly ApiScope[]
}

/** Whose token this is: null where it is unknown, over, for a key before, or the API user or its business is gone. */
export async function findApiToken(context: Context, token: string): Promise<FoundApiUser | null> {
  const now = context.now()
  // Every call of an API user begins here, so the statement is prepared once per connection.
  const found = await context.pool.query<Row>({
    name: 'find-api-token',
    text: `SELECT u.id, u.username, u.business_id, u.scopes, u.last_used_at
           FROM api_tokens t
           JOIN api_users u ON u.id = t.api_user_id AND u.key_number = t.key_number
           JOIN businesses b ON b.id = u.business_id
           WHERE t.token_hash = $1 AND t.expires_at > $2 AND u.deleted_at IS NULL AND b.deleted_at IS NULL`,
    values: [hashToken('api_user', token), now],
  })
  const row = found.rows[0]
  if (!row) return null
  noteUse(context, row, now)
  return { apiUserId: row.id, username: row.username, businessId: row.business_id, scopes: row.scopes }
}

/** Writes down that it is in use, once a minute at most. No call waits for it, and none fails with it. */
function noteUse(context: Context, { id, last_used_at: last }: Row, now: Date): void {
  const due = new Date(now.getTime() - usedEverySeconds * 1000)
  if (last && last > due) return
  context.pool
    .query(
      'UPDATE api_users SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)',
      [id, now, due],
    )
    .catch((error: unknown) => context.log.warn({ err: error }, "an API user's use was not written down"))
}

interface Row {
  readonly id: string
  readonly username: string
  readonly business_id: string
  readonly scopes: ApiScope[]
  readonly last_used_at: Date | null
}
