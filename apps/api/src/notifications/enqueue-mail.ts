import type { Language } from '@countersign/contract/values.ts'
import type { Context } from '#api/context.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { enqueue } from '#api/jobs/enqueue.ts'
import { seal } from '#api/secrets/secret-box.ts'
import type { MailInputs, MailKind } from './mail.ts'

export interface NewMail<Kind extends MailKind> {
  readonly kind: Kind
  readonly recipient: string
  readonly language: Language
  readonly input: MailInputs[Kind]
  readonly requestId?: string
  readonly signatureId?: string
}

/**
 * Writes a mail down in the transaction of what it tells of; a job sends it. Its words' input may hold a secret (a
 * confirmation token), so it is sealed at rest.
 */
export async function enqueueMail<Kind extends MailKind>(
  context: Context,
  tx: Transaction,
  mail: NewMail<Kind>,
): Promise<string> {
  const id = crypto.randomUUID()
  const sealed = seal(context.masterKey, Buffer.from(JSON.stringify(mail.input)), `mail:${id}`)
  await tx
    .insertInto('mails')
    .values({
      id,
      kind: mail.kind,
      recipient: mail.recipient,
      language: mail.language,
      input: JSON.stringify({ sealed: Buffer.from(sealed).toString('base64') }),
      request_id: mail.requestId ?? null,
      signature_id: mail.signatureId ?? null,
    })
    .execute()
  // When to give up is the mail's own count to say: a try that a killed process took counts for the queue alone, and
  // must not leave the mail waiting for ever.
  await enqueue(tx, 'send-mail', { mailId: id }, { key: `mail:${id}`, maxAttempts: 1000 })
  return id
}
