import { exportAdministration, listAdministration } from '@countersign/contract/administration-log.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { ownBusinessId } from '#web/lib/business/current-business.ts'
import { download } from '#web/lib/calls/download.ts'
import { daysOf, isUpsideDown, todayInUtc, type PeriodChoice } from '#web/lib/language/period.ts'

/** How the log is looked at: it is in the address of the page that shows it. */
export interface LogState {
  period: PeriodChoice
  page: number
  size: 25 | 50 | 100
  /** `action`: the kind of action. */
  filters: Readonly<Record<string, string>>
}

const background = { background: true }

async function one() {
  return { id: await ownBusinessId() }
}

export function logQuery({ period, page, size, filters }: LogState) {
  const { from, to } = daysOf(period, todayInUtc())
  const query = {
    page: String(page),
    size: String(size) as '25' | '50' | '100',
    ...(from && { start_date: from }),
    ...(to && { end_date: to }),
    ...(filters['action'] && { type: filters['action'] }),
  }
  return queryOptions({
    queryKey: ['administration-log', query],
    queryFn: async ({ signal }) =>
      call(listAdministration, { params: await one(), query }, { ...background, signal }),
    enabled: !isUpsideDown(period),
    placeholderData: keepPreviousData,
  })
}

/** The whole chain as a file. */
export async function exportLog(): Promise<File> {
  const following = { signal: new AbortController().signal, onReceived: () => {} }
  return download(exportAdministration, { params: await one() }, following)
}
