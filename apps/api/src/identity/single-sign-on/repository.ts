import type { Selectable } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

export type SignOn = Selectable<Tables['single_sign_ons']>
export type SignOnReturn = Selectable<Tables['single_sign_on_returns']>

export async function addSignOn(
  db: Reader,
  given: {
    readonly stateHash: Buffer
    readonly provider: string
    readonly secretsEncrypted: Buffer
    readonly browserHash: Buffer
    readonly returnTo: string | null
    readonly approvalId: string | null
    readonly approvalRevision: number | null
    readonly providerRevision: string | null
    readonly testerId: string | null
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await db
    .insertInto('single_sign_ons')
    .values({
      state_hash: given.stateHash,
      provider: given.provider,
      secrets_encrypted: given.secretsEncrypted,
      browser_hash: given.browserHash,
      return_to: given.returnTo,
      approval_id: given.approvalId,
      approval_revision: given.approvalRevision,
      provider_revision: given.providerRevision,
      tester_id: given.testerId,
      created_at: given.now,
      expires_at: given.expiresAt,
    })
    .execute()
}

/** Uses a sign-in up, in the browser it began in: of two at once one gets it. */
export async function takeSignOn(
  db: Reader,
  given: { readonly stateHash: Buffer; readonly browserHash: Buffer; readonly now: Date },
): Promise<SignOn | null> {
  const row = await db
    .updateTable('single_sign_ons')
    .set({ used_at: given.now })
    .where('state_hash', '=', given.stateHash)
    .where('browser_hash', '=', given.browserHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', given.now)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function addReturn(
  tx: Transaction,
  given: {
    readonly codeHash: Buffer
    readonly issuer: string
    readonly subject: string
    readonly email: string
    readonly provider: string
    readonly providerRevision: string | null
    readonly accountId: string | null
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('single_sign_on_returns')
    .values({
      code_hash: given.codeHash,
      issuer: given.issuer,
      subject: given.subject,
      email: given.email,
      provider: given.provider,
      provider_revision: given.providerRevision,
      account_id: given.accountId,
      created_at: given.now,
      expires_at: given.expiresAt,
    })
    .execute()
}

/** A return that is good still, locked: of two who come with its code at once the second waits for the first. */
export async function lockReturnForUpdate(
  tx: Transaction,
  codeHash: Buffer,
  now: Date,
): Promise<SignOnReturn | null> {
  const row = await tx
    .selectFrom('single_sign_on_returns')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function useReturn(tx: Transaction, codeHash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('single_sign_on_returns')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .execute()
}

/** The account's sign-ins whose code no page has exchanged yet are over. */
export async function voidReturns(tx: Transaction, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('single_sign_on_returns')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
}

/** Whose return it is, also where it is used up or over; undefined where there is none. */
export async function findReturnHolder(
  tx: Transaction,
  codeHash: Buffer,
): Promise<{ readonly accountId: string | null } | undefined> {
  return tx
    .selectFrom('single_sign_on_returns')
    .select('account_id as accountId')
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
}

export async function removeReturns(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('single_sign_on_returns').where('account_id', '=', accountId).execute()
}

/** Deletes what expired before. Answers how many rows. */
export async function purge(db: Reader, before: Date): Promise<number> {
  const purged = await Promise.all([
    db.deleteFrom('single_sign_ons').where('expires_at', '<', before).executeTakeFirst(),
    db.deleteFrom('single_sign_on_returns').where('expires_at', '<', before).executeTakeFirst(),
  ])
  return purged.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}
