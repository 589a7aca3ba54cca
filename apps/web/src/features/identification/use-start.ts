import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { leaveFor } from './service-return.ts'
import { identificationsQuery } from './queries.ts'
import type { Person, IdentificationOption, Holder } from './holder.ts'

export type Start = (option: IdentificationOption, person: Person) => Promise<void>

/** Begins an identification and leaves for the page of the service; one that runs already shows how it stands. */
export function useStart(holder: Holder): Start {
  const queries = useQueryClient()
  const router = useRouter()
  return async (option, person) => {
    const begun = await holder.calls.create(option, person)
    await queries.invalidateQueries({ queryKey: identificationsQuery(holder).queryKey })
    const isNew = begun.method === option.method && begun.appointmentStatus === 'initialized'
    if (isNew && begun.identUrl !== null) leaveFor(begun.identUrl)
    else router.history.push(holder.page('status'))
  }
}
