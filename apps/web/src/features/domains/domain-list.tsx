import { canonicalDomain } from '@countersign/contract/email.ts'
import type { BusinessDomain } from '@countersign/contract/business-domains.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { DomainCard } from './domain-card.tsx'

/** Few enough to be seen at once are neither searched nor sorted. */
const manyFrom = 5
const pageSize = 10

interface DomainListProps {
  domains: readonly BusinessDomain[]
  onChanged: (domain: BusinessDomain) => void
  onRemoved: () => Promise<void>
}

/** The domains that a business claims. */
export function DomainList({ domains, onChanged, onRemoved }: DomainListProps) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<DomainOrder>('name')
  const [page, setPage] = useState(1)
  const shown = shownDomains(domains, { search, order })
  const pages = Math.max(1, Math.ceil(shown.length / pageSize))
  const current = Math.min(page, pages)
  return (
    <div className="flex flex-col gap-4">
      {domains.length >= manyFrom && (
        <div className="flex flex-wrap gap-3">
          <div className="min-w-[min(100%,14rem)] grow">
            <TextField
              label={t`Search domains`}
              type="search"
              maxLength={100}
              value={search}
              onChange={(event) => {
                setSearch(event.target.value)
                setPage(1)
              }}
            />
          </div>
          <Select
            label={t`Sort by`}
            value={order}
            options={[
              { value: 'name', label: t`Name` },
              { value: 'newest', label: t`Newest first` },
              { value: 'unproved', label: t`Unverified first` },
            ]}
            onChange={(event) => setOrder(event.target.value as DomainOrder)}
          />
        </div>
      )}
      <p role="status" className={shown.length === 0 ? 'py-8 text-center text-ink-secondary' : 'sr-only'}>
        {shown.length === 0 ? <Trans>No domains found.</Trans> : null}
      </p>
      {shown.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-sheet border border-line bg-sheet">
          {shown.slice((current - 1) * pageSize, current * pageSize).map((domain) => (
            <DomainCard key={domain.domain} domain={domain} onChanged={onChanged} onRemoved={onRemoved} />
          ))}
        </ul>
      )}
      <Pagination page={current} totalPages={pages} onChange={setPage} />
    </div>
  )
}

type DomainOrder = 'name' | 'newest' | 'unproved'

/** Those that have what was typed in their name, in the order that was chosen. */
function shownDomains(
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
  return domains
    .filter(({ domain }) => domain.includes(typed) || canonicalDomain(domain).includes(typed))
    .toSorted(orders[order])
}
