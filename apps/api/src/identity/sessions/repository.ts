import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { OpenSessionRow, SignInBrowser } from './session.ts'

// Enough to tell one browser from another.
const longestUserAgent = 300
// A program may sign in before each of its calls: nobody reads more lines than these.
const longestList = 200

export async function add(
  tx: Transaction,
  session: {
    readonly tokenHash: Buffer
    readonly accountId: string
    readonly method: OpenSessionRow['method']
    readonly address: string
    readonly userAgent: string
    readonly isKnown: boolean
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
      was_known: session.isKnown,
      created_at: session.now,
      last_used_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** The browsers of the account's earlier sessions. */
export async function listBrowsers(db: Reader, accountId: string): Promise<SignInBrowser[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['user_agent', 'was_known'])
    .distinct()
    .where('account_id', '=', accountId)
    .execute()
  return rows.map((row) => ({ userAgent: row.user_agent, isKnown: row.was_known }))
}

/** The newest first. */
export async function listOpen(db: Reader, accountId: string, now: Date): Promise<OpenSessionRow[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'method', 'address', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(longestList)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }))
}

/** Ends one session of this account; answers whether there was one to end. */
export async function revoke(
  db: Reader,
  session: { readonly accountId: string; readonly id: string },
  now: Date,
): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', session.id)
    .where('account_id', '=', session.accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** Ends the account's sessions, but for one where that is given. Answers how many. */
export async function revokeAll(
  tx: Transaction,
  accountId: string,
  now: Date,
  exceptSessionId?: string,
): Promise<number> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '!=', exceptSessionId ?? ''))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/** The account is erased: when its sessions began and ended stays, where they came from does not. */
export async function erase(tx: Transaction, accountId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ address: '', user_agent: '' })
    .where('account_id', '=', accountId)
    .execute()
}

/**
 * Deletes sessions that expired before. A new browser is told from what stays: the newest session of each browser that was
 * used since `browsersSince`, and of each account, however long nobody has signed in. Answers how many.
 */
export async function purge(
  db: Reader,
  { before, browsersSince }: { readonly before: Date; readonly browsersSince: Date },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('expires_at', '<', before)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions as later')
          .select('later.id')
          .whereRef('later.account_id', '=', 'sessions.account_id')
          .whereRef('later.expires_at', '>', 'sessions.expires_at')
          .where((eb) =>
            eb.or([
              eb('sessions.expires_at', '<', browsersSince),
              eb.and([
                eb('later.user_agent', '=', eb.ref('sessions.user_agent')),
                eb('later.was_known', '=', eb.ref('sessions.was_known')),
              ]),
            ]),
          ),
      ),
    )
    .executeTakeFirst()
  // What stays says which browser it was, and no longer where.
  await db
    .updateTable('sessions')
    .set({ address: '' })
    .where('expires_at', '<', before)
    .where('address', '!=', '')
    .execute()
  return Number(numDeletedRows)
}
