import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { add, listBrowsers } from './repository.ts'
import { lockForShare } from '#api/identity/accounts/lock-repository.ts'
import { isNewBrowser, type OpenSessionRow, sessionHours } from './session.ts'
import { hashToken, makeToken } from './token.ts'

export interface NewSession {
  readonly accountId: string
  readonly method: OpenSessionRow['method']
  readonly address: string
  readonly userAgent: string
  /** Whether the browser showed that it had signed in with this email before; null where that can't be asked. */
  readonly isKnown: boolean | null
}

export interface OpenedSession {
  /** The bearer token: only the caller gets it. */
  readonly token: string
  readonly expiresAt: Date
  /** Whose it is. */
  readonly email: string
}

/**
 * Signs the account in. Anyone who calls has made sure that it is the account's holder; should that have been someone else
 * all the same, the holder hears of a browser that was never used before.
 */
export async function openSession(
  context: Context,
  tx: Transaction,
  given: NewSession,
): Promise<OpenedSession> {
  const account = await lockForShare(tx, given.accountId)
  if (!account) throw new Refusal('auth.credentials_invalid')
  const isNews = isNewBrowser(await listBrowsers(tx, given.accountId), given)
  const token = makeToken()
  const now = context.now()
  const expiresAt = new Date(now.getTime() + sessionHours * 3_600_000)
  await add(tx, { ...given, tokenHash: hashToken('session', token), now, expiresAt })
  if (isNews) await enqueueSecurityNotice(context, tx, account, 'new_sign_in', given)
  return { token, expiresAt, email: account.email }
}
