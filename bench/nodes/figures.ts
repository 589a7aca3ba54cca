import type { Figure } from '../row.ts'
import type { Books } from './books.ts'
import type { Failure, Load } from './load.ts'
import type { Disturbance } from './trials.ts'

const resumedWithin = 3

export interface Outcome {
  readonly what: string
  readonly rates: string
  readonly load: Load
  readonly disturbances: readonly Disturbance[]
  readonly books: Books
}

/** What was lost or duplicated, what failed for no reason, and how soon everything went on. */
export function describeOutcome({ what, rates, load, disturbances, books }: Outcome): Figure[] {
  const times = disturbances.length === 0 ? what : `${what} ${disturbances.length} times`
  const isInFlight = ({ began, ended }: Failure) =>
    disturbances.some((one) => began <= one.ended && ended >= one.began)
  const others = load.failures.filter((failure) => !isInFlight(failure))
  const inFlight = load.failures.length - others.length
  // Everything that was under way when something went down, until it was done.
  const resumed = disturbances.map(({ began, ended: up }) =>
    Math.max(
      0,
      ...load.flows
        .filter((flow) => flow.began < began && (flow.ended ?? Infinity) > began)
        .map(({ ended }) => ((ended ?? Infinity) - up) / 1000),
    ),
  )
  const zero = { unit: '', limit: 0 }
  return [
    {
      what: `${times}: lost`,
      measured: books.lost.length,
      ...zero,
      detail: some(books.lost) || books.detail,
    },
    {
      what: `${times}: duplicated`,
      measured: books.duplicated.length,
      ...zero,
      detail: some(books.duplicated) || rates,
    },
    {
      what: `${times}: failed without having been in flight`,
      measured: others.length,
      ...zero,
      detail: some(tally(others)) || `${inFlight} in flight failed and were repeated`,
    },
    ...(resumed.length === 0
      ? []
      : [
          {
            what: `${times}: what was under way is done after, longest`,
            measured: Math.max(...resumed),
            unit: 's',
            limit: resumedWithin,
            detail: `median ${resumed.toSorted((a, b) => a - b)[Math.floor(resumed.length / 2)]?.toFixed(1)} s`,
          },
        ]),
  ]
}

const some = (texts: readonly string[]): string => texts.slice(0, 5).join('; ')

function tally(failures: readonly Failure[]): string[] {
  const counts = new Map<string, number>()
  for (const { call, reason } of failures)
    counts.set(`${call}: ${reason}`, (counts.get(`${call}: ${reason}`) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([text, count]) => `${count} × ${text}`)
}
