import type { Business } from '#api/business/businesses/business.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { saveSettings } from '#api/business/businesses/repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import * as repository from './repository.ts'

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
  if (request && remaining.length > 0) await repository.save(tx, { ...request, domains: remaining })
  if (request && remaining.length === 0) await repository.remove(tx, business.id)
  const isOver = (enabled && !isOn) || (request !== null && remaining.length === 0)
  if (!isOver) return
  await appendBusinessEvent(tx, business.id, {
    type: 'aes_for_business_ended',
    at,
    actor: systemActor,
    data: { reason: 'domains', domain },
  })
}
