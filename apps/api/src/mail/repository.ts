import type { AddressColumn } from '#api/platform/db/conversion/address-column.ts'
import { sql } from 'kysely'
import { deleteInParts } from '#api/platform/db/delete-in-parts.ts'
import { inParts, rowsAtOnce } from '#api/platform/values/in-parts.ts'
import { prepared, preparedIfFew } from '#api/platform/db/statements/prepared.ts'
import type { EncryptedColumn } from '#api/platform/secrets/encrypted-column-repository.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

export type Mail = Selectable<Tables['mails']>

/** Locks a mail and tells its state: another worker may have taken it for that of a dead one, and been faster. */
export async function lockForNoKeyUpdate(tx: Transaction, id: string): Promise<Mail['state'] | undefined> {
  const row = await tx
    .selectFrom('mails')
    .modifyFront(prepared)
    .select('state')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.state
}

/** The input may carry a secret: it goes when the mail went out, the fact stays. */
export async function markSent(tx: Transaction, mail: Mail, now: Date): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state: 'sent', sent_at: now, last_error: null, attempts: mail.attempts + 1, input: '{}' })
    .where('id', '=', mail.id)
    .modifyEnd(prepared)
    .execute()
}

export async function markTry(
  tx: Transaction,
  mail: Mail,
  state: 'pending' | 'failed',
  error: string,
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state, last_error: error, attempts: mail.attempts + 1 })
    .where('id', '=', mail.id)
    .execute()
}

export async function insertMails(
  tx: Transaction,
  mails: readonly Insertable<Tables['mails']>[],
): Promise<void> {
  for (const some of inParts(mails, rowsAtOnce))
    await tx.insertInto('mails').values(some).modifyEnd(preparedIfFew(some)).execute()
}

/** This mail is not sent any longer. */
export async function cancel(tx: Transaction, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state: 'failed', last_error: reason, input: '{}' })
    .where('id', '=', id)
    .execute()
}

/** What was not sent about this signature is not sent any longer, not even by an operator who retries what failed. */
export async function cancelUnsent(tx: Transaction, signatureId: string, reason: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set({
      state: 'failed',
      last_error: sql<string>`CASE state WHEN 'pending' THEN ${reason} ELSE last_error END`,
      input: '{}',
    })
    .where('signature_id', '=', signatureId)
    .where('state', 'in', ['pending', 'failed'])
    .execute()
}

/** Nothing is kept of what the mails about this request said. */
export async function forgetInputs(tx: Transaction, requestId: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ input: '{}' })
    .where('request_id', '=', requestId)
    .where('state', '<>', 'pending')
    .execute()
}

/** With an account go the emails to it, but for those still to be sent, and those of requests, which go with the request. */
export async function removeAllTo(tx: Transaction, recipient: string): Promise<void> {
  await tx
    .deleteFrom('mails')
    .where('recipient', '=', recipient)
    .where('request_id', 'is', null)
    .where('state', '<>', 'pending')
    .execute()
}

/** Removes emails that no request removes, sent or given up, if written before then. Answers how many. */
export async function purge(db: Reader, before: Date): Promise<number> {
  return deleteInParts(async (atMost) => {
    const { numDeletedRows } = await db
      .deleteFrom('mails')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('mails')
          .select('id')
          .where('request_id', 'is', null)
          .where('state', '<>', 'pending')
          .where('created_at', '<', before)
          .orderBy('created_at')
          .limit(atMost)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst()
    return numDeletedRows
  })
}

export const mailContext = (id: string): string => `mail:${id}`

export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'mails',
    update: sql`UPDATE mails`,
    key: 'id',
    column: 'input',
    context: mailContext,
    isJson: true,
  },
]

export interface FailedMail {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly createdAt: Date
  readonly attempts: number
  readonly error: string
}

/**
 * Emails that were given up; not those whose words were deleted, which nobody can send any longer. In the words of their index
 * (`mails_to_retry`): the planner knows it by the operator alone, not by its function.
 */
const canBeRetried = sql<boolean>`state = 'failed' AND input ? 'encrypted'`

/** Emails that can be retried, the newest first. */
export async function listFailed(
  db: Reader,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<FailedMail[]> {
  let query = db
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'created_at as createdAt', 'attempts'])
    .select((eb) => eb.fn.coalesce('last_error', eb.val('')).as('error'))
    .where(canBeRetried)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(created_at, id) < (SELECT created_at, id FROM mails WHERE id = ${after})`,
    )
  return query.execute()
}

export async function isFailedMail(db: Reader, id: string): Promise<boolean> {
  const found = await db.selectFrom('mails').select('id').where('id', '=', id).where(canBeRetried).execute()
  return found.length > 0
}

export async function countFailed(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where(canBeRetried)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** They wait again, with all their attempts. Answers which of them. */
export async function markForRetry(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .updateTable('mails')
    .set({ state: 'pending', attempts: 0 })
    .where('id', 'in', [...ids])
    .where(canBeRetried)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Kept in their canonical form. */
export const addressColumns: readonly AddressColumn[] = [
  { table: 'mails', update: sql`UPDATE mails`, column: 'recipient' },
]
