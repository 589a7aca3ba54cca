import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

export interface LoginChallenge {
  readonly accountId: string
  /** What a passkey signs, as base64url. */
  readonly passkeyChallenge: string
}

export async function add(
  tx: Transaction,
  challenge: LoginChallenge & { readonly tokenHash: Buffer; readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('login_challenges')
    .values({
      token_hash: challenge.tokenHash,
      account_id: challenge.accountId,
      passkey_challenge: challenge.passkeyChallenge,
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
    })
    .execute()
}

export async function findGood(db: Reader, tokenHash: Buffer, now: Date): Promise<LoginChallenge | null> {
  const row = await db
    .selectFrom('login_challenges')
    .select(['account_id', 'passkey_challenge'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ? { accountId: row.account_id, passkeyChallenge: row.passkey_challenge } : null
}

/** Uses the challenge up: of two at once one gets it. */
export async function take(tx: Transaction, tokenHash: Buffer, now: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('login_challenges')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** The account's sign-ins that are half done are over. */
export async function voidAll(tx: Transaction, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('login_challenges')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
}

export async function removeAll(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('login_challenges').where('account_id', '=', accountId).execute()
}

/** Deletes those that expired before. Answers how many. */
export async function purge(db: Reader, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('login_challenges')
    .where('expires_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
