import { queryOptions } from '@tanstack/react-query'
import type { Identification } from '@countersign/contract/identifications.ts'
import type { Holder } from './holder.ts'

/** A provider's answer comes by its message or when it is asked: the page looks often while one waits for it. */
const lookAgain = 3000

export function identificationsQuery({ key, calls }: Pick<Holder, 'key' | 'calls'>) {
  return queryOptions({
    queryKey: ['identifications', key],
    queryFn: ({ signal }) => calls.list(signal),
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? lookAgain : false),
    refetchOnWindowFocus: true,
  })
}

/** The same where one waits for the outcome: the service is asked as well, as its message may be lost. */
export function statusQuery(holder: Pick<Holder, 'key' | 'calls'>) {
  return queryOptions({
    ...identificationsQuery(holder),
    queryFn: async ({ signal }) => {
      const known = await holder.calls.list(signal)
      const waiting = known.find(isWaiting)
      const news = waiting && (await holder.calls.look(waiting))
      return known.map((one) => (one.id === news?.id ? news : one))
    },
  })
}

export function coverageQuery({ key, calls }: Pick<Holder, 'key' | 'calls'>) {
  return queryOptions({
    queryKey: ['identification-coverage', key],
    queryFn: ({ signal }) => calls.coverage(signal),
  })
}

/** Is it the provider's turn? */
export function isWaiting({ appointmentStatus }: Identification): boolean {
  return appointmentStatus === 'initialized' || appointmentStatus === 'inprogress'
}

/** The one that runs; else the newest. The list has the newest first. */
export function currentOf(identifications: readonly Identification[]): Identification | null {
  return identifications.find(({ isOngoing }) => isOngoing) ?? identifications[0] ?? null
}

/** The one that counts under a legislation until it runs out. */
export function validUnder(
  identifications: readonly Identification[],
  legislation: Identification['legislation'],
  now = Date.now(),
): Identification | null {
  return (
    identifications.find(
      (one) => one.legislation === legislation && one.appointmentStatus === 'success' && !isOver(one, now),
    ) ?? null
  )
}

function isOver({ validUntil }: Identification, now: number): boolean {
  return validUntil !== null && Date.parse(validUntil) <= now
}
