import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { knownTimeZone } from '#api/platform/values/time-zone.ts'
import { add, listBrowsers } from './repository.ts'
import { lockForShare } from '#api/identity/accounts/lock-repository.ts'
import { isNewBrowser, type OpenSessionRow, sessionHours } from './session.ts'
import { hashToken, makeToken } from './token.ts'

export interface NewSession {
  readonly accountId: string
  readonly method: OpenSessionRow['method']
  readonly address: string
  readonly userAgent: string
  /** Whether the browser showed that it had signed in with this email before. */
  readonly isKnown: boolean
  /** Of the browser: in what is mailed, where the account has none yet. */
  readonly timeZone?: string | undefined
}

export interface OpenedSession {
  /** The bearer token: only the caller gets it. */
  readonly token: string
  readonly expiresAt: Date
  /** Whose it is. */
  readonly accountId: string
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
  const timeZone = account.timeZone ?? knownTimeZone(given.timeZone)
  if (isNews) await enqueueSecurityNotice(context, tx, { ...account, timeZone }, 'new_sign_in', given)
  return { token, expiresAt, accountId: given.accountId, email: account.email }
}
