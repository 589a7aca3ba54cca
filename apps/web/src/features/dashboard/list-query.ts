import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import { call } from '#web/lib/api.ts'
import type { DashboardTab } from '#web/lib/dashboard-tab.ts'
import { statusFilters, type ViewState } from './view-state.ts'

const refreshEvery = 15_000

export interface ListWish {
  tab: DashboardTab
  q: string
  page: number
  view: ViewState
}

/** The call's query for what the person wants to see. */
export function listParameters({ tab, q, page, view }: ListWish) {
  const shared = {
    page: String(page),
    size: String(view.pageSize) as '25' | '50' | '100',
    sort: view.sort.direction,
    sort_by: view.sort.by,
  }
  if (tab === 'drafts') return { ...shared, status: 'DRAFT' }
  const statuses = view.filters.length > 0 ? view.filters : tab === 'inbox' ? statusFilters : []
  const { from, to } = view.dates
  return {
    ...shared,
    ...(statuses.length > 0 && { status: statuses.join(',') }),
    ...(view.sentByMe && { send_by: 'me' as const }),
    ...((from || to) && { date_time_mode: view.currentTimeMode }),
    ...(from && { date_from: from }),
    ...(to && { date_to: to }),
    ...(tab === 'search' && q.trim() && { search: q.trim().slice(0, 200) }),
  }
}

/** The list, fresh every 15 seconds while one looks at it. Its failures are shown in its place. */
export function listQuery(wish: ListWish) {
  const query = listParameters(wish)
  return queryOptions({
    queryKey: ['signature-requests', 'list', query],
    queryFn: ({ signal }) => call(listSignatureRequests, { query }, { signal, background: true }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery,
    refetchOnWindowFocus: 'always',
  })
}

/** How many there are of one status: for the number beside a tab. */
export function countQuery(status: 'TO_SIGN' | 'DRAFT') {
  return queryOptions({
    queryKey: ['signature-requests', 'count', status],
    queryFn: async ({ signal }) => {
      const answer = await call(
        listSignatureRequests,
        { query: { status, size: '25' } },
        { signal, background: true },
      )
      return answer.total_items
    },
    refetchInterval: refreshEvery,
    refetchOnWindowFocus: 'always',
  })
}
