import { findRecipients } from '#api/identity/accounts/lookup-repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueueLimitedMails, type MailSender } from '#api/identity/sending-limits/enqueue-limited-mails.ts'
import type { NewMail } from '#api/mail/enqueue-mail.ts'
import { wants } from '#api/mail/notification-level.ts'

export type RequestMailKind =
  | 'invitation'
  | 'observer_invited'
  | 'request_signed'
  | 'signed_copy'
  | 'withdrawn'
  | 'declined'
  | 'delegated'
  | 'group_settled'
  | 'reminder'
  | 'changed'
  | 'expired'
  | 'signing_failed'
  | 'mail_failed'
  | 'deletion_ahead'

/** A mail about a request. Who comes by a link has no account, no choice of mails, and gets them all. */
export type RequestMail<Kind extends RequestMailKind> = NewMail<Kind> &
  MailSender & { readonly accountId: string | null }
export type AnyRequestMail = { [Kind in RequestMailKind]: RequestMail<Kind> }[RequestMailKind]

/**
 * Writes those mails down that their recipients want; answers which these are. An account gets them where its mailbox is
 * now, for the person who has the address that it was asked at may be someone else since, and in the language it has chosen.
 */
export async function enqueueRequestMails(
  context: Context,
  tx: Transaction,
  mails: readonly AnyRequestMail[],
): Promise<AnyRequestMail[]> {
  const accountIds = mails.flatMap(({ accountId }) => accountId ?? [])
  const recipients = await findRecipients(tx, accountIds)
  const wanted = mails.flatMap((mail): AnyRequestMail[] => {
    const account = mail.accountId && recipients.get(mail.accountId)
    if (!account) return [mail]
    return wants(account.level, mail.kind)
      ? [{ ...mail, recipient: account.email, language: account.language }]
      : []
  })
  await enqueueLimitedMails(context, tx, wanted)
  return wanted
}
