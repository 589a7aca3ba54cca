import { sql } from 'kysely'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { Mail } from '#api/mail/repository.ts'

export interface MailToSend extends Mail {
  /** The account that has the address. */
  readonly reader_id: string | null
  /**
   * The time zone of the account that has the address, or that which the signer's browser had when they opened their link. An observer
   * without an account has no link: theirs is that of the newest one that they opened as a signer, of whatever request.
   */
  readonly reader_time_zone: string | null
  /** Of the person whose request it is about. */
  readonly sender_time_zone: string | null
}

/** A mail with the time zones in which it may name times: as they are now, in the one statement that reads it. */
export async function findMail(db: Reader, id: string): Promise<MailToSend | null> {
  const mail = await db
    .selectFrom('mails')
    .leftJoin('accounts as reader', (join) =>
      join.onRef('reader.email', '=', 'mails.recipient').on('reader.deleted_at', 'is', null),
    )
    .leftJoin('signature_requests as request', 'request.id', 'mails.request_id')
    .leftJoin('accounts as sender', 'sender.id', 'request.owner_id')
    .selectAll('mails')
    .select(
      sql<string | null>`coalesce(reader.time_zone,
      (SELECT time_zone FROM signatures s WHERE s.request_id = mails.request_id AND s.email = mails.recipient
        AND s.time_zone IS NOT NULL LIMIT 1),
      (SELECT time_zone FROM signature_members m WHERE m.request_id = mails.request_id AND m.email = mails.recipient
        AND m.time_zone IS NOT NULL LIMIT 1),
      CASE WHEN EXISTS (SELECT FROM observers o WHERE o.request_id = mails.request_id AND o.email = mails.recipient
          AND o.account_id IS NULL) THEN
        (SELECT time_zone FROM (
          SELECT time_zone, opened_at FROM signatures s
            WHERE s.email = mails.recipient AND s.account_id IS NULL AND s.time_zone IS NOT NULL
          UNION ALL SELECT time_zone, opened_at FROM signature_members m
            WHERE m.email = mails.recipient AND m.account_id IS NULL AND m.time_zone IS NOT NULL) opened
        ORDER BY opened_at DESC NULLS LAST LIMIT 1) END)`.as('reader_time_zone'),
    )
    .select(['reader.id as reader_id', 'sender.time_zone as sender_time_zone'])
    .where('mails.id', '=', id)
    .executeTakeFirst()
  return mail ?? null
}

/** Whether someone who looked on at this request by that address was removed, or left. */
export async function wasObserver(db: Reader, requestId: string, email: string): Promise<boolean> {
  const event = await db
    .selectFrom('evidence_events')
    .select('seq')
    .where('request_id', '=', requestId)
    .where('type', '=', 'observer_removed')
    .where(sql`data ->> 'email'`, '=', email)
    .limit(1)
    .executeTakeFirst()
  return event !== undefined
}
