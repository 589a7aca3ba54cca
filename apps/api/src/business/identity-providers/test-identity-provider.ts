import { allowAdmin } from '#api/business/businesses/policy.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { beginSignOnAt } from '#api/identity/single-sign-on/begin-sign-on.ts'
import type { BegunTest, SignOnContext } from '#api/identity/single-sign-on/sign-on-context.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { decrypt, encrypt } from '#api/platform/secrets/secret-box.ts'
import type { Context } from '#api/providers/context.ts'
import { toBusinessProvider } from './provider-of-domain.ts'
import { recordProviderTest } from './record-provider-test.ts'
import * as repository from './repository.ts'

const limit = { failures: 60, seconds: 3600 }
const place = 'identity-provider-test'
const minutes = 2
/** Where the browser comes back to, and is shown the result. */
const page = '/business/company-sign-in'

interface Ticket {
  readonly businessId: string
  readonly testerId: string
  readonly until: number
}

/** Where the admin's browser goes for a sign-in at the provider that signs nobody in: good for two minutes. */
export async function testIdentityProvider(
  context: Context,
  actor: AccountActor,
  businessId: string,
): Promise<string> {
  await allowAdmin(context.db, actor, businessId)
  if (!(await repository.find(context.db, businessId))) throw new Refusal('not_found')
  refuseThrottled(await countFailure(context, `identity-provider:test:${businessId}`, limit))
  const until = context.now().getTime() + minutes * 60_000
  const ticket: Ticket = { businessId, testerId: actor.accountId, until }
  const encrypted = encrypt(context.masterKey, Buffer.from(JSON.stringify(ticket)), place)
  const url = new URL('/v1/single-sign-on/test', context.config.publicUrl)
  url.searchParams.set('token', Buffer.from(encrypted).toString('base64url'))
  return url.href
}

/** Leads to the provider; where it can't be asked, that is the result, and the browser is led to the page that shows it. */
export async function leadToProviderTest(context: SignOnContext, token: string): Promise<BegunTest> {
  const ticket = readTicket(context, token)
  const tester = ticket && (await findAccount(context.db, ticket.testerId))
  const membership = tester && (await findMembership(context.db, tester.id))
  const stored = ticket && (await repository.find(context.db, ticket.businessId))
  const found = stored && (await repository.findByRevision(context.db, stored.revision))
  if (!tester || !found || membership?.business.id !== found.businessId || membership.role !== 'admin')
    return { failure: 'expired' }
  const provider = await toBusinessProvider(context, context.db, found)
  const testerId = tester.id
  const begun = await beginSignOnAt(context, provider, { email: tester.email, returnTo: page, testerId })
  if (begun.failure === null) return begun
  const { revision } = found
  await recordProviderTest(context, { revision, testerId, result: begun.problem, email: null })
  return { failure: null, path: page }
}

function readTicket(context: Context, token: string): Ticket | null {
  try {
    const text = Buffer.from(decrypt(context.masterKey, Buffer.from(token, 'base64url'), place)).toString()
    const ticket = JSON.parse(text) as Ticket
    return ticket.until > context.now().getTime() ? ticket : null
  } catch {
    return null
  }
}
