import { find as findBusiness, listMembers } from '#api/business/businesses/repository.ts'
import { type AnyNewMail, enqueueMails } from '#api/mail/enqueue-mail.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'

type Content<Mail> = Mail extends AnyNewMail ? Pick<Mail, 'kind' | 'input'> : never

/** Mails the admins of a business, each in their own language. Nobody is told of a business that is deleted. */
export async function mailBusinessAdmins(
  context: Pick<Context, 'masterKey'>,
  tx: Transaction,
  businessId: string,
  mailAbout: (businessName: string) => Content<AnyNewMail>,
): Promise<void> {
  const business = await findBusiness(tx, businessId)
  if (!business) return
  const admins = (await listMembers(tx, businessId)).filter(({ role }) => role === 'admin')
  const mail = mailAbout(business.name)
  await enqueueMails(
    context,
    tx,
    admins.map(({ email, language }) => ({ ...mail, recipient: email, language })),
  )
}
