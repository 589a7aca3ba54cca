import type { AccountActor } from '#api/platform/actor.ts'
import { loseDomain } from '#api/business/aes-for-business/lose-domain.ts'
import { type BusinessEventType } from '#api/business/businesses/business-event.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import { eventActor, systemActor } from '#api/evidence/append-event.ts'
import { DnsUnavailable } from '#api/providers/dns/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { afterLook, type BusinessDomain, type RecordTexts, recordOf, statusOf } from './business-domain.ts'
import { domainNamed } from './domain-named.ts'
import * as repository from './repository.ts'

/** A check on an admin's request. If another check has just run, its result is returned. */
export async function checkDomain(
  context: Context,
  actor: AccountActor,
  businessId: string,
  named: string,
): Promise<BusinessDomain> {
  await allowAdmin(context.db, actor, businessId)
  const one = await domainNamed(context.db, businessId, named)
  const sinceLast = one.checkedAt ? context.now().getTime() - one.checkedAt.getTime() : Infinity
  if (sinceLast < pauseBetweenLooks) return one
  const looked = await look(context, one, eventActor(actor))
  // Given up while the answer was on its way.
  if (!looked) throw new Refusal('not_found')
  return looked
}

/** Nobody needs to know it sooner, and the owners of others' name servers are asked for nothing by us. */
const pauseBetweenLooks = 1000

/** Asks for the record, outside any transaction, and keeps what that means. Null where the claim is no more. */
export async function look(
  context: Context,
  claimed: BusinessDomain,
  actor: EventActor = systemActor,
): Promise<BusinessDomain | null> {
  const found = await read(context, claimed)
  const { businessId, domain } = claimed
  return transaction(context.db, async (tx) => {
    const business = await lockForNoKeyUpdate(tx, businessId)
    const claims = await repository.lockForUpdate(tx, domain)
    const one = claims.find((other) => other.businessId === businessId)
    // Given up meanwhile.
    if (!business || !one) return null
    const now = context.now()
    const isTaken = claims.some((other) => other.businessId !== businessId && statusOf(other) === 'VERIFIED')
    const looked = afterLook(one, found, { isTaken, now })
    await repository.save(tx, looked)
    const type = changeOf(one, looked)
    if (type) {
      await appendBusinessEvent(tx, businessId, { type, at: now, actor, data: { domain } })
      if (type === 'domain_lapsed') await loseDomain(tx, business, domain, now)
    }
    return looked
  })
}

async function read({ txtRecords }: Context, one: BusinessDomain): Promise<RecordTexts> {
  try {
    return await txtRecords.read(recordOf(one).name)
  } catch (error) {
    if (error instanceof DnsUnavailable) return null
    throw error
  }
}

function changeOf(before: BusinessDomain, after: BusinessDomain): BusinessEventType | null {
  const status = statusOf(after)
  if (status === statusOf(before)) return null
  return status === 'VERIFIED' ? 'domain_verified' : 'domain_lapsed'
}
