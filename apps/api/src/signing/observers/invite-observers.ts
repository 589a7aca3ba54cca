import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { isMailbox } from '#api/mail/enqueue-mail.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import {
  enqueueRequestMails,
  type RequestMail,
} from '#api/signing/signature-requests/notifications/enqueue-request-mails.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'

/** Tells those who look on now and did not before. */
export async function inviteObservers(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  before: SignatureRequest | null,
  request: SignatureRequest,
): Promise<void> {
  const known = new Set(before?.observers.map(({ id }) => id))
  const mails = request.observers
    .filter(({ id }) => !known.has(id))
    .map((observer): RequestMail<'observer_invited'> => ({
      kind: 'observer_invited',
      recipient: observer.email,
      language: observer.language,
      accountId: observer.accountId,
      requestId: request.id,
      sentBy: actor.accountId,
      input: {
        inviterName: actor.name,
        ...(isMailbox(actor.email) ? { inviterEmail: actor.email } : {}),
        title: request.title,
        documents: request.documents.map((document) => document.name),
        email: observer.email,
        hasAccount: observer.accountId !== null,
      },
    }))
  await enqueueRequestMails(context, tx, mails)
}
