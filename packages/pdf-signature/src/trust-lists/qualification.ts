import type { ChainVerdict } from '../cms/chain.ts'
import type { Qualification } from '../validation/report.ts'
import type { TrustList } from './trust-list.ts'

const notKnown: Qualification = { result: 'NOT_KNOWN', legislation: null }

/** The legal weight of a signature by what the lists say of its issuer. */
export function qualifySignature(
  chain: ChainVerdict | undefined,
  lists: readonly TrustList[],
  at: Date,
): Qualification {
  return chain && lists.length > 0 && at ? notKnown : notKnown
}

export function qualifyTimestamp(
  chain: ChainVerdict | undefined,
  lists: readonly TrustList[],
  at: Date,
): Qualification {
  return chain && lists.length > 0 && at ? notKnown : notKnown
}
