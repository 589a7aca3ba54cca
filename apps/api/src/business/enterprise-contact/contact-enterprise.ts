import type * as calls from '@countersign/contract/enterprise-contact.ts'
import type { BodyOf } from '@countersign/contract/endpoint.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { encrypt } from '#api/platform/secrets/secret-box.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { contactContext, type WaitingContact } from './submit-contact.ts'

const perAccount = { failures: 5, seconds: 86_400 }
// What the form says beside its box.
const consent = 'I agree to be contacted about an offer.'

type ContactForm = BodyOf<typeof calls.contactEnterprise>

/**
 * Takes the form of someone who wants an offer. It is written down with its job, which hands it to the marketing service
 * (7.6.13); without one it is mailed to the operator. An outage there loses nothing and stops nobody here.
 */
export async function contactEnterprise(
  context: Context,
  actor: AccountActor,
  form: ContactForm,
): Promise<void> {
  const { formUrl, contact } = context.config.enterprise
  if (!formUrl && !contact) throw new Refusal('not_found')
  refuseThrottled(await countFailure(context, `enterprise-contact:${actor.accountId}`, perAccount))
  await transaction(context.db, async (tx) => {
    recordResult(tx, 'sent')
    if (formUrl) await enqueueSubmission(context, tx, form)
    else if (contact) await mail(context, tx, actor, contact, form)
  })
}

async function enqueueSubmission(context: Context, tx: Transaction, form: ContactForm): Promise<void> {
  const { name, business, email, phone = null, seats = null, message = null } = form
  const at = context.now().toISOString()
  const page = `${context.config.publicUrl}/business/upgrade`
  const given: WaitingContact = { name, business, email, phone, seats, message, consent, at, page }
  const id = crypto.randomUUID()
  const encrypted = encrypt(context.masterKey, Buffer.from(JSON.stringify(given)), contactContext(id))
  const payload = { id, encrypted: Buffer.from(encrypted).toString('base64') }
  await enqueue(tx, 'submit-contact', payload, { key: `contact:${id}`, maxAttempts: 20 })
}

async function mail(
  context: Context,
  tx: Transaction,
  { language }: AccountActor,
  recipient: string,
  form: ContactForm,
): Promise<void> {
  const { name, business, email, phone = null, seats = null, message = null } = form
  const input = { name, business, email, phone, seats, message }
  await enqueueMail(context, tx, { kind: 'enterprise_contact', recipient, language, input })
}
