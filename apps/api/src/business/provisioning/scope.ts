import { listProved } from '#api/business/business-domains/repository.ts'
import type { Reader } from '#api/platform/db/transaction.ts'

/** Whom the provider of a business sees and changes. */
export interface Scope {
  readonly businessId: string
  /** Verified now: nobody else is shown or changed. */
  readonly domains: readonly string[]
  readonly now: Date
}

export async function scopeOf(db: Reader, businessId: string, now: Date): Promise<Scope> {
  return { businessId, domains: await listProved(db, businessId), now }
}
