import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What was asked for: while it comes, where it does not come, and when it is there. */
export function QueryResult<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}) {
  // What was there stays while asking again fails.
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
    </div>
  )
}
