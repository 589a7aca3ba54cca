import type { Language } from '@countersign/contract/values.ts'
import type { Context } from '#api/context.ts'
import { hashToken } from './token.ts'

export interface Session {
  readonly sessionId: string
  readonly accountId: string
  readonly email: string
  readonly name: string
  readonly language: Language
}

/** Whose session a bearer token is: null where it is unknown, over, revoked, or the account is gone. */
export async function findSession(context: Context, token: string): Promise<Session | null> {
  // Every signed-in call begins here, so the statement is prepared once per connection.
  const found = await context.pool.query<Row>({
    name: 'find-session',
    text: `SELECT s.id AS session_id, a.id, a.email, a.first_name, a.last_name, a.language
           FROM sessions s JOIN accounts a ON a.id = s.account_id
           WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.revoked_at IS NULL AND a.deleted_at IS NULL`,
    values: [hashToken('session', token), context.now()],
  })
  const row = found.rows[0]
  if (!row) return null
  return {
    sessionId: row.session_id,
    accountId: row.id,
    email: row.email,
    name: `${row.first_name} ${row.last_name}`,
    language: row.language,
  }
}

interface Row {
  session_id: string
  id: string
  email: string
  first_name: string
  last_name: string
  language: Language
}
