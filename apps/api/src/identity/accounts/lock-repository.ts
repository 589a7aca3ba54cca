import type { Language } from '@countersign/contract/values.ts'
import { canonicalEmail } from '@countersign/contract/email.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { spellingsOf } from '#api/platform/values/email-spellings.ts'
import type { Account } from './account.ts'
import { toAccount } from './repository.ts'

/**
 * The account as it now is, and nobody else changes it until the transaction is over. Rows that refer to it may be
 * added meanwhile (NO KEY).
 */
export async function lockForNoKeyUpdate(tx: Transaction, id: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && !row.deleted_at ? toAccount(row) : null
}

/** In the order of their ids, so that of two transactions neither waits for the other in the middle. */
export async function lockAllForNoKeyUpdate(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.selectFrom('accounts').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** What a sign-in depends on. Nobody changes it, nor ends the account's sessions, until the transaction is over. */
export async function lockForShare(
  tx: Transaction,
  id: string,
): Promise<{
  readonly email: string
  readonly language: Language
  readonly timeZone: string | null
  readonly passwordHash: string | null
} | null> {
  const row = await tx
    .selectFrom('accounts')
    .select(['email', 'language', 'time_zone', 'password_hash'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row
    ? {
        email: row.email,
        language: row.language as Language,
        timeZone: row.time_zone,
        passwordHash: row.password_hash,
      }
    : null
}

// The first half of the advisory lock's key; the second is the email's hash, of which there are few: a request to thousands
// of people takes no more locks than this from the table that all transactions share.
const lockClass = 7467
const lockCount = 256
const keyOf = (email: RawBuilder<unknown>) => sql`abs(hashtext(${email}) % ${sql.lit(lockCount)})`

/**
 * Before it is looked up whose these emails are, in order to write it down: nobody gets an account with one of them until the
 * transaction is over, and who is getting one is waited for. Otherwise neither side would see what the other writes.
 */
export async function lockEmailsForShare(tx: Transaction, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  await sql`SELECT pg_advisory_xact_lock_shared(${lockClass}, key) FROM
    (SELECT DISTINCT ${keyOf(sql.ref('email'))} AS key FROM unnest(${emails}::text[]) email ORDER BY key) keys`.execute(
    tx,
  )
}

/** The other side of `lockEmailsForShare`: before it is looked up what waits for an account that has this email from now on. */
export async function lockEmailForUpdate(tx: Transaction, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lockClass}, ${keyOf(sql.val(email))})`.execute(tx)
}

/** Which of these emails belong to an account. None of them is deleted before what is made of the answer is written. */
export async function lockByEmailForShare(
  tx: Transaction,
  emails: readonly string[],
): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const rows = await tx
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('email', 'in', [...new Set(emails.flatMap(spellingsOf))])
    .where('deleted_at', 'is', null)
    .forShare()
    .execute()
  // One with the canonical form has the mailbox.
  const inOrder = rows.toSorted((one, other) => Number(isCanonical(one)) - Number(isCanonical(other)))
  const ids = new Map(inOrder.map((row) => [canonicalEmail(row.email), row.id]))
  return new Map(
    emails.flatMap((email) => {
      const id = ids.get(canonicalEmail(email))
      return id === undefined ? [] : [[email, id] as const]
    }),
  )
}

const isCanonical = ({ email }: { readonly email: string }) => email === canonicalEmail(email)
