import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { DashboardTab } from '#web/lib/dashboard-tab.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

interface EmptyListProps {
  tab: DashboardTab
  q: string
  filtered: boolean
  newButton: ReactNode
  onClearFilters: () => void
}

/** Why there is nothing, and what to do about it. */
export function EmptyList({ tab, q, filtered, newButton, onClearFilters }: EmptyListProps) {
  const { t } = useLingui()
  if (filtered) {
    return (
      <EmptyState
        title={t`No results for these filters`}
        action={
          <Button type="secondary" onClick={onClearFilters}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      />
    )
  }
  if (tab === 'drafts') {
    return (
      <EmptyState title={t`No drafts`} action={newButton}>
        <Trans>Documents you haven’t sent yet appear here.</Trans>
      </EmptyState>
    )
  }
  if (tab === 'search') {
    return q === '' ? (
      <EmptyState title={t`No documents yet`} action={newButton} />
    ) : (
      <EmptyState title={t`Nothing found for “${q}”`}>
        <Trans>Search covers titles, document names and people.</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t`No documents yet`} action={newButton}>
      <Trans>Add or drop a PDF to sign it or send it for signature.</Trans>
    </EmptyState>
  )
}
