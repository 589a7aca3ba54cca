import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Identification } from '@countersign/contract/identifications.ts'
import { listOf } from './method-words.ts'
import { identificationsQuery } from './queries.ts'
import type { Who } from './holder.ts'

/** Gives one up and shows the ways there are. */
export function useRemove(who: Who): (identification: Identification) => Promise<void> {
  const queries = useQueryClient()
  const router = useRouter()
  return async (identification) => {
    await who.calls.remove(identification, who.email)
    await queries.invalidateQueries({ queryKey: identificationsQuery(who).queryKey })
    router.history.push(who.page(listOf(identification.legislation)))
  }
}
