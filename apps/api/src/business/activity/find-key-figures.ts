import type { Context } from '#api/providers/context.ts'
import { addDays, dayOf } from './read-range.ts'
import * as repository from './statistics-repository.ts'

const week = 7 * 86_400_000

export interface KeyFigures {
  readonly startDate: string
  readonly endDate: string
  readonly signatures: number
  readonly completed: number
  readonly open: number
  readonly dueSoon: number
}

/** What an admin wants to know first: the last 30 days, today among them. Who asks has been let in already. */
export async function findKeyFigures(
  { db, now }: Pick<Context, 'db' | 'now'>,
  businessId: string,
): Promise<KeyFigures> {
  const at = now()
  const range = lastDays(dayOf(at))
  const [signatures, ends, open] = await Promise.all([
    repository.countByQuality(db, businessId, range, 'month'),
    repository.countEnds(db, businessId, range),
    repository.countOpen(db, businessId, at, new Date(at.getTime() + week)),
  ])
  const { from: startDate, to: endDate } = range
  return { startDate, endDate, signatures: sumOf(signatures), completed: sumOf(ends.completed), ...open }
}

export function lastDays(to: string) {
  return { from: addDays(to, -29), to }
}

export const sumOf = (counts: readonly { readonly amount: number }[]): number =>
  counts.reduce((sum, { amount }) => sum + amount, 0)
