import type { Context } from '#api/context.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { enqueueMails } from '#api/notifications/enqueue-mail.ts'
import type { MailInputs } from '#api/notifications/mail.ts'
import type { Business } from './business.ts'
import type { Member } from './repository.ts'

type News = Omit<MailInputs['business_deletion'], 'business' | 'isAdmin' | 'at'> & { readonly at: Date }

/** Everybody who belongs to it hears of it, whatever mails they take of requests. */
export function tellOfDeletion(
  context: Context,
  tx: Transaction,
  business: Pick<Business, 'name'>,
  people: readonly Member[],
  { at, ...news }: News,
): Promise<void> {
  return enqueueMails(
    context,
    tx,
    people.map(({ email, language, role }) => ({
      kind: 'business_deletion',
      recipient: email,
      language,
      input: { ...news, at: at.toISOString(), business: business.name, isAdmin: role === 'admin' },
    })),
  )
}
