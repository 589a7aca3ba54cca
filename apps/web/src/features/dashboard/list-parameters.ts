import type { DashboardTab } from '#web/lib/requests/dashboard-tab.ts'
import { meantDay, spanOfDay } from '#web/lib/language/day.ts'
import { statusFilters, type ViewState } from './view-state.ts'

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
  const [from, to] = [meantDay(view.dates.from), meantDay(view.dates.to)]
  return {
    ...shared,
    ...(statuses.length > 0 && { status: statuses.join(',') }),
    ...((view.sharedBy || view.sentByMe) && { send_by: view.sharedBy || 'me' }),
    ...((from || to) && { date_time_mode: view.currentTimeMode }),
    // The days that the rows show: those where the reader is.
    ...(from && { date_from: spanOfDay(from).from }),
    ...(to && { date_to: spanOfDay(to).to }),
    ...(tab === 'search' && q.trim() && { search: q.trim().slice(0, 200) }),
  }
}
