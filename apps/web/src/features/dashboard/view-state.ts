import { pageSizes, type PageSize } from '#web/ui/lists/pages.ts'

/** How a person looks at the list: kept a year in a cookie, so every part is read with care. */
export const statusFilters = ['TO_SIGN', 'WAITING', 'COMPLETED', 'CANCELLED', 'ERROR'] as const
export const timeModes = ['updated', 'created', 'completed', 'expires'] as const
export const sortings = ['updated_at', 'created_at', 'title', 'status', 'expiration_date'] as const

export type StatusFilter = (typeof statusFilters)[number]
export type TimeMode = (typeof timeModes)[number]
export type Sorting = (typeof sortings)[number]

export interface ViewState {
  filters: readonly StatusFilter[]
  /** Days as YYYY-MM-DD; empty where open. */
  dates: { from: string; to: string }
  currentTimeMode: TimeMode
  sentByMe: boolean
  /** The user name of an API user, whose requests are shown in place of one's own; else empty. */
  sharedBy: string
  sort: { by: Sorting; direction: 'asc' | 'desc' }
  view: 'list'
  pageSize: PageSize
}

export const withoutFilters = {
  filters: [],
  dates: { from: '', to: '' },
  sentByMe: false,
  sharedBy: '',
} satisfies Partial<ViewState>

export const defaultView: ViewState = {
  ...withoutFilters,
  currentTimeMode: 'updated',
  sort: { by: 'updated_at', direction: 'desc' },
  view: 'list',
  pageSize: 25,
}

export const isDated = ({ dates }: ViewState): boolean => dates.from !== '' || dates.to !== ''

/** Fewer requests are shown than the tab has. */
export const hasFilters = (view: ViewState): boolean =>
  view.filters.length > 0 || view.sentByMe || view.sharedBy !== '' || isDated(view)

export const viewCookie = 'dashboard-view'

export function writeView(view: ViewState): string {
  return JSON.stringify(view)
}

/** What the cookie says; for each part that is missing or wrong, the default. */
export function readView(cookie: string | null): ViewState {
  const kept = objectOf(cookie)
  const dates = kept['dates'] as Partial<ViewState['dates']> | undefined
  const sort = kept['sort'] as Partial<ViewState['sort']> | undefined
  const filters = Array.isArray(kept['filters']) ? kept['filters'] : []
  return {
    filters: statusFilters.filter((status) => filters.includes(status)),
    dates: { from: dayOf(dates?.from), to: dayOf(dates?.to) },
    currentTimeMode: oneOf(timeModes, kept['currentTimeMode']) ?? defaultView.currentTimeMode,
    sentByMe: kept['sentByMe'] === true,
    sharedBy: String(/^api_[a-z0-9_-]{1,96}$/.exec(String(kept['sharedBy'])) ?? ''),
    sort: {
      by: oneOf(sortings, sort?.by) ?? defaultView.sort.by,
      direction: sort?.direction === 'asc' ? 'asc' : 'desc',
    },
    view: 'list',
    pageSize: oneOf(pageSizes, kept['pageSize']) ?? defaultView.pageSize,
  }
}

function objectOf(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function oneOf<Value>(values: readonly Value[], wanted: unknown): Value | undefined {
  return values.find((value) => value === wanted)
}

function dayOf(value: unknown): string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : ''
}
