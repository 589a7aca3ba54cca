import type * as contract from '@countersign/contract/business-domains.ts'
import { type BusinessDomain, recordOf, statusOf } from './business-domain.ts'

export function presentDomain(one: BusinessDomain): contract.BusinessDomain {
  return {
    domain: one.domain,
    status: statusOf(one),
    record: { type: 'TXT', ...recordOf(one) },
    claimedAt: one.claimedAt.toISOString(),
    verifiedAt: one.verifiedAt?.toISOString() ?? null,
    checkedAt: one.checkedAt?.toISOString() ?? null,
    problem: one.problem,
    join: one.join,
  }
}
