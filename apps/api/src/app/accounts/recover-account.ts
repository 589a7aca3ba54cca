import { transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { type Account, confirmationPath, resetHours } from '#api/identity/accounts/account.ts'
import * as confirmations from '#api/identity/accounts/confirmation-repository.ts'
import { lockForNoKeyUpdate } from '#api/identity/accounts/lock-repository.ts'
import { maySetPassword } from '#api/identity/accounts/passwords/may-set-password.ts'
import { forgetWrongProofs } from '#api/identity/accounts/prove-password.ts'
import * as recoveryCodes from '#api/identity/second-factors/recovery-code-repository.ts'
import * as secondFactors from '#api/identity/second-factors/repository.ts'
import { forgetGuessedPassword, forgetWrongCodes } from '#api/identity/sessions/login-throttle.ts'
import { revokeAllSessions } from '#api/identity/sessions/revoke-all-sessions.ts'
import { hashToken, makeToken } from '#api/identity/sessions/token.ts'
import { businessProviders } from '#api/business/identity-providers/provider-of-domain.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'

export interface Recovery {
  readonly endSessions: boolean
  /** Ends all sessions too: they were opened with that factor. */
  readonly removeSecondFactors: boolean
  /** Emails a link; the operator never sees it, and the password stays until it is used. */
  readonly resetPassword: boolean
  /** Forgets the failed attempts that delay a sign-in. */
  readonly unlock: boolean
}

export interface RecoveryResult {
  readonly sessionsEnded: number | null
  readonly secondFactorsRemoved: number | null
  readonly isLinkSent: boolean
  readonly isUnlocked: boolean
}

const device = { address: '', userAgent: '' }

/**
 * What an operator does for a person who is locked out. Their mailbox proves who they are, not the operator: it gets the
 * link, and a notice of what was done, which also appears in the administration log of their business.
 */
export async function recoverAccount(
  context: Context,
  accountId: string,
  recovery: Recovery,
): Promise<RecoveryResult> {
  const now = context.now()
  const { account, result } = await transaction(context.db, async (tx) => {
    const account = await lockForNoKeyUpdate(tx, accountId)
    if (!account) throw new NotDone('The account was deleted.')
    const providers = { ...businessProviders(context), config: context.config }
    if (recovery.resetPassword && !(await maySetPassword(providers, tx, account.email, account)))
      throw new NotDone(
        `${account.email} signs in with its company: a password is not accepted. If nobody can sign in there, see countersign help admin company-sign-in.`,
      )
    const endsSessions = recovery.endSessions || recovery.removeSecondFactors
    const result = {
      sessionsEnded: endsSessions ? await revokeAllSessions(tx, account.id, now) : null,
      secondFactorsRemoved: recovery.removeSecondFactors ? await removeSecondFactors(tx, account.id) : null,
      isLinkSent: recovery.resetPassword,
      isUnlocked: recovery.unlock,
    }
    if (recovery.resetPassword) await mailLink(context, tx, account, now)
    await record(tx, account, recovery, now)
    await enqueueSecurityNotice(context, tx, account, 'account_recovered', device)
    return { account, result }
  })
  if (recovery.unlock) {
    await forgetGuessedPassword(context, account.email)
    await forgetWrongCodes(context, account.id)
    await forgetWrongProofs(context, account.id)
  }
  return result
}

async function removeSecondFactors(tx: Transaction, accountId: string): Promise<number> {
  const factors = await secondFactors.listFactors(tx, accountId)
  await secondFactors.removeAll(tx, accountId)
  await recoveryCodes.removeAll(tx, accountId)
  return factors.length
}

async function mailLink(context: Context, tx: Transaction, account: Account, now: Date): Promise<void> {
  const token = makeToken()
  const expiresAt = new Date(now.getTime() + resetHours * 3_600_000)
  const { email, language } = account
  await confirmations.voidMailed(tx, email, 'reset', now)
  await confirmations.add(tx, {
    tokenHash: hashToken('confirmation', token),
    email,
    flow: 'reset',
    accountId: account.id,
    language,
    now,
    expiresAt,
  })
  const input = { path: confirmationPath('reset', undefined), token, expiresAt: expiresAt.toISOString() }
  await enqueueMail(context, tx, { kind: 'password_reset', recipient: email, language, input })
}

async function record(tx: Transaction, account: Account, recovery: Recovery, at: Date): Promise<void> {
  const membership = await findMembership(tx, account.id)
  if (!membership) return
  const done = Object.entries(recovery).flatMap(([name, isDone]) => (isDone ? [name] : []))
  await appendBusinessEvent(tx, membership.business.id, {
    type: 'account_recovered',
    at,
    actor: systemActor,
    data: { accountId: account.id, email: account.email, done },
  })
}
