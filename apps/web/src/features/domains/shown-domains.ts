import type { BusinessDomain } from '@countersign/contract/business-domains.ts'

export type DomainOrder = 'name' | 'newest' | 'unproved'

/** Those that have what was typed in their name, in the order that was chosen. */
export function shownDomains(
  domains: readonly BusinessDomain[],
  { search, order }: { search: string; order: DomainOrder },
): BusinessDomain[] {
  const typed = search.trim().toLowerCase()
  const byName = (a: BusinessDomain, b: BusinessDomain) => a.domain.localeCompare(b.domain)
  const isProved = ({ status }: BusinessDomain) => Number(status === 'VERIFIED')
  const orders = {
    name: byName,
    newest: (a: BusinessDomain, b: BusinessDomain) => b.claimedAt.localeCompare(a.claimedAt) || byName(a, b),
    unproved: (a: BusinessDomain, b: BusinessDomain) => isProved(a) - isProved(b) || byName(a, b),
  }
  return domains.filter(({ domain }) => domain.includes(typed)).toSorted(orders[order])
}
