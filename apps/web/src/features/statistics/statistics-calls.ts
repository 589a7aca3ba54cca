import { getStatistics } from '@countersign/contract/activities.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { loadBusiness } from '#web/lib/business/current-business.ts'
import { daysOf, isUpsideDown, todayInUtc, type PeriodChoice } from '#web/lib/language/period.ts'

/** One's business in figures, over a period. */
export function statisticsQuery(period: PeriodChoice) {
  const { from, to } = daysOf(period, todayInUtc())
  const query = { ...(from && { start_date: from }), ...(to && { end_date: to }) }
  return queryOptions({
    queryKey: ['business-statistics', query],
    queryFn: async ({ signal }) => {
      const id = (await loadBusiness())?.business.id ?? ''
      return call(getStatistics, { params: { id }, query }, { background: true, signal })
    },
    enabled: !isUpsideDown(period),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
