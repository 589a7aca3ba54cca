import { sql } from 'kysely'
import { deleteInParts } from '#api/platform/db/delete-in-parts.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

/** Which of the audit trails that go with the emails about a request. */
export interface MailedTrail {
  readonly requestId: string
  readonly language: string
}

export async function findTrail(db: Reader, { requestId, language }: MailedTrail): Promise<Buffer | null> {
  const row = await db
    .selectFrom('mailed_audit_trails')
    .select('content')
    .where('request_id', '=', requestId)
    .where('language', '=', language)
    .executeTakeFirst()
  return row?.content ?? null
}

/** False where another process was faster: then its own goes with all emails. */
export async function insertTrail(
  tx: Transaction,
  { requestId, language }: MailedTrail,
  content: Buffer,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('mailed_audit_trails')
    .values({ request_id: requestId, language, content })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Those that no email waits for any longer. The request's row is locked: of the last two emails the second sees the first. */
export async function forgetSentTrails(tx: Transaction, requestId: string): Promise<void> {
  await sql`
    DELETE FROM mailed_audit_trails t WHERE request_id = ${requestId} AND NOT EXISTS (
      SELECT FROM mails m WHERE m.request_id = t.request_id AND m.language = t.language
        AND m.kind = 'signed_copy' AND m.state = 'pending')`.execute(tx)
}

export async function forgetTrails(tx: Transaction, requestId: string): Promise<void> {
  await tx.deleteFrom('mailed_audit_trails').where('request_id', '=', requestId).execute()
}

/** Those of emails that wait for longer: the next try makes another. Answers how many. */
export async function purgeTrails(db: Reader, before: Date): Promise<number> {
  return deleteInParts(async (atMost) => {
    const { numDeletedRows } = await db
      .deleteFrom('mailed_audit_trails')
      .where(
        sql<boolean>`(request_id, language) IN (SELECT request_id, language FROM mailed_audit_trails
          WHERE made_at < ${before} LIMIT ${atMost} FOR UPDATE SKIP LOCKED)`,
      )
      .executeTakeFirst()
    return numDeletedRows
  })
}
