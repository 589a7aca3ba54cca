import { randomBytes } from 'node:crypto'
import type { AccountActor } from '#api/platform/actor.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { type BusinessDomain, claim, mostDomains } from './business-domain.ts'
import { isPublicSuffix, readDomain } from './domain-name.ts'
import * as repository from './repository.ts'

/** Any business may claim any domain: what counts is the record. Claimed again it is the same claim. */
export async function addDomain(
  context: Context,
  actor: AccountActor,
  businessId: string,
  typed: string,
): Promise<BusinessDomain> {
  return transaction(context.db, async (tx) => {
    await lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    const domain = readDomain(typed)
    if (domain === null) throw wrongField('domain', 'domain', 'Please enter a domain such as company.example')
    if (isPublicSuffix(domain))
      throw wrongField(
        'domain',
        'public_suffix',
        `Anybody can register names under ${domain}: enter your own domain`,
      )
    const claimed = await repository.list(tx, businessId)
    const before = claimed.find((one) => one.domain === domain)
    if (before) return before
    if (claimed.length >= mostDomains) throw new Refusal('business.too_many_domains')
    const now = context.now()
    const one = claim(businessId, domain, randomBytes(20).toString('hex'), now)
    await repository.insert(tx, one)
    await appendBusinessEvent(tx, businessId, {
      type: 'domain_claimed',
      at: now,
      actor: eventActor(actor),
      data: { domain },
    })
    return one
  })
}
