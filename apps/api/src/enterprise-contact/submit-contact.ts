import type { Context } from '#api/context.ts'
import { type Contact, ContactRefused } from '#api/providers/contact-form/port.ts'
import { open } from '#api/secrets/secret-box.ts'

/** As it waits in the queue, sealed: `at` is ISO 8601. */
export type SealedContact = Omit<Contact, 'at'> & { readonly at: string }

/** Fails, and is tried again later, while the service cannot be reached. What it will never take is left to the log. */
export async function submitContact(
  { contactForm, masterKey, log }: Context,
  { id, sealed }: { readonly id: string; readonly sealed: string },
): Promise<void> {
  if (!contactForm) throw new Error('no marketing service is set up any more')
  const opened = open(masterKey, Buffer.from(sealed, 'base64'), `contact:${id}`)
  const { at, ...contact } = JSON.parse(Buffer.from(opened).toString()) as SealedContact
  try {
    await contactForm.submit({ ...contact, at: new Date(at) })
  } catch (error) {
    if (error instanceof ContactRefused)
      log.error({ err: error, contactId: id }, 'a contact form was refused')
    throw error
  }
}
