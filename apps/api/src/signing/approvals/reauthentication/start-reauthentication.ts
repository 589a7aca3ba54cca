import type { AccountActor } from '#api/platform/actor.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { decrypt, encrypt } from '#api/platform/secrets/secret-box.ts'
import { beginSignOnAt } from '#api/identity/single-sign-on/begin-sign-on.ts'
import type { BegunSignOn, SignOnFailure } from '#api/identity/single-sign-on/sign-on.ts'
import { isOpen } from './reauthenticate.ts'
import { providerOf } from './reauthenticate-approval.ts'
import { findApproval, signingsOf } from '../repository.ts'
import { findOwn } from '../statuses-of.ts'

const place = 'reauthentication'
const minutes = 2

/**
 * Where the browser goes to be led to the company's provider. The address is good for two minutes and leads to a proof
 * that only the holder of the account can give; the browser it is opened in is the one that has to come back.
 */
export async function startReauthentication(
  context: Context,
  actor: AccountActor,
  approvalId: string,
): Promise<string> {
  const approval = await findOwn(context, actor, approvalId)
  if (!isOpen(context, approval)) throw new Refusal('approval.over')
  if (!(await providerOf(context, context.db, actor.accountId))) throw new Refusal('feature.unavailable')
  const until = context.now().getTime() + minutes * 60_000
  const ticket = encrypt(context.masterKey, Buffer.from(JSON.stringify({ approvalId, until })), place)
  const url = new URL('/v1/single-sign-on/reauthenticate', context.config.publicUrl)
  url.searchParams.set('token', Buffer.from(ticket).toString('base64url'))
  return url.href
}

/** Leads to the provider, which is to ask again anyone who is there, whether they are signed in or not. */
export async function leadToReauthentication(
  context: Context,
  token: string,
): Promise<BegunSignOn | { readonly failure: SignOnFailure }> {
  const approvalId = readTicket(context, token)
  const approval = approvalId === null ? null : await findApproval(context.db, approvalId)
  const account = approval?.account_id ? await findAccount(context.db, approval.account_id) : null
  if (!approval || !account || !isOpen(context, approval)) return { failure: 'expired' }
  const provider = await providerOf(context, context.db, account.id)
  if (!provider) return { failure: 'wrong_domain' }
  const [signing] = await signingsOf(context.db, approval.id)
  const returnTo = signing ? `/view/${signing.request_id}` : '/'
  return beginSignOnAt(context, provider, { email: account.email, returnTo, approvalId: approval.id })
}

function readTicket(context: Context, token: string): string | null {
  try {
    const text = Buffer.from(decrypt(context.masterKey, Buffer.from(token, 'base64url'), place)).toString()
    const { approvalId, until } = JSON.parse(text) as { approvalId: string; until: number }
    return until > context.now().getTime() ? approvalId : null
  } catch {
    return null
  }
}
