import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import { type Contact, ContactRefused } from '#api/providers/contact-form/port.ts'
import { decrypt } from '#api/platform/secrets/secret-box.ts'

/** As it waits in the queue, encrypted: `at` is ISO 8601. */
export type WaitingContact = Omit<Contact, 'at'> & { readonly at: string }

export const contactContext = (id: string): string => `contact:${id}`

/** Fails, and is tried again later, while the service cannot be reached. What it will never take is mailed to the operator. */
export async function submitContact(
  context: Context,
  { id, encrypted }: { readonly id: string; readonly encrypted: string },
): Promise<void> {
  const { contactForm, masterKey } = context
  if (!contactForm) throw new Error('no marketing service is set up any more')
  const opened = decrypt(masterKey, Buffer.from(encrypted, 'base64'), contactContext(id))
  const { at, ...given } = JSON.parse(Buffer.from(opened).toString()) as WaitingContact
  try {
    await contactForm.submit({ ...given, at: new Date(at) })
  } catch (error) {
    if (!(error instanceof ContactRefused)) throw error
    context.log.error({ err: error, contactId: id }, 'a contact form was refused')
    const { contact: recipient } = context.config.enterprise
    // Without a mailbox it stays in the queue with its tries: the operator mends the form there.
    if (!recipient) throw error
    const { name, business, email, phone, seats, message } = given
    const input = { name, business, email, phone, seats, message }
    await transaction(context.db, (tx) =>
      enqueueMail(context, tx, { kind: 'enterprise_contact', recipient, language: 'en', input }),
    )
  }
}
