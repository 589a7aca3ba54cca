import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import { call } from '#web/lib/calls/api.ts'
import { lookAgainAfter } from '#web/lib/calls/live.ts'
import { listParameters, type ListWish } from './list-parameters.ts'

/** The list, kept fresh while one looks at it. Its failures are shown in its place. */
export function listQuery(wish: ListWish) {
  const query = listParameters(wish)
  return queryOptions({
    queryKey: ['signature-requests', 'list', query],
    queryFn: ({ signal }) => call(listSignatureRequests, { query }, { signal, background: true }),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainAfter,
    refetchOnWindowFocus: 'always',
  })
}

/** How many there are in each state: for the tabs and the filters. The smallest list carries them too. */
export const countsQuery = queryOptions({
  queryKey: ['signature-requests', 'counts'],
  queryFn: async ({ signal }) => {
    const query = { status: 'ERROR', size: '25' } as const
    const { counts } = await call(listSignatureRequests, { query }, { signal, background: true })
    return counts
  },
  refetchInterval: lookAgainAfter,
  refetchOnWindowFocus: 'always',
})
