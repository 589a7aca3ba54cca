import type { AccountActor } from '#api/platform/actor.ts'
import type { SessionsContext } from '#api/identity/sessions/sessions-context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { type Reader, type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { recordMemberChange } from '#api/business/members/record-member-change.ts'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { hashToken, makeToken } from '#api/identity/sessions/token.ts'
import { adoptSignatures } from '#api/signing/signature-requests/signers/adopt-signatures.ts'
import { revokeLinks } from '#api/signing/signature-requests/links/revoke-links.ts'
import { usesCompany } from '#api/identity/single-sign-on/business-provider.ts'
import { isConnected } from '#api/identity/single-sign-on/connection.ts'
import { removeAll as removeIdentities } from '#api/identity/single-sign-on/identity-repository.ts'
import {
  type Account,
  type AccountChange,
  confirmationHours,
  confirmationPath,
} from '#api/identity/accounts/account.ts'
import { findConfirmation, refuseTooManyMails } from '#api/identity/accounts/confirm-email.ts'
import { add, take, voidOfAccount } from '#api/identity/accounts/confirmation-repository.ts'
import { provePassword } from '#api/identity/accounts/prove-password.ts'
import { find, findByEmail } from '#api/identity/accounts/repository.ts'
import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import { lockForNoKeyUpdate } from '#api/identity/accounts/lock-repository.ts'
import { moveEmail, setPendingEmail, updateSettings } from '#api/identity/accounts/settings-repository.ts'
import { notifyOfNumber } from '#api/identity/accounts/notify-of-number.ts'
import { refuseWrongSettings } from './refuse-wrong-settings.ts'
import { addOwnersAddress } from '#api/signing/signature-requests/lists/words-repository.ts'

interface EmailChange {
  readonly email: string
  readonly password: string | undefined
  readonly settings: AccountChange
}

/**
 * Writes the new address down and mails it a link; the old one holds until that was opened. The answer is the same
 * where the address has an account: only its holder learns that, by mail.
 */
export async function askForEmail(
  context: SessionsContext,
  actor: AccountActor,
  { email, password, settings }: EmailChange,
): Promise<Account> {
  const account = await find(context.db, actor.accountId)
  if (!account) throw new Refusal('auth.required')
  const isOther = email !== account.email
  if (isOther) await allow(context, account, { email, password, address: actor.address })
  return transaction(context.db, async (tx) => {
    const current = await lockOwnAccount(tx, account.id)
    // Again: an identity verification may have succeeded while the password was checked.
    await refuseWrongSettings(context, tx, current, settings)
    const changed = await updateSettings(tx, current.id, settings)
    await notifyOfNumber(context, tx, { before: current, after: changed, actor })
    await recordMemberChange(context, tx, { before: current, after: changed, actor: eventActor(actor) })
    await voidOfAccount(tx, current.id, context.now(), 'email')
    recordResult(tx, current.id)
    if (isOther) await mailLink(context, tx, changed, email)
    return setPendingEmail(tx, current.id, isOther ? email : null)
  })
}

async function allow(
  context: SessionsContext,
  account: Account,
  given: { readonly email: string; readonly password: string | undefined; readonly address: string },
): Promise<void> {
  if (await hasCompanysEmail(context, context.db, account)) throw new Refusal('not_allowed')
  if (await isOutsidersCompanyEmail(context, context.db, account, given.email))
    throw new Refusal('auth.company_sign_in_required')
  if (account.hasPassword) {
    if (given.password === undefined) throw wrongField('password', 'required', 'This field is required')
    await provePassword(context, account.id, given.password)
  }
  await refuseTooManyMails(context, 'email-change', given)
}

/**
 * Where the company's provider says who the account is, or is to say it from now on, its address is the company's to
 * change: with another one its holder could sign in without the company, and the company not end that.
 */
async function hasCompanysEmail(context: SessionsContext, db: Reader, account: Account): Promise<boolean> {
  if (await isConnected(context, db, account)) return true
  return (await usesCompany(context, db, account.email, account)) === 'account'
}

/**
 * Whether the new address is at a domain where company sign-in is required, and the account isn't that business's: its
 * password would go on working there, and what is sent to the address would reach it after the person has left. It is
 * said of the domain, not of the address.
 */
async function isOutsidersCompanyEmail(
  context: SessionsContext,
  db: Reader,
  account: Account,
  email: string,
): Promise<boolean> {
  return (await usesCompany(context, db, email, account)) === 'domain'
}

async function mailLink(
  context: SessionsContext,
  tx: Transaction,
  account: Account,
  email: string,
): Promise<void> {
  const token = makeToken()
  const now = context.now()
  const expiresAt = new Date(now.getTime() + confirmationHours * 3_600_000)
  const holder = await findByEmail(tx, email)
  await add(tx, {
    tokenHash: hashToken('confirmation', token),
    email,
    flow: 'email',
    accountId: account.id,
    language: account.language,
    now,
    expiresAt,
  })
  await enqueueMail(
    context,
    tx,
    holder
      ? { kind: 'email_taken', recipient: holder.email, language: holder.language, input: {} }
      : {
          kind: 'email_change',
          recipient: email,
          language: account.language,
          timeZone: account.timeZone,
          input: { path: confirmationPath('email', undefined), token, expiresAt: expiresAt.toISOString() },
        },
  )
}

/**
 * Makes the confirmed address the account's email: what waits for it to be signed is the account's from now on, and the
 * old address is told. The link works for the account that asked alone.
 */
export async function confirmUserEmail(
  context: SessionsContext,
  actor: AccountActor,
  token: string,
): Promise<Account> {
  const found = await findConfirmation(context, token, actor.address)
  if (found.flow !== 'email' || found.accountId !== actor.accountId) throw new Refusal('confirmation.invalid')
  return transaction(context.db, async (tx) => {
    const now = context.now()
    const before = await lockForNoKeyUpdate(tx, actor.accountId)
    const taken = await take(tx, hashToken('confirmation', token), now)
    if (!before || !taken) throw new Refusal('confirmation.invalid')
    // Company sign-in may have been required since the link was sent.
    const isCompanys =
      (await hasCompanysEmail(context, tx, before)) ||
      (await isOutsidersCompanyEmail(context, tx, before, taken.email))
    if (isCompanys) throw new Refusal('confirmation.invalid')
    const account = await moveEmail(tx, before, taken.email)
    if (!account) throw new Refusal('account.exists')
    // Of a provider without a say in it: at the address that is left, it signs in someone new.
    await removeIdentities(tx, account.id)
    await recordMemberChange(context, tx, { before, after: account, actor: eventActor(actor) })
    await addOwnersAddress(tx, account.id, account.email)
    // Links that went to the old address (to set a new password, say) are not to be used from there any longer.
    await voidOfAccount(tx, account.id, now)
    await revokeLinks(tx, account.id)
    await adoptSignatures(tx, account.id, account.email)
    await enqueueSecurityNotice(context, tx, before, 'email_changed', actor, account.email)
    return account
  })
}

export async function cancelUserEmail(context: SessionsContext, actor: AccountActor): Promise<Account> {
  return transaction(context.db, async (tx) => {
    const account = await lockOwnAccount(tx, actor.accountId)
    await voidOfAccount(tx, account.id, context.now(), 'email')
    return setPendingEmail(tx, account.id, null)
  })
}
