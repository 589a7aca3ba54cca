import { listProved } from '#api/business/business-domains/repository.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { domainOf, writtenDomainOf } from '#api/platform/values/email-domain.ts'
import { listSpelledDomains } from './domain-repository.ts'

/** Whom the provider of a business sees and changes. */
export interface Scope {
  readonly businessId: string
  /**
   * Verified now: nobody else is shown or changed. With each other spelling in which people of the business have them in
   * their email (`bücher.ch` for `xn--bcher-kva.ch`): the database compares letters.
   */
  readonly domains: readonly string[]
  readonly now: Date
}

/** `email`: of someone who isn't kept yet. */
export async function scopeOf(db: Reader, businessId: string, now: Date, email?: string): Promise<Scope> {
  const proved = await listProved(db, businessId)
  const spelled = [
    ...(await listSpelledDomains(db, businessId)),
    ...(email === undefined ? [] : [writtenDomainOf(email)]),
  ]
  const others = spelled.filter((written) => proved.includes(domainOf(written)))
  return { businessId, domains: [...new Set([...proved, ...others])], now }
}
