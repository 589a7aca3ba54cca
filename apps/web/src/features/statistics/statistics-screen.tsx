import { getStatistics, type Statistics } from '@countersign/contract/activity.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'
import {
  daysOf,
  isUpsideDown,
  type Period,
  type PeriodChoice,
  readPeriod,
  todayInUtc,
  writePeriod,
} from '#web/lib/language/period.ts'
import { useSearchParameters } from '#web/lib/browser/search-parameters.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { PeriodChooser } from '#web/ui/forms/period-choice.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { KeyFigures } from './key-figures.tsx'
import { MemberBars } from './member-bars.tsx'
import { RequestBars, TimeBars } from './request-bars.tsx'
import { SignaturesChart } from './signatures-chart.tsx'
import { call } from '#web/lib/calls/api.ts'
import { ownBusinessId } from '#web/lib/business/current-business.ts'

const atFirst = 'last-30'
/** All time is not among them: the service answers for days that are named. */
const offered: readonly Period[] = [
  'last-30',
  'last-7',
  'last-90',
  'last-365',
  'this-month',
  'last-month',
  'this-year',
  'own',
]

/** A business in figures, over a period that the address says. */
export function StatisticsScreen() {
  const router = useRouter()
  const search = useSearchParameters()
  const read = readPeriod(search, atFirst)
  const period = offered.includes(read.period) ? read : { ...read, period: 'last-30' as const }
  const statistics = useQuery(statisticsQuery(period))
  function choose(choice: PeriodChoice) {
    const query = new URLSearchParams(writePeriod(choice, atFirst)).toString()
    router.history.replace(`${paths.businessDashboard()}${query && `?${query}`}`)
  }
  return (
    <>
      <div className="mb-4 grid items-start gap-3 sm:grid-cols-3 md:max-w-3xl">
        <PeriodChooser choice={period} offered={offered} onChange={choose} />
      </div>
      {isUpsideDown(period) ? null : statistics.isPending ? (
        <Loading />
      ) : statistics.isError ? (
        <ErrorState failure={statistics.error} onRetry={() => void statistics.refetch()} />
      ) : (
        <div className={classNames(statistics.isPlaceholderData && 'opacity-60')}>
          <Figures data={statistics.data} period={period} />
        </div>
      )}
    </>
  )
}

function Figures({ data, period }: { data: Statistics; period: PeriodChoice }) {
  const { t } = useLingui()
  const { completed, open, overdue } = data.requests
  const nothing = data.by_member.length === 0 && completed + open + overdue === 0
  return (
    <>
      <KeyFigures data={data} period={period} />
      {nothing ? (
        <EmptyState
          title={<Trans>No data for this period</Trans>}
          action={
            <Button to={paths.upload()} icon="plus">
              <Trans>New signature request</Trans>
            </Button>
          }
        >
          <Trans>Statistics appear here once your members send documents for signature.</Trans>
        </EmptyState>
      ) : (
        <>
          <Section id="over-time" title={t`Signatures over time`}>
            <SignaturesChart signatures={data.signatures} step={data.step} />
          </Section>
          <div className="grid gap-x-4 md:grid-cols-2">
            <Section id="requests" title={t`Signature requests`}>
              <RequestBars requests={data.requests} />
            </Section>
            <Section
              id="time"
              title={t`Time to complete`}
              intro={t`From sending to the last signature, for requests completed in this period.`}
            >
              <TimeBars time={data.time_to_complete} />
            </Section>
          </div>
          <Section id="members" title={t`By member`}>
            <MemberBars members={data.by_member} period={period} />
          </Section>
        </>
      )}
    </>
  )
}

function Loading() {
  return (
    <>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {[0, 1, 2, 3].map((figure) => (
          <Skeleton key={figure} className="h-28 rounded-sheet" />
        ))}
      </div>
      <Skeleton className="mt-4 h-80 rounded-sheet" />
    </>
  )
}

/** One's business in figures, over a period. */
function statisticsQuery(period: PeriodChoice) {
  const { from, to } = daysOf(period, todayInUtc())
  const query = { ...(from && { start_date: from }), ...(to && { end_date: to }) }
  return queryOptions({
    queryKey: ['business-statistics', query],
    queryFn: async ({ signal }) => {
      const id = await ownBusinessId()
      return call(getStatistics, { params: { id }, query }, { background: true, signal })
    },
    enabled: !isUpsideDown(period),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
