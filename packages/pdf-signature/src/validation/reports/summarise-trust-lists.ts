import type { TrustList } from '../../trust-lists/trust-list.ts'
import type { TrustListSummary } from './report.ts'

export function summariseTrustLists(lists: readonly TrustList[], at: Date): TrustListSummary[] {
  return lists.map(({ territory, schemeOperator, sequenceNumber, issuedAt, nextUpdate }) => ({
    territory,
    schemeOperator,
    sequenceNumber,
    issuedAt,
    nextUpdate,
    isStale: nextUpdate !== null && nextUpdate < at,
  }))
}
