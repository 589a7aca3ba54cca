import {
  exportIdentificationActivities,
  exportSignatureActivities,
  listAccountActivities,
  listIdentificationActivities,
  listSignatureActivities,
} from '@countersign/contract/activity.ts'
import { listBusinessAdmins, listBusinessMembers } from '@countersign/contract/businesses.ts'
import type { Endpoint, InputOf } from '@countersign/contract/endpoint.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { ownBusinessId } from '#web/lib/business/current-business.ts'
import { download } from '#web/lib/calls/download.ts'
import { daysOf, isUpsideDown, todayInUtc, type PeriodChoice } from '#web/lib/language/period.ts'
import type { ActivityState } from './activity-state.ts'

const key = ['business-activity'] as const
const background = { background: true }

async function one() {
  return { id: await ownBusinessId() }
}

function rangeOf(period: PeriodChoice) {
  const { from, to } = daysOf(period, todayInUtc())
  return { ...(from && { start_date: from }), ...(to && { end_date: to }) }
}

function queryOf({ period, search, page, size, sort }: ActivityState) {
  const paging = { page: String(page), size: String(size) as `${typeof size}`, sort }
  return { ...paging, ...rangeOf(period), ...(search && { search }) }
}

/** What a list of this call is narrowed to: the address was read by what the service takes. */
type Filters<Call extends Endpoint> = Omit<NonNullable<QueryOf<Call>>, keyof ReturnType<typeof queryOf>>
type QueryOf<Call extends Endpoint> = InputOf<Call> extends { query?: infer Query } ? Query : never

/** What happens continues happening: each look is a fresh one, and what was seen before stands until it is there. */
export function accountsQuery(state: ActivityState) {
  const query = { ...queryOf(state), ...(state.filters as Filters<typeof listAccountActivities>) }
  return queryOptions({
    queryKey: [...key, 'accounts', query],
    queryFn: async ({ signal }) =>
      call(listAccountActivities, { params: await one(), query }, { ...background, signal }),
    enabled: !isUpsideDown(state.period),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

export function signaturesQuery(state: ActivityState) {
  const query = { ...queryOf(state), ...(state.filters as Filters<typeof listSignatureActivities>) }
  return queryOptions({
    queryKey: [...key, 'signatures', query],
    queryFn: async ({ signal }) =>
      call(listSignatureActivities, { params: await one(), query }, { ...background, signal }),
    enabled: !isUpsideDown(state.period),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

export function identificationsQuery(state: ActivityState) {
  const query = { ...queryOf(state), ...(state.filters as Filters<typeof listIdentificationActivities>) }
  return queryOptions({
    queryKey: [...key, 'identifications', query],
    queryFn: async ({ signal }) =>
      call(listIdentificationActivities, { params: await one(), query }, { ...background, signal }),
    enabled: !isUpsideDown(state.period),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Everybody whose requests there may be, by name. */
export const peopleQuery = queryOptions({
  queryKey: [...key, 'people'],
  queryFn: async ({ signal }) => {
    const of = { params: await one() }
    const options = { ...background, signal }
    const [{ admins }, { members }] = await Promise.all([
      call(listBusinessAdmins, of, options),
      call(listBusinessMembers, of, options),
    ])
    return [...admins, ...members].map(({ id, firstName, lastName, email }) => ({
      id,
      name: [firstName, lastName].filter(Boolean).join(' ') || email,
    }))
  },
})

export const groupings = ['none', 'day', 'month', 'member', 'quality'] as const
export type Grouping = (typeof groupings)[number]
export type ExportedTab = 'signatures' | 'identifications'

export interface ExportWish {
  tab: ExportedTab
  period: PeriodChoice
  grouping: Grouping
}

/** The list as a file, as it comes. */
export async function exportActivities(
  { tab, period, grouping }: ExportWish,
  following: { signal: AbortSignal; onReceived: (bytes: number) => void },
): Promise<File> {
  const query = { ...rangeOf(period), ...(grouping !== 'none' && { group_by: grouping }) }
  const input = { params: await one(), query }
  return tab === 'signatures'
    ? download(exportSignatureActivities, input, following)
    : download(exportIdentificationActivities, input, following)
}
