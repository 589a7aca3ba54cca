import { lockForShare } from '#api/identity/accounts/lock-repository.ts'
import { noteTimeZone } from '#api/identity/accounts/settings-repository.ts'
import { find, forgetWeakPassword } from '#api/identity/accounts/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { openSession, type OpenedSession } from '#api/identity/sessions/open-session.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { maySignIn, usesCompany } from './business-provider.ts'
import { hasThisIdentity } from './identity-repository.ts'
import { findReturnHolder, lockReturnForUpdate, type SignOnReturn, useReturn } from './repository.ts'
import type { SignOnContext } from './sign-on-context.ts'

// A guess has 256 bits to hit; counting them shows who tries.
const attemptLimit = { failures: 30, seconds: 900 }

export interface TakenSignOn {
  /** Null: an account has this email and is not connected. The code stays good for connecting it. */
  readonly session: OpenedSession | null
  readonly email: string
  readonly provider: string
}

/** Changes the one-time code for a session. The provider answers for a second factor; ours is not asked for. */
export async function takeSingleSignOn(
  context: SignOnContext,
  {
    isKnownTo,
    ...given
  }: {
    readonly code: string
    readonly address: string
    readonly userAgent: string
    /** Of the browser. */
    readonly timeZone: string | undefined
    /** Whether the browser showed that it had signed in with this email before. */
    readonly isKnownTo: (email: string) => boolean
  },
): Promise<TakenSignOn> {
  const codeHash = hashToken('single_sign_on', given.code)
  const taken = await transaction(context.db, async (tx): Promise<TakenSignOn | null> => {
    const now = context.now()
    // The account first, as where all its sessions end: that is either seen here, or ends the one that is opened here.
    const holder = await findReturnHolder(tx, codeHash)
    if (holder?.accountId) await lockForShare(tx, holder.accountId)
    const found = await lockReturnForUpdate(tx, codeHash, now)
    if (!found) return null
    const { email, provider, account_id: accountId } = found
    if (accountId === null) return { session: null, email, provider }
    await useReturn(tx, codeHash, now)
    const account = await find(tx, accountId)
    // It may have been disconnected since.
    if (!account || !(await hasThisIdentity(tx, accountId, found))) return null
    if (!(await isStillVouchedFor(context, tx, found, account))) return null
    return {
      session: await openSession(context, tx, {
        ...given,
        accountId,
        method: 'sso',
        isKnown: isKnownTo(account.email),
      }),
      email,
      provider,
    }
  })
  if (taken?.session) {
    await noteTimeZone(context.db, taken.session.accountId, given.timeZone)
    await forgetUnusedPassword(context, taken.session)
  }
  return taken ?? refuseCode(context, given.address)
}

/**
 * Where the company's sign-in is required, the password isn't accepted, and can't be reset: that it is a weak one must not keep its
 * holder from anything.
 */
async function forgetUnusedPassword(
  context: SignOnContext,
  { accountId, email }: OpenedSession,
): Promise<void> {
  if ((await usesCompany(context, context.db, email, { id: accountId })) === 'account')
    await forgetWeakPassword(context.db, accountId)
}

/** What a business's provider said may be worth nothing by now: other settings, a domain given up, another business. */
export async function isStillVouchedFor(
  context: SignOnContext,
  tx: Transaction,
  { provider_revision: revision }: SignOnReturn,
  account: { readonly id: string; readonly email: string },
): Promise<boolean> {
  if (revision === null) return true
  const provider = await context.findProviderByRevision(tx, revision)
  return provider !== null && maySignIn(context, tx, provider, account)
}

/** Counts a code that is good for nothing, and refuses it. */
export async function refuseCode(context: Context, address: string): Promise<never> {
  refuseThrottled(await countFailure(context, `single-sign-on:guess:${networkOf(address)}`, attemptLimit))
  throw new Refusal('confirmation.invalid')
}
