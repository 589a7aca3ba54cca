import { type AnyNewMail, enqueueMails } from '#api/mail/enqueue-mail.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { limitEmails } from './limit-emails.ts'

/** The account whose action sends an email with its text: counted, and refused beyond the limit. */
export interface MailSender {
  readonly sentBy?: string | undefined
}

/** Writes mails down as `enqueueMails` does, unless their senders send too many. */
export async function enqueueLimitedMails(
  context: Context,
  tx: Transaction,
  mails: readonly (AnyNewMail & MailSender)[],
): Promise<void> {
  const senders = new Set(mails.flatMap(({ sentBy }) => sentBy ?? []))
  for (const sender of senders) {
    const recipients = mails.filter(({ sentBy }) => sentBy === sender).map(({ recipient }) => recipient)
    await limitEmails(context, tx, sender, recipients)
  }
  await enqueueMails(context, tx, mails)
}
