import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useStore } from '#web/lib/browser/store.ts'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import type { DashboardTab } from '#web/lib/requests/dashboard-tab.ts'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { focusContent } from '#web/ui/layout/layout.tsx'
import { useExistingPage } from '#web/ui/lists/use-existing-page.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { EmptyList } from './empty-list.tsx'
import { Filters } from './filters/filters.tsx'
import { ListFooter } from './list-footer.tsx'
import { listQuery } from './list-query.ts'
import { RequestList, RequestListSkeleton } from './request-list.tsx'
import { DoneWords, FailedElsewhere, SelectionBar } from './selection/selection-bar.tsx'
import { OthersTitle, ToSign } from './to-sign.tsx'
import { useBatch } from './selection/use-batch.ts'
import { useSelection } from './selection/use-selection.ts'
import { useShortcuts } from './use-shortcuts.ts'
import {
  hasFilters,
  readView,
  statusFilters,
  viewCookie,
  type ViewState,
  withoutFilters,
  writeView,
} from './view-state.ts'
import { readCookie, writeCookie } from '#web/lib/browser/cookie.ts'

/** What failed is not missed by someone who looks elsewhere for a while. */
const staying = { color: 'error', indefinite: true } as const

interface RequestPanelProps {
  tab: DashboardTab
  q: string
  page: number
  onPage: (page: number, how?: { replace: boolean }) => void
  onClearSearch: () => void
  /** The first name of a person who has just signed up. */
  welcome: string | null
  newButton: ReactNode
  sampleButton: ReactNode
  /** Signs several; then says that it is over. */
  onSignMany: (items: readonly ListItem[], onEnd: () => void) => void
}

/** Filters, list and paging of one tab, with its loading, empty and error states. */
export function RequestPanel(props: RequestPanelProps) {
  const { tab, q, page, onPage, newButton } = props
  const [kept, changeView] = useView()
  const isShared = useStore(ownBusiness)?.business.settings.apiUsers.sharedRequests.enabled === true
  // Chosen before the business stopped sharing, or by another account in this browser.
  const view = isShared ? kept : { ...kept, sharedBy: '' }
  const filtered = tab !== 'drafts' && hasFilters(view)
  // What the reader has to sign comes first, in a group of its own.
  const grouped = tab === 'inbox' && !filtered
  const others: ViewState = { ...view, filters: statusFilters.filter((status) => status !== 'TO_SIGN') }
  const list = useQuery(listQuery({ tab, q, page, view: grouped ? others : view }))
  const toSign = useQuery({
    ...listQuery({ tab, q, page: 1, view: { ...view, filters: ['TO_SIGN'] } }),
    enabled: grouped,
  })
  const first = (grouped && page === 1 && toSign.data?.items) || []
  const shown = [...first, ...(list.data?.items ?? [])]
  // The last row of the last page went, or an address of earlier led here.
  const isBeyond = useExistingPage(list, page, (last) => onPage(last, { replace: true }))
  // What a search found is there until the answer: that it is nothing says nothing of all there are.
  const isOld = list.isPlaceholderData || (grouped && toSign.isPlaceholderData)
  const isKnown = shown.length > 0 || !isOld
  const isLoaded = list.data !== undefined && !isBeyond && (!grouped || toSign.data !== undefined) && isKnown
  const isEmpty = isLoaded && shown.length === 0
  // What is to be signed is not left out because it could not be read.
  const failed = (grouped ? [list, toSign] : [list]).filter(({ isError }) => isError)

  const selection = useSelection(shown)
  // What failed stays selected, for another try.
  const batch = useBatch(view.sharedBy === '', ({ kind, done, notDone }, shown) => {
    if (notDone.length === 0) showSnackbar(<DoneWords kind={kind} count={done} />, { duration: 5000 })
    else if (shown === 'nowhere')
      showSnackbar(<FailedElsewhere kind={kind} count={notDone.length} />, staying)
    if (shown !== 'here') return
    if (notDone.length > 0 || kind !== 'download') selection.keep(notDone.map(({ item }) => item.id))
    // The row that had the focus goes.
    if (kind === 'remove' && done > 0) focusContent()
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
  // The button goes with what it clears.
  const clear = () => {
    change(withoutFilters)
    focusContent()
  }
  return (
    <>
      {(filtered || isShared || !isEmpty) && (
        <Filters
          tab={tab}
          view={view}
          isShared={isShared}
          isFiltered={filtered}
          onChange={change}
          onClear={clear}
        />
      )}
      {/* There before it has anything to say: what a search or a filter doesn't find is read out. */}
      <div role="status">
        {isEmpty && (
          <EmptyList
            tab={tab}
            q={q}
            filtered={filtered}
            welcome={props.welcome}
            newButton={newButton}
            sampleButton={props.sampleButton}
            onClearFilters={clear}
            onClearSearch={props.onClearSearch}
          />
        )}
      </div>
      {isLoaded ? (
        !isEmpty && (
          <>
            {first.length > 0 && (
              <ToSign
                items={first}
                total={toSign.data?.total_items ?? first.length}
                stale={toSign.isPlaceholderData}
                selection={selection}
                batch={batch}
                onAll={() => change({ filters: ['TO_SIGN'] })}
              />
            )}
            {list.data.items.length > 0 && (
              <>
                {first.length > 0 && <OthersTitle />}
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
            )}
          </>
        )
      ) : failed.length > 0 ? (
        <ErrorState
          failure={failed[0]?.error}
          onRetry={() => void Promise.all(failed.map((query) => query.refetch()))}
        />
      ) : (
        <RequestListSkeleton />
      )}
      <SelectionBar selection={selection} shown={shown.length} batch={batch} onSign={signMany} />
    </>
  )
}

/** The view and how to change a part of it; every change is kept. */
function useView(): [ViewState, (part: Partial<ViewState>) => void] {
  const [view, setView] = useState(() => readView(readCookie(viewCookie)))
  function change(part: Partial<ViewState>) {
    const next = { ...view, ...part }
    setView(next)
    writeCookie(viewCookie, writeView(next))
  }
  return [view, change]
}
