import type { Statistics } from '@countersign/contract/activity.ts'
import { countPeople, findSurroundings } from '#api/business/businesses/find-surroundings.ts'
import type { Context } from '#api/providers/context.ts'
import { wrongField } from '#api/platform/refusal.ts'
import type { DayRange } from './activity.ts'
import { lastDays, sumOf } from './find-key-figures.ts'
import { dayOf } from './read-range.ts'
import * as repository from './statistics-repository.ts'
import { columnsOf, type Days, lengthOf, quantile, stepOf } from './statistics.ts'

const week = 7 * 86_400_000
const daysAtMost = 3660
const membersAtMost = 50

/** A business in figures. Who asks has been let in already. */
export async function getStatistics(
  { db, now }: Pick<Context, 'db' | 'now'>,
  businessId: string,
  requestedRange: DayRange,
): Promise<Statistics> {
  const at = now()
  const range = rangeOf(requestedRange, dayOf(at))
  const step = stepOf(range)
  const [signatures, ends, open, byMember, surroundings] = await Promise.all([
    repository.countByQuality(db, businessId, range, step),
    repository.countEnds(db, businessId, range),
    repository.countOpen(db, businessId, at, new Date(at.getTime() + week)),
    repository.countByMember(db, businessId, range, membersAtMost),
    findSurroundings(db, businessId, at),
  ])
  const { completed } = ends
  return {
    start_date: range.from,
    end_date: range.to,
    step,
    signatures: byColumn(columnsOf(range, step), signatures),
    time_to_complete: {
      completed: sumOf(completed),
      median_seconds: quantile(completed, 0.5),
      p90_seconds: quantile(completed, 0.9),
    },
    requests: {
      open: open.open,
      due_soon: open.dueSoon,
      overdue: ends.expired,
      completed: sumOf(completed),
    },
    by_member: [...byMember],
    members: countPeople(surroundings),
  }
}

/** The last 30 days where nothing else is asked for. */
function rangeOf(requestedRange: DayRange, today: string): Days {
  const to =
    requestedRange.to ??
    (requestedRange.from !== null && requestedRange.from > today ? requestedRange.from : today)
  const from = requestedRange.from ?? lastDays(to).from
  if (lengthOf({ from, to }) > daysAtMost) throw wrongField('start_date', 'too_big', 'At most ten years')
  return { from, to }
}

function byColumn(
  columns: readonly string[],
  counts: readonly repository.QualityCount[],
): Statistics['signatures'] {
  return columns.map((from) => {
    const own = counts.filter((one) => one.from === from)
    return {
      from,
      total: sumOf(own),
      by_quality: Object.fromEntries(own.map(({ quality, amount }) => [quality, amount])),
    }
  })
}
