import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** Does the account sign in through a company's provider? */
export async function hasIdentity(db: Reader, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('subject')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface Identity {
  readonly issuer: string
  readonly subject: string
}

export async function hasThisIdentity(
  db: Reader,
  accountId: string,
  { issuer, subject }: Identity,
): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('subject')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row !== undefined
}

/** Whose identity this is; it counts as used now. That of a deleted account is nobody's. */
export async function useIdentity(tx: Transaction, identity: Identity, now: Date): Promise<string | null> {
  const row = await tx
    .updateTable('identities')
    .from('accounts')
    .set({ last_used_at: now })
    .where('identities.issuer', '=', identity.issuer)
    .where('identities.subject', '=', identity.subject)
    .whereRef('accounts.id', '=', 'identities.account_id')
    .where('accounts.deleted_at', 'is', null)
    .returning('identities.account_id')
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** Gives the identity to the account, unless it is someone's: answers whose it is now. */
export async function linkTo(
  tx: Transaction,
  identity: Identity,
  accountId: string,
  now: Date,
): Promise<{ readonly accountId: string; readonly isNew: boolean }> {
  const row = { account_id: accountId, linked_at: now, last_used_at: now }
  const added = await tx
    .insertInto('identities')
    .values({ issuer: identity.issuer, subject: identity.subject, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['issuer', 'subject'])
        .doUpdateSet(row)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('accounts')
              .select('accounts.id')
              .whereRef('accounts.id', '=', 'identities.account_id')
              .where('accounts.deleted_at', 'is not', null),
          ),
        ),
    )
    .returning('account_id')
    .executeTakeFirst()
  if (added) return { accountId, isNew: true }
  return { accountId: (await useIdentity(tx, identity, now)) ?? accountId, isNew: false }
}

export async function removeAll(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('identities').where('account_id', '=', accountId).execute()
}
