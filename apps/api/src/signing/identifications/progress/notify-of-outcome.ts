import { find as findAccount } from '#api/identity/accounts/repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import type { Identification } from '../identification.ts'
import { findGuestEmail } from '../proof/open-requests-repository.ts'

/** Anyone who was looked at again has gone away meanwhile: they are told how it ended, and where to continue. */
export async function notifyOfOutcome(context: Context, tx: Transaction, one: Identification): Promise<void> {
  const { holder, returnUrl } = one
  const success = one.status === 'success'
  const kind = 'identification_result'
  if (holder.kind === 'account') {
    const account = await findAccount(tx, holder.accountId)
    if (!account) return
    const { email: recipient, language } = account
    const input = { success, page: new URL(returnUrl).pathname }
    return enqueueMail(context, tx, { kind, recipient, language, input })
  }
  // Anyone who has delegated the signature since then has nothing to continue with.
  if ((await findGuestEmail(tx, holder)) !== holder.email) return
  const { requestId, signatureId, memberId, email: recipient } = holder
  const to = { recipient, language: one.language, requestId, signatureId, memberId }
  return enqueueMail(context, tx, { kind, ...to, input: { success, page: '' } })
}
