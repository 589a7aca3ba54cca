import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isUpsideDown } from '#web/lib/language/period.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorState } from '#web/ui/notices/error-state.tsx'
import { RecordTable, type Column } from '#web/ui/lists/record-table.tsx'
import { TimeCell } from '#web/ui/lists/time-cell.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActivityFilters, clearFilters } from './activity-filters.tsx'
import { isNarrowed, type ActivityState } from './activity-state.ts'
import { ListFooter } from './list-footer.tsx'
import type { ChangeState } from './use-activity-state.ts'

interface ActivityRow {
  id: string
  timestamp: string
}

interface Page<Row> {
  items: Row[]
  total_items: number
  total_is_capped: boolean
  total_pages: number
}

interface ActivityListProps<Row extends ActivityRow> {
  state: ActivityState
  onChange: ChangeState
  query: UseQueryResult<Page<Row>>
  label: string
  columns: readonly Column<Row>[]
  /** What is there while nothing has happened yet. */
  none: { title: ReactNode; children: ReactNode }
  /** Beside the filters, such as the export. */
  action?: ReactNode
}

/** What happened, the newest first: filters, the table, its pages, and what is said where there is nothing. */
export function ActivityList<Row extends ActivityRow>(props: ActivityListProps<Row>) {
  const { state, onChange, query, none } = props
  const isAll = !isNarrowed(state)
  const isEmpty = query.data?.total_items === 0
  // What a search found is there until the answer: that it is nothing says nothing of all there are.
  if (isEmpty && isAll && !query.isPlaceholderData)
    return <EmptyState title={none.title}>{none.children}</EmptyState>
  const isNone = isUpsideDown(state.period) || (isEmpty && !isAll && !query.isError)
  return (
    <>
      <ActivityFilters state={state} onChange={onChange} action={props.action} />
      {/* There before it has anything to say: what a search or a filter doesn't find is read out. */}
      <div role="status">{isNone && <NothingFound onClear={() => clearFilters(onChange)} />}</div>
      {isNone ? null : query.isPending || (isEmpty && isAll) ? (
        <ListSkeleton />
      ) : query.isError ? (
        <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loaded {...props} data={query.data} />
      )}
    </>
  )
}

function Loaded<Row extends ActivityRow>({
  state,
  onChange,
  query,
  label,
  columns,
  data,
}: ActivityListProps<Row> & { data: Page<Row> }) {
  const { t } = useLingui()
  const when: Column<Row> = {
    key: 'timestamp',
    header: t`When`,
    sorted: state.sort === 'timestamp' ? 'ascending' : 'descending',
    onSort: () => onChange({ sort: state.sort === 'timestamp' ? '-timestamp' : 'timestamp' }),
    cell: ({ timestamp }) => <TimeCell at={timestamp} />,
  }
  if (data.items.length === 0)
    return (
      <EmptyState
        title={<Trans>This page doesn’t exist</Trans>}
        action={
          <Button type="secondary" onClick={() => onChange({ page: 1 })}>
            <Trans>First page</Trans>
          </Button>
        }
      />
    )
  return (
    <>
      <RecordTable
        label={label}
        columns={[when, ...columns]}
        rows={data.items}
        busy={query.isPlaceholderData}
      />
      <ListFooter
        state={state}
        totalItems={data.total_items}
        totalIsCapped={data.total_is_capped}
        totalPages={data.total_pages}
        onChange={onChange}
      />
    </>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={<Trans>No results for these filters</Trans>}
      action={
        <Button type="secondary" onClick={onClear}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    />
  )
}

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  )
}
