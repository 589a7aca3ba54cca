import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Business } from '#api/business/businesses/business.ts'
import {
  find as findBusiness,
  lockForNoKeyUpdate,
  findMembership,
} from '#api/business/businesses/repository.ts'
import { wasRemoved } from '#api/business/businesses/event-repository.ts'
import type { Context } from '#api/providers/context.ts'
import { type Reader, transaction } from '#api/platform/db/transaction.ts'
import { joinBusiness } from '#api/business/members/join-business.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { BusinessDomain } from './business-domain.ts'
import { look } from './check-domain.ts'
import { domainOf } from '#api/platform/values/email-domain.ts'
import { listJoinable } from './repository.ts'

export interface JoinableBusiness {
  readonly business: Business
  readonly domain: string
}

/**
 * The businesses one can join because one's email is of a domain of theirs; none for the person who belongs to one. An account
 * has its email only once a link that was sent there was followed, or its company's provider vouched for it.
 */
export async function listJoinableBusinesses(
  { db }: Pick<Context, 'db'>,
  actor: AccountActor,
): Promise<JoinableBusiness[]> {
  const claims = await listOpenTo(db, actor)
  if (claims.length === 0 || (await findMembership(db, actor.accountId))) return []
  const found = claims.map(async ({ businessId, domain }) => {
    const business = await findBusiness(db, businessId)
    return business ? [{ business, domain }] : []
  })
  return (await Promise.all(found)).flat()
}

/** The record is looked for once more: the domain may have got another owner since it was found. */
export async function joinByDomain(context: Context, actor: AccountActor, businessId: string): Promise<void> {
  const before = await claimFor(context.db, actor, businessId)
  if (!before) throw new Refusal('not_found')
  const looked = await look(context, before)
  // Anyone who has the domain now may keep its name servers silent for ever: here no answer lets nobody in.
  if (looked?.problem === 'no_answer') throw new Refusal('service.unavailable', { retryAfter: 10 })
  await transaction(context.db, async (tx) => {
    const account = await lockOwnAccount(tx, actor.accountId)
    await lockForNoKeyUpdate(tx, businessId)
    // The email as it is now: it may have changed while the look took its time.
    const self = { ...actor, email: account.email }
    if (!(await claimFor(tx, self, businessId))) throw new Refusal('not_found')
    await joinBusiness(context, tx, self, { businessId, role: 'member', by: 'domain' })
  })
}

async function claimFor(db: Reader, actor: AccountActor, businessId: string) {
  const claims = await listOpenTo(db, actor)
  return claims.find((one) => one.businessId === businessId)
}

/** Anyone the business has removed comes back by invitation only: the domain would undo what its admins decided. */
async function listOpenTo(db: Reader, { email, accountId }: AccountActor): Promise<BusinessDomain[]> {
  const claims = await listJoinable(db, domainOf(email))
  const open: BusinessDomain[] = []
  for (const claim of claims) if (!(await wasRemoved(db, claim.businessId, accountId))) open.push(claim)
  return open
}
