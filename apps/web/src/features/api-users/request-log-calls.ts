import { listApiRequests } from '@countersign/contract/api-users.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { loadBusiness } from '#web/lib/business/current-business.ts'

/** How the log of requests is looked at. */
export interface RequestLogState {
  username: string
  failed: boolean
  search: string
  page: number
}

export function requestLogQuery({ username, failed, search, page }: RequestLogState) {
  const query = { page: String(page), ...(failed && { failed: 'true' as const }), ...(search && { search }) }
  return queryOptions({
    queryKey: ['api-requests', username, query],
    queryFn: async ({ signal }) => {
      const id = (await loadBusiness())?.business.id ?? ''
      return call(listApiRequests, { params: { id, username }, query }, { background: true, signal })
    },
    enabled: username !== '',
    placeholderData: keepPreviousData,
  })
}
