import type { AccountActor } from '#api/platform/actor.ts'
import { loseDomain } from '#api/business/aes-for-business/lose-domain.ts'
import type { Business } from '#api/business/businesses/business.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction, type Transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { BusinessDomain } from './business-domain.ts'
import { domainNamed } from './domain-named.ts'
import * as repository from './repository.ts'

/** Whether people with an address of it may join by themselves. It counts once the domain is proved. */
export async function updateDomain(
  context: Context,
  actor: AccountActor,
  named: { readonly businessId: string; readonly domain: string },
  { join }: { readonly join: boolean },
): Promise<BusinessDomain> {
  return asAdmin(context, actor, named, async (tx, business, one) => {
    if (one.join === join) return one
    const changed = { ...one, join }
    await repository.save(tx, changed)
    await appendBusinessEvent(tx, business.id, {
      type: 'domain_changed',
      at: context.now(),
      actor: eventActor(actor),
      data: { domain: one.domain, join },
    })
    return changed
  })
}

/** Who has joined by it stays; the business no longer vouches for its addresses. */
export async function removeDomain(
  context: Context,
  actor: AccountActor,
  named: { readonly businessId: string; readonly domain: string },
): Promise<void> {
  await asAdmin(context, actor, named, async (tx, business, { domain }) => {
    const now = context.now()
    await repository.remove(tx, business.id, domain)
    await appendBusinessEvent(tx, business.id, {
      type: 'domain_removed',
      at: now,
      actor: eventActor(actor),
      data: { domain },
    })
    await loseDomain(tx, business, domain, now)
  })
}

/** Nobody else changes this domain until the work is done. */
async function asAdmin<Result>(
  context: Context,
  actor: AccountActor,
  { businessId, domain }: { readonly businessId: string; readonly domain: string },
  work: (tx: Transaction, business: Business, one: BusinessDomain) => Promise<Result>,
): Promise<Result> {
  return transaction(context.db, async (tx) => {
    const business = await lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    const seen = await domainNamed(tx, businessId, domain)
    const claims = await repository.lockForUpdate(tx, seen.domain)
    const one = claims.find((other) => other.businessId === businessId)
    if (!business || !one) throw new Refusal('not_found')
    return work(tx, business, one)
  })
}
