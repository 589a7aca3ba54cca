import { findNotificationLevels } from '#api/accounts/find-notification-levels.ts'
import type { Context } from '#api/context.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { enqueueMails, type NewMail } from './enqueue-mail.ts'
import { wants } from './notification-level.ts'

export type RequestMailKind =
  | 'invitation'
  | 'request_signed'
  | 'signed_copy'
  | 'withdrawn'
  | 'expired'
  | 'mail_failed'

/** A mail about a request. Who comes by a link has no account, no choice of mails, and gets them all. */
export type RequestMail<Kind extends RequestMailKind> = NewMail<Kind> & { readonly accountId: string | null }
export type AnyRequestMail = { [Kind in RequestMailKind]: RequestMail<Kind> }[RequestMailKind]

/** Writes those mails down that their recipients want; answers which these are. */
export async function enqueueRequestMails(
  context: Context,
  tx: Transaction,
  mails: readonly AnyRequestMail[],
): Promise<AnyRequestMail[]> {
  const accountIds = mails.flatMap(({ accountId }) => accountId ?? [])
  const levels = await findNotificationLevels(tx, accountIds)
  const wanted = mails.filter(({ accountId, kind }) =>
    wants((accountId && levels.get(accountId)) || 'all', kind),
  )
  await enqueueMails(context, tx, wanted)
  return wanted
}
