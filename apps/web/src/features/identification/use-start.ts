import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { leaveFor } from './service-return.ts'
import { identificationsQuery } from './queries.ts'
import type { Person, Way, Who } from './holder.ts'

export type Start = (way: Way, person: Person) => Promise<void>

/** Begins an identification and leaves for the page of the service; one that runs already shows how it stands. */
export function useStart(who: Who): Start {
  const queries = useQueryClient()
  const router = useRouter()
  return async (way, person) => {
    const begun = await who.calls.create(way, person)
    await queries.invalidateQueries({ queryKey: identificationsQuery(who).queryKey })
    const isNew = begun.method === way.method && begun.appointmentStatus === 'initialized'
    if (isNew && begun.identUrl !== null) leaveFor(begun.identUrl)
    else router.history.push(who.page('status'))
  }
}
