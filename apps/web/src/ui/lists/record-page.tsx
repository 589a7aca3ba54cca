import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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

/** One page of a table with its pagination, or its empty, error or loading state. */
export function RecordPage<Row>({ query, page, onPage, empty, table }: RecordPageProps<Row>) {
  const isBeyond = useExistingPage(query, page, onPage)
  if (query.isError) return <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
  if (!query.data || isBeyond) return <Skeleton className="h-64 rounded-sheet" />
  const { items, total_pages: totalPages } = query.data
  if (items.length === 0) return empty
  return (
    <>
      {table(items, query.isPlaceholderData)}
      <Pagination page={page} totalPages={totalPages} onChange={onPage} />
    </>
  )
}
