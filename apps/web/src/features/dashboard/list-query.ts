import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import { call } from '#web/lib/api.ts'
import { lookAgainAfter } from '#web/lib/live.ts'
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

/** How many there are of one status: for the number beside a tab. */
export function countQuery(status: 'TO_SIGN' | 'DRAFT') {
  return queryOptions({
    queryKey: ['signature-requests', 'count', status],
    queryFn: async ({ signal }) => {
      const answer = await call(
        listSignatureRequests,
        { query: { status, size: '25' } },
        { signal, background: true },
      )
      return answer.total_items
    },
    refetchInterval: lookAgainAfter,
    refetchOnWindowFocus: 'always',
  })
}
