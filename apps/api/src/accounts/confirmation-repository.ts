import type { Reader, Transaction } from '#api/db/transaction.ts'
import type { ConfirmationFlow } from './account.ts'

export interface Confirmation {
  readonly email: string
  readonly flow: ConfirmationFlow
}

export async function add(
  tx: Transaction,
  given: {
    readonly tokenHash: Buffer
    readonly email: string
    readonly flow: ConfirmationFlow
    readonly language: string
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('confirmations')
    .values({
      token_hash: given.tokenHash,
      email: given.email,
      flow: given.flow,
      language: given.language,
      created_at: given.now,
      expires_at: given.expiresAt,
    })
    .execute()
}

export async function findGood(db: Reader, tokenHash: Buffer, now: Date): Promise<Confirmation | null> {
  const row = await db
    .selectFrom('confirmations')
    .select(['email', 'flow'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ? { email: row.email, flow: row.flow as ConfirmationFlow } : null
}

/** Uses a confirmation up. Of two at once one gets it; the other null. */
export async function take(tx: Transaction, tokenHash: Buffer, now: Date): Promise<Confirmation | null> {
  const row = await tx
    .updateTable('confirmations')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['email', 'flow'])
    .executeTakeFirst()
  return row ? { email: row.email, flow: row.flow as ConfirmationFlow } : null
}
