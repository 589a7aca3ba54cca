import type { Language } from '@countersign/contract/values.ts'
import type { Context } from '#api/providers/context.ts'
import { together } from '#api/platform/db/pipelining.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueueAll } from '#api/platform/jobs/enqueue.ts'
import { encrypt } from '#api/platform/secrets/secret-box.ts'
import type { MailInputs, MailKind } from './mail.ts'
import { insertMails, mailContext } from './repository.ts'

export interface NewMail<Kind extends MailKind> {
  readonly kind: Kind
  readonly recipient: string
  readonly language: Language
  /** In which it names times where the recipient's own zone isn't known when it is sent. */
  readonly timeZone?: string | null | undefined
  readonly input: MailInputs[Kind]
  readonly requestId?: string
  readonly signatureId?: string
  /** Where it is a group's: which member. */
  readonly memberId?: string | null
}

/** A user name of an API user has no @ (`identity/accounts/repository.ts`). */
export const isMailbox = (address: string): boolean => address.includes('@')

/** Any of the mails there are. */
export type AnyNewMail = { [Kind in MailKind]: NewMail<Kind> }[MailKind]

/** Writes one mail down. */
export function enqueueMail(context: Context, tx: Transaction, mail: AnyNewMail): Promise<void> {
  return enqueueMails(context, tx, [mail])
}

/**
 * Writes mails down in the transaction of what they tell of; a job sends each. The words' input may hold a secret (a
 * confirmation token), so it is encrypted at rest.
 */
export async function enqueueMails(
  context: Pick<Context, 'masterKey'>,
  tx: Transaction,
  mails: readonly AnyNewMail[],
): Promise<void> {
  // An API user's account has no mailbox: it learns of everything by its calls and callbacks.
  const rows = mails.filter(({ recipient }) => isMailbox(recipient)).map((mail) => toRow(context, mail))
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await together([insertMails(tx, rows), enqueueSending(tx, ids)])
}

/**
 * The job that sends each. When to give up is the mail's own count to say: a try that a killed process took counts for the
 * queue alone, and must not leave the mail waiting for ever.
 */
export function enqueueSending(tx: Transaction, ids: readonly string[]): Promise<void> {
  const jobs = ids.map((mailId) => ({ payload: { mailId }, key: `mail:${mailId}` }))
  return enqueueAll(tx, 'send-mail', jobs, { maxAttempts: 1000 })
}

function toRow(context: Pick<Context, 'masterKey'>, mail: AnyNewMail) {
  const id = crypto.randomUUID()
  const input = { ...mail.input, ...(mail.timeZone ? { timeZone: mail.timeZone } : {}) }
  const encrypted = encrypt(context.masterKey, Buffer.from(JSON.stringify(input)), mailContext(id))
  return {
    id,
    kind: mail.kind,
    recipient: mail.recipient,
    language: mail.language,
    input: JSON.stringify({ encrypted: Buffer.from(encrypted).toString('base64') }),
    request_id: mail.requestId ?? null,
    signature_id: mail.signatureId ?? null,
    member_id: mail.memberId ?? null,
  }
}
