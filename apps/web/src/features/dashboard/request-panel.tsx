import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DashboardTab } from '#web/lib/dashboard-tab.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { showSnackbar } from '#web/ui/snackbar-store.ts'
import { EmptyList } from './empty-list.tsx'
import { Filters } from './filters.tsx'
import { ListFooter } from './list-footer.tsx'
import { listQuery } from './list-query.ts'
import { RequestList, RequestListSkeleton } from './request-list.tsx'
import { DoneWords, SelectionBar } from './selection-bar.tsx'
import { useBatch } from './use-batch.ts'
import { useSelection } from './use-selection.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useView } from './use-view.ts'
import { defaultView, type ViewState } from './view-state.ts'

interface RequestPanelProps {
  tab: DashboardTab
  q: string
  page: number
  onPage: (page: number) => void
  newButton: ReactNode
  /** Signs several; then says that it is over. */
  onSignMany: (items: readonly ListItem[], onEnd: () => void) => void
}

/** Filters, list and paging of one tab, with its loading, empty and error states. */
export function RequestPanel(props: RequestPanelProps) {
  const { tab, q, page, onPage, newButton } = props
  const [view, changeView] = useView()
  const list = useQuery(listQuery({ tab, q, page, view }))

  const selection = useSelection(list.data?.items ?? [])
  // What failed stays selected, for another try.
  const batch = useBatch((kind, done, notDone) => {
    if (notDone.length === 0) showSnackbar(<DoneWords kind={kind} count={done} />, { duration: 5000 })
    if (notDone.length > 0 || kind !== 'download') selection.keep(notDone)
  })
  const signMany = (items: readonly ListItem[]) => props.onSignMany(items, () => selection.keep([]))
  const pressRow = (shift: boolean) => {
    const row = document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-row]')?.dataset[
      'row'
    ]
    if (row) selection.press(row, shift)
  }
  useShortcuts({ x: () => pressRow(false), X: () => pressRow(true) })

  function change(part: Partial<ViewState>) {
    changeView(part)
    if (page !== 1) onPage(1)
  }
  const clear = () => change({ filters: [], sentByMe: false, dates: defaultView.dates })
  const { from, to } = view.dates
  const filtered = tab !== 'drafts' && (view.filters.length > 0 || view.sentByMe || from !== '' || to !== '')

  return (
    <>
      <Filters tab={tab} view={view} onChange={change} />
      {list.data ? (
        list.data.items.length > 0 ? (
          <>
            <RequestList
              items={list.data.items}
              stale={list.isPlaceholderData}
              selection={selection}
              batch={batch}
            />
            <ListFooter
              page={list.data.page}
              size={view.pageSize}
              totalItems={list.data.total_items}
              totalIsCapped={list.data.total_is_capped}
              totalPages={list.data.total_pages}
              onPage={onPage}
              onSize={(pageSize) => change({ pageSize })}
            />
          </>
        ) : (
          <EmptyList tab={tab} q={q} filtered={filtered} newButton={newButton} onClearFilters={clear} />
        )
      ) : list.isError ? (
        <ErrorState failure={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <RequestListSkeleton />
      )}
      <SelectionBar
        selection={selection}
        shown={list.data?.items.length ?? 0}
        batch={batch}
        onSign={signMany}
      />
    </>
  )
}
