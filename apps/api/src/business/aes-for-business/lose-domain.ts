import type { Business } from '#api/business/businesses/business.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { listBusinessEvents } from '#api/business/businesses/event-repository.ts'
import { saveSettings } from '#api/business/businesses/repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { type AesRequest, expiryOf } from './aes-for-business.ts'
import * as repository from './repository.ts'

type Representative = Pick<AesRequest, 'representativeName' | 'representativeEmail' | 'commercialRegister'>

/**
 * A domain is the business's own no more: nobody is vouched for by it from now on. Without any other that ends it all. The
 * business's row is locked.
 */
export async function loseDomain(
  tx: Transaction,
  business: Business,
  domain: string,
  at: Date,
): Promise<void> {
  const without = (domains: readonly string[]) => domains.filter((one) => one !== domain)
  const { enabled, domains } = business.settings.aesForBusiness
  const left = without(domains)
  const isOn = enabled && left.length > 0
  if (left.length < domains.length) {
    const settings = { ...business.settings, aesForBusiness: { enabled: isOn, domains: left } }
    await saveSettings(tx, business.id, settings)
  }
  const request = await repository.find(tx, business.id)
  const remaining = without(request?.domains ?? [])
  const isRequestOver = request !== null && remaining.length === 0
  if (request && !isRequestOver) await repository.save(tx, { ...request, domains: remaining })
  if (isRequestOver) await forgetRequest(tx, business.id, isOn ? left : null)
  const isOver = !isOn && (enabled || isRequestOver)
  if (!isOver) return
  await appendBusinessEvent(tx, business.id, {
    type: 'aes_for_business_ended',
    at,
    actor: systemActor,
    data: { reason: 'domains', domain },
  })
}

/** A request without domains ends. Where another is in force, that one is the last again, as the log has it. */
async function forgetRequest(
  tx: Transaction,
  businessId: string,
  inForce: readonly string[] | null,
): Promise<void> {
  await repository.remove(tx, businessId)
  if (!inForce) return
  const events = await listBusinessEvents(tx, businessId, [
    'aes_for_business_asked',
    'aes_for_business_confirmed',
  ])
  const index = events.findLastIndex(({ type }) => type === 'aes_for_business_confirmed')
  const confirmed = events[index]
  const asked = events.slice(0, index).findLast(({ type }) => type === 'aes_for_business_asked')
  if (!confirmed || !asked) return
  await repository.save(tx, {
    ...(confirmed.data as unknown as Representative),
    businessId,
    domains: inForce,
    askedAt: asked.at,
    tokenHash: null,
    expiresAt: expiryOf(asked.at),
    confirmedAt: confirmed.at,
  })
}
