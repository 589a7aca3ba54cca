import { canonicalDomain } from '@countersign/contract/email.ts'
import { listProved } from '#api/business/business-domains/repository.ts'
import type { Reader } from '#api/platform/db/transaction.ts'

/** Whom the provider of a business sees and changes. */
export interface Scope {
  readonly businessId: string
  /**
   * Verified now: nobody else is shown or changed. As the domain name system has them, and as emails do (`bücher.ch` for
   * `xn--bcher-kva.ch`): the database compares letters.
   */
  readonly domains: readonly string[]
  readonly now: Date
}

export async function scopeOf(db: Reader, businessId: string, now: Date): Promise<Scope> {
  const proved = await listProved(db, businessId)
  return {
    businessId,
    domains: [...new Set(proved.flatMap((domain) => [domain, canonicalDomain(domain)]))],
    now,
  }
}
