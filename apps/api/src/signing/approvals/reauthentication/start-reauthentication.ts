import * as z from 'zod/mini'
import type { AccountActor } from '#api/platform/actor.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { beginSignOnAt } from '#api/identity/single-sign-on/begin-sign-on.ts'
import type { BegunSignOn, SignOnFailure } from '#api/identity/single-sign-on/sign-on.ts'
import { readTicket, ticketAddress } from '#api/identity/single-sign-on/ticket.ts'
import { isOpen } from './reauthenticate.ts'
import { providerOf } from './reauthenticate-approval.ts'
import { findApproval, signingsOf } from '../repository.ts'
import { findOwn } from '../statuses-of.ts'

const ticketKind = {
  path: '/v1/single-sign-on/reauthenticate',
  place: 'reauthentication',
  content: z.object({ approvalId: z.string(), revision: z.int(), browserHash: z.string() }),
} as const

/**
 * Where the browser goes to be led to the company's provider. The address is valid for two minutes, only in the browser in
 * which the signer sees what they sign: someone else to whom it was passed on would sign what they don't see
 * (21 CFR 11.200 (a)(3)).
 */
export async function startReauthentication(
  context: Context,
  actor: AccountActor,
  approvalId: string,
  { revision, browserSecret }: { readonly revision: number; readonly browserSecret: string },
): Promise<string> {
  const approval = await findOwn(context, actor, approvalId)
  if (!isOpen(context, approval)) throw new Refusal('approval.over')
  if (!(await providerOf(context, context.db, actor.accountId))) throw new Refusal('feature.unavailable')
  if (approval.revision !== revision) throw new Refusal('signing.changed')
  return ticketAddress(context, ticketKind, { approvalId, revision, browserHash: hashOf(browserSecret) })
}

const hashOf = (browserSecret: string): string =>
  hashToken('single_sign_on', browserSecret).toString('base64url')

/** Leads to the provider, which is to ask again anyone who is there, whether they are signed in or not. */
export async function leadToReauthentication(
  context: Context,
  { token, browserSecret }: { readonly token: string; readonly browserSecret: string | undefined },
): Promise<BegunSignOn | { readonly failure: SignOnFailure }> {
  const ticket = readTicket(context, ticketKind, token)
  if (!ticket || !browserSecret || hashOf(browserSecret) !== ticket.browserHash) return { failure: 'expired' }
  const approval = await findApproval(context.db, ticket.approvalId)
  const account = approval?.account_id ? await findAccount(context.db, approval.account_id) : null
  if (!approval || !account || !isOpen(context, approval)) return { failure: 'expired' }
  const provider = await providerOf(context, context.db, account.id)
  if (!provider) return { failure: 'wrong_domain' }
  const [signing] = await signingsOf(context.db, approval.id)
  const returnTo = signing ? `/view/${signing.request_id}` : '/'
  const approves = { approvalId: approval.id, approvalRevision: ticket.revision }
  return beginSignOnAt(context, provider, { email: account.email, returnTo, ...approves })
}
