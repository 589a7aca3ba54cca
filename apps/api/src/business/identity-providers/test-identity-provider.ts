import * as z from 'zod/mini'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { beginSignOnAt } from '#api/identity/single-sign-on/begin-sign-on.ts'
import type { BegunTest, SignOnContext } from '#api/identity/single-sign-on/sign-on-context.ts'
import { readTicket, ticketAddress } from '#api/identity/single-sign-on/ticket.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { toBusinessProvider } from './provider-of-domain.ts'
import { recordProviderTest } from './record-provider-test.ts'
import * as repository from './repository.ts'

const limit = { failures: 60, seconds: 3600 }
const ticketKind = {
  path: '/v1/single-sign-on/test',
  place: 'identity-provider-test',
  content: z.object({ businessId: z.string(), testerId: z.string() }),
} as const
/** Where the browser comes back to, and is shown the result. */
const page = '/business/company-sign-in'

/** Where the admin's browser goes for a sign-in at the provider that signs nobody in: good for two minutes. */
export async function testIdentityProvider(
  context: Context,
  actor: AccountActor,
  businessId: string,
): Promise<string> {
  await allowAdmin(context.db, actor, businessId)
  if (!(await repository.find(context.db, businessId))) throw new Refusal('not_found')
  refuseThrottled(await countFailure(context, `identity-provider:test:${businessId}`, limit))
  return ticketAddress(context, ticketKind, { businessId, testerId: actor.accountId })
}

/** Leads to the provider; where it can't be asked, that is the result, and the browser is led to the page that shows it. */
export async function leadToProviderTest(context: SignOnContext, token: string): Promise<BegunTest> {
  const { db } = context
  const ticket = readTicket(context, ticketKind, token)
  const tester = ticket && (await findAccount(db, ticket.testerId))
  const membership = tester && (await findMembership(db, tester.id))
  if (membership?.business.id !== ticket?.businessId || membership?.role !== 'admin')
    return { failure: 'expired' }
  const { id, name } = membership.business
  const stored = await repository.find(db, id)
  if (!tester || !stored) return { failure: 'expired' }
  const provider = await toBusinessProvider(context, db, { ...stored, businessName: name })
  const testerId = tester.id
  const begun = await beginSignOnAt(context, provider, { email: tester.email, returnTo: page, testerId })
  if (begun.failure === null) return begun
  const { revision } = stored
  await recordProviderTest(context, { revision, testerId, result: begun.problem, email: null })
  return { failure: null, path: page }
}
