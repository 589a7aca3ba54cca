import type { ApiEnvironment, ApiScope, Language } from '@countersign/contract/values.ts'
import type { Context } from '#api/providers/context.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { usedEverySeconds } from './api-user.ts'

/**
 * `{"typ":"opaque"}` in base64url, as clients in use expect a token to begin like a JWT; what follows is random and means
 * nothing. No session's token has a dot: one sees whose a token is before it is looked for.
 */
export const apiTokenPrefix = `${Buffer.from('{"typ":"opaque"}').toString('base64url')}.`

export function isApiToken(token: string): boolean {
  return token.startsWith(apiTokenPrefix)
}

export interface FoundApiUser {
  readonly apiUserId: string
  readonly username: string
  readonly businessId: string
  readonly scopes: readonly ApiScope[]
  readonly accountId: string
  readonly name: string
  readonly language: Language
  readonly environment: ApiEnvironment
}

/** Whose token this is: null where it is unknown, over, for a key before, or the API user or its business is gone. */
export async function findApiToken(context: Context, token: string): Promise<FoundApiUser | null> {
  const now = context.now()
  // Every call of an API user begins here, so the statement is prepared once per connection.
  const found = await context.pool.query<Row>({
    name: 'find-api-token',
    text: `SELECT u.id, u.username, u.business_id, u.scopes, u.last_used_at, u.environment,
             u.account_id, a.last_name AS name, a.language
           FROM api_tokens t
           JOIN api_users u ON u.id = t.api_user_id AND (u.key_number = t.key_number
             OR u.previous_key_number = t.key_number AND u.previous_key_expires_at > $2)
           JOIN businesses b ON b.id = u.business_id
           JOIN accounts a ON a.id = u.account_id
           WHERE t.token_hash = $1 AND t.expires_at > $2 AND u.deleted_at IS NULL AND b.deleted_at IS NULL`,
    values: [hashToken('api_user', token), now],
  })
  const row = found.rows[0]
  if (!row) return null
  noteUse(context, row, now)
  const { id: apiUserId, username, business_id: businessId, account_id: accountId } = row
  const { scopes, name, language, environment } = row
  return { apiUserId, username, businessId, accountId, scopes, name, language, environment }
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
  readonly account_id: string
  readonly name: string
  readonly language: Language
  readonly environment: ApiEnvironment
  readonly last_used_at: Date | null
}
