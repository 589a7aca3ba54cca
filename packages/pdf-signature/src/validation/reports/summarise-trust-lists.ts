import type { TrustList } from '../../trust-lists/trust-list.ts'
import type { Finding, TrustListSummary } from './report.ts'

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

/** Without a list, its territory's signatures are worth less than they should be; an outdated one may say too much. */
export function trustListWarnings(lists: readonly TrustListSummary[], refused: readonly string[]): Finding[] {
  return [
    ...lists.flatMap(({ territory, nextUpdate, isStale }): Finding[] =>
      isStale && nextUpdate
        ? [{ code: 'trust_list_stale', parameters: { territory, nextUpdate: nextUpdate.toISOString() } }]
        : [],
    ),
    ...refused.map((list): Finding => ({ code: 'trust_list_refused', parameters: { list } })),
  ]
}
