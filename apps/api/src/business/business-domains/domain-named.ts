import type { Reader } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { BusinessDomain } from './business-domain.ts'
import { readDomain } from './domain-name.ts'
import * as repository from './repository.ts'

/** The one that an address names, in any spelling. */
export async function domainNamed(db: Reader, businessId: string, named: string): Promise<BusinessDomain> {
  const domain = readDomain(named)
  const one = domain === null ? null : await repository.find(db, businessId, domain)
  if (!one) throw new Refusal('not_found')
  return one
}
