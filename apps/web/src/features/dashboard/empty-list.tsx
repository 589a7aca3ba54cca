import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { DashboardTab } from '#web/lib/requests/dashboard-tab.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, StrokeDrawing } from '#web/ui/notices/empty-state.tsx'

interface EmptyListProps {
  tab: DashboardTab
  q: string
  filtered: boolean
  welcome: string | null
  newButton: ReactNode
  sampleButton: ReactNode
  onClearFilters: () => void
  onClearSearch: () => void
}

/** Why there is nothing, and what to do about it. */
export function EmptyList(props: EmptyListProps) {
  const { t } = useLingui()
  const { tab, q, filtered, welcome, newButton, sampleButton, onClearFilters, onClearSearch } = props
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
      <EmptyState
        title={t`Nothing found for “${q}”`}
        action={
          <Button type="secondary" onClick={onClearSearch}>
            <Trans>Clear search</Trans>
          </Button>
        }
      >
        <Trans>Search covers titles, document names and people.</Trans>
      </EmptyState>
    )
  }
  return (
    <FirstSteps title={welcome === null ? t`No documents yet` : t`Welcome, ${welcome}`}>
      {newButton}
      {sampleButton}
    </FirstSteps>
  )
}

/** The one thing an empty dashboard shows: where the first document goes, and what happens to it then. */
function FirstSteps({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mx-auto mt-4 flex max-w-2xl flex-col items-center rounded-sheet border-2 border-dashed border-line-field bg-sheet px-4 py-10 text-center">
      <StrokeDrawing />
      <h2 className="text-lg font-semibold">{title}</h2>
      <div className="mt-5 flex flex-wrap justify-center gap-3">{children}</div>
      <ol className="mt-6 flex list-decimal flex-col gap-1 pl-5 text-left text-ink-secondary">
        <li>
          <span className="max-md:hidden">
            <Trans>Drop a PDF anywhere on this page to add it.</Trans>
          </span>
          <span className="md:hidden">
            <Trans>Add a PDF.</Trans>
          </span>
        </li>
        <li>
          <Trans>Add signers and place signature fields. You can sign too.</Trans>
        </li>
        <li>
          <Trans>Send. Signers get a link by email; no account needed.</Trans>
        </li>
      </ol>
    </section>
  )
}
