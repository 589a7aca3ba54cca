import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFocusOnPart } from '../layout/use-focus-on-part.ts'
import { ErrorState } from '../notices/error-state.tsx'
import { Skeleton } from '../skeleton.tsx'
import { Pagination } from './pagination.tsx'
import { useExistingPage } from './use-existing-page.ts'

interface RecordPageProps<Row> {
  query: UseQueryResult<{ items: readonly Row[]; total_pages: number }>
  page: number
  onPage: (page: number) => void
  /** Shown instead of a table without rows. */
  empty: ReactNode
  /** `busy`: the rows are those of the previous page, until the next arrive. */
  table: (rows: readonly Row[], busy: boolean) => ReactNode
}

/**
 * One page of a table with its pagination, or its empty, error or loading state. What a search found is there until the answer to the
 * next: that it is nothing says nothing of all there are.
 */
export function RecordPage<Row>({ query, page, onPage, empty, table }: RecordPageProps<Row>) {
  const isBeyond = useExistingPage(query, page, onPage)
  const data = isBeyond ? undefined : query.data
  const isEmpty = !query.isError && data?.items.length === 0 && !query.isPlaceholderData
  // The button that shows everything again goes with the empty state.
  useFocusOnPart(isEmpty || undefined)
  return (
    <>
      {/* There before it has anything to say: what filters leave nothing of is read out. */}
      <div role="status">{isEmpty && empty}</div>
      {query.isError ? (
        <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
      ) : !data || (data.items.length === 0 && !isEmpty) ? (
        <Skeleton className="h-64 rounded-sheet" />
      ) : (
        !isEmpty && (
          <>
            {table(data.items, query.isPlaceholderData)}
            <Pagination page={page} totalPages={data.total_pages} onChange={onPage} />
          </>
        )
      )}
    </>
  )
}
