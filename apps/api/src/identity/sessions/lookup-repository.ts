import type { Language } from '@countersign/contract/values.ts'
import type { Context } from '#api/providers/context.ts'
import type { SessionRead } from '#api/platform/db/session-read.ts'
import { usedEverySeconds } from './session.ts'
import { hashToken } from './token.ts'

export interface Session {
  readonly sessionId: string
  readonly accountId: string
  readonly email: string
  readonly name: string
  readonly language: Language
  /** What keeps the account from doing anything else. */
  readonly setup: {
    readonly hasWeakPassword: boolean
    readonly hasAcceptedTerms: boolean
    /** Its business has no seat for it. */
    readonly isLocked: boolean
  }
}

// Every signed-in call begins here, so the statement is prepared once per connection, and brings all there is to know.
const findText = `SELECT s.id AS session_id, s.last_used_at, a.id, a.email, a.first_name, a.last_name, a.language,
             a.weak_password,
             -- whoever lost a business accepts those of a personal account anew
             a.terms_accepted_at IS NOT NULL AND NOT a.removed_from_business AND NOT a.business_deleted
               AS has_accepted_terms,
             m.locked_at IS NOT NULL AS is_locked
           FROM sessions s JOIN accounts a ON a.id = s.account_id
             LEFT JOIN business_members m ON m.account_id = a.id
           WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.revoked_at IS NULL AND a.deleted_at IS NULL`

/**
 * Whose session a bearer token is: null where it is unknown, over, revoked, or the account is gone. With it comes what is to be
 * read of its account.
 */
export async function findSession(
  context: Context,
  token: string,
  read?: SessionRead,
): Promise<Session | null> {
  const tokenHash = hashToken('session', token)
  const now = context.now()
  const row = await findRow(context, [tokenHash, now], read)
  if (!row) return null
  noteUse(context, tokenHash, row.last_used_at, now)
  return {
    sessionId: row.session_id,
    accountId: row.id,
    email: row.email,
    // A company's provider may know one name only.
    name: `${row.first_name} ${row.last_name}`.trim(),
    language: row.language,
    setup: {
      hasWeakPassword: row.weak_password,
      hasAcceptedTerms: row.has_accepted_terms,
      isLocked: row.is_locked,
    },
  }
}

async function findRow(
  { pool, listPool }: Context,
  values: readonly [Buffer, Date],
  read: SessionRead | undefined,
): Promise<Row | undefined> {
  if (!read)
    return (await pool.query<Row>({ name: 'find-session', text: findText, values: [...values] })).rows[0]
  const { rows } = await listPool.query<Row>({
    name: read.name && `session-${read.name}`,
    text: `WITH session AS MATERIALIZED (${findText}) SELECT * FROM session LEFT JOIN (${read.text}) r ON true`,
    values: [...values, ...read.values],
  })
  const [row] = rows
  if (row) read.row = row
  return row
}

/** Writes down that the session is in use, once a minute at most. No call waits for it, and none fails with it. */
function noteUse(context: Context, tokenHash: Buffer, lastUsedAt: Date, now: Date): void {
  const due = new Date(now.getTime() - usedEverySeconds * 1000)
  if (lastUsedAt > due) return
  context.pool
    .query('UPDATE sessions SET last_used_at = $2 WHERE token_hash = $1 AND last_used_at <= $3', [
      tokenHash,
      now,
      due,
    ])
    .catch((error: unknown) => context.log.warn({ err: error }, "a session's use was not written down"))
}

interface Row {
  session_id: string
  last_used_at: Date
  id: string
  email: string
  first_name: string
  last_name: string
  language: Language
  weak_password: boolean
  has_accepted_terms: boolean
  is_locked: boolean
}
