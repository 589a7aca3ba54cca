import { accountActions } from '@countersign/contract/account-actions.ts'
import { administrativeActions } from '@countersign/contract/administrative-actions.ts'
import { readPeriod, writePeriod, type Period, type PeriodChoice } from '#web/lib/language/period.ts'
import { pageIn, pageSizes, type PageSize } from '#web/ui/lists/pages.ts'

/** How a person looks at what happened: all of it is in the address, so that it can be kept and passed on. */
export const activityTabs = ['accounts', 'signatures', 'identifications', 'administration'] as const
export type ActivityTab = (typeof activityTabs)[number]

/** What a list may be narrowed to, by tab; each with the values the service takes, or null for any. */
const filters = {
  accounts: { action: accountActions },
  signatures: {
    action: ['SIGNED', 'SEALED'],
    quality: ['QES', 'AES', 'SES', 'PART11', 'SEAL_QES', 'SEAL_AES', 'DEMO'],
    initiator: null,
  },
  identifications: { action: ['STARTED', 'SUCCEEDED', 'FAILED'], legislation: ['ZERTES', 'EIDAS'] },
  administration: { action: administrativeActions },
} as const satisfies Record<ActivityTab, Record<string, readonly string[] | null>>

export interface ActivityState {
  tab: ActivityTab
  period: PeriodChoice
  search: string
  page: number
  size: PageSize
  sort: '-timestamp' | 'timestamp'
  filters: Readonly<Record<string, string>>
}

/** Beginning with what shows at first. */
export const offeredPeriods: readonly Period[] = [
  'all',
  'last-7',
  'last-30',
  'last-90',
  'last-365',
  'this-month',
  'last-month',
  'this-year',
  'own',
]
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function readState(search: URLSearchParams): ActivityState {
  const tab = activityTabs.find((one) => one === search.get('tab')) ?? 'accounts'
  const taken = Object.entries<readonly string[] | null>(filters[tab]).flatMap(([name, values]) => {
    const value = search.get(name) ?? ''
    return (values === null ? uuid.test(value) : values.includes(value)) ? [[name, value]] : []
  })
  return {
    tab,
    period: readPeriod(search, 'all'),
    search: (search.get('q') ?? '').slice(0, 200),
    page: pageIn(search),
    size: pageSizes.find((one) => one === Number(search.get('size'))) ?? 25,
    sort: search.get('sort') === 'timestamp' ? 'timestamp' : '-timestamp',
    filters: Object.fromEntries(taken) as Record<string, string>,
  }
}

/** The address's query; what is as it is anyway is left out. */
export function writeState(state: ActivityState): Record<string, string> {
  return {
    tab: state.tab,
    ...writePeriod(state.period, 'all'),
    ...(state.search.trim() && { q: state.search.trim() }),
    ...(state.page > 1 && { page: String(state.page) }),
    ...(state.size !== 25 && { size: String(state.size) }),
    ...(state.sort === 'timestamp' && { sort: state.sort }),
    ...state.filters,
  }
}

/** The values a list may be narrowed to. */
export function valuesOf(tab: ActivityTab, filter: 'action' | 'quality' | 'legislation'): readonly string[] {
  return (filters[tab] as Record<string, readonly string[]>)[filter] ?? []
}

/** Is the list narrowed to less than all there is? */
export function isNarrowed({ search, period, filters: chosen }: ActivityState): boolean {
  return search !== '' || period.period !== 'all' || Object.keys(chosen).length > 0
}

/** Another list: the days and what was searched for stay, what is this list's own goes. */
export function changeTab(state: ActivityState, tab: ActivityTab): ActivityState {
  return { ...state, tab, page: 1, filters: {} }
}
