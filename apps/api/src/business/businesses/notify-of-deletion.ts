import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueueMails } from '#api/mail/enqueue-mail.ts'
import type { MailInputs } from '#api/mail/mail.ts'
import type { Business } from './business.ts'
import type { Member } from './repository.ts'

type DeletionNotice = Omit<MailInputs['business_deletion'], 'business' | 'isAdmin' | 'at'> & {
  readonly at: Date
}

/** Everybody who belongs to it hears of it, whatever mails they take of requests. */
export function notifyOfDeletion(
  context: Context,
  tx: Transaction,
  business: Pick<Business, 'name'>,
  people: readonly Member[],
  { at, ...notice }: DeletionNotice,
): Promise<void> {
  return enqueueMails(
    context,
    tx,
    people.map(({ email, language, role }) => ({
      kind: 'business_deletion',
      recipient: email,
      language,
      input: { ...notice, at: at.toISOString(), business: business.name, isAdmin: role === 'admin' },
    })),
  )
}
