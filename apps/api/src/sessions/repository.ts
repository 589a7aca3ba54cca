import type { Transaction } from '#api/db/transaction.ts'
import type { Reader } from '#api/db/transaction.ts'

export async function add(
  tx: Transaction,
  session: {
    readonly tokenHash: Buffer
    readonly accountId: string
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      created_at: session.now,
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
