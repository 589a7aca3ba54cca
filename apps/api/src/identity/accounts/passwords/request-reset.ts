import type { Language } from '@countersign/contract/values.ts'
import type { SessionsContext } from '#api/identity/sessions/sessions-context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { enqueueMail, type AnyNewMail } from '#api/mail/enqueue-mail.ts'
import { hashToken, makeToken } from '#api/identity/sessions/token.ts'
import { type Account, confirmationPath, resetHours } from '../account.ts'
import { refuseTooManyMails } from '../confirm-email.ts'
import { add, voidMailed } from '../confirmation-repository.ts'
import { findByEmail } from '../repository.ts'
import { maySetPassword } from './may-set-password.ts'

/**
 * Mails a link to set a new password, or why there is none to set. It is the same work and the same answer for any
 * address, so that nobody but the mailbox learns whether it has an account.
 */
export async function requestReset(
  context: SessionsContext,
  given: { readonly email: string; readonly language: Language; readonly address: string },
): Promise<void> {
  await refuseTooManyMails(context, 'reset', given)
  const token = makeToken()
  const now = context.now()
  const expiresAt = new Date(now.getTime() + resetHours * 3_600_000)
  await transaction(context.db, async (tx) => {
    const account = await findByEmail(tx, given.email)
    const setsPassword = await maySetPassword(context, tx, given.email, account)
    await voidMailed(tx, given.email, 'reset', now)
    // The token that nobody can use is written like any other and told to nobody.
    await add(tx, {
      tokenHash: hashToken('confirmation', token),
      email: given.email,
      flow: 'reset',
      accountId: setsPassword && account ? account.id : null,
      language: given.language,
      now,
      expiresAt,
    })
    await enqueueMail(context, tx, mailFor(account, given, setsPassword ? { token, expiresAt } : null))
  })
}

function mailFor(
  account: Account | null,
  given: { readonly email: string; readonly language: Language },
  link: { readonly token: string; readonly expiresAt: Date } | null,
): AnyNewMail {
  const recipient = given.email
  if (!account) return { kind: 'no_account', recipient, language: given.language, input: {} }
  const { language, hasPassword } = account
  if (!link) return { kind: 'company_sign_in', recipient, language, input: { hasPassword } }
  const input = {
    path: confirmationPath('reset', undefined),
    token: link.token,
    expiresAt: link.expiresAt.toISOString(),
  }
  return { kind: 'password_reset', recipient, language, input }
}
