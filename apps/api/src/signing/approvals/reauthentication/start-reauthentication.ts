import * as z from 'zod/mini'
import type { AccountActor } from '#api/platform/actor.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
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
  content: z.object({ approvalId: z.string() }),
} as const

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
  return ticketAddress(context, ticketKind, { approvalId })
}

/** Leads to the provider, which is to ask again anyone who is there, whether they are signed in or not. */
export async function leadToReauthentication(
  context: Context,
  token: string,
): Promise<BegunSignOn | { readonly failure: SignOnFailure }> {
  const ticket = readTicket(context, ticketKind, token)
  const approval = ticket && (await findApproval(context.db, ticket.approvalId))
  const account = approval?.account_id ? await findAccount(context.db, approval.account_id) : null
  if (!approval || !account || !isOpen(context, approval)) return { failure: 'expired' }
  const provider = await providerOf(context, context.db, account.id)
  if (!provider) return { failure: 'wrong_domain' }
  const [signing] = await signingsOf(context.db, approval.id)
  const returnTo = signing ? `/view/${signing.request_id}` : '/'
  return beginSignOnAt(context, provider, { email: account.email, returnTo, approvalId: approval.id })
}
