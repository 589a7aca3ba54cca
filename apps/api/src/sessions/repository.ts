import type { OpenSession } from '@countersign/contract/sessions.ts'
import type { Reader, Transaction } from '#api/db/transaction.ts'

// Enough to tell one browser from another.
const longestUserAgent = 300

export async function add(
  tx: Transaction,
  session: {
    readonly tokenHash: Buffer
    readonly accountId: string
    readonly method: OpenSession['method']
    readonly address: string
    readonly userAgent: string
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      method: session.method,
      address: session.address,
      user_agent: session.userAgent.slice(0, longestUserAgent),
      created_at: session.now,
      last_used_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute()
}

export async function revoke(db: Reader, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Signs the account out everywhere, but for one session where that is given. Answers how many sessions ended. */
export async function revokeAll(
  db: Reader,
  accountId: string,
  now: Date,
  exceptSessionId?: string,
): Promise<number> {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '!=', exceptSessionId ?? ''))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}
