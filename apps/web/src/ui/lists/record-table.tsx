import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Which way it is sorted now; null: it can be, and is not. Left out: it cannot be. */
  sorted?: 'ascending' | 'descending' | null
  onSort?: () => void
  /** On a phone it stands without its heading: what it says needs none. */
  plain?: boolean
  className?: string
}

interface RecordTableProps<Row extends { id: string }> {
  /** What it holds, for who cannot see it. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Older rows that stay while newer ones are on their way. */
  busy?: boolean
}

/**
 * A table; on a phone each row stands as a card, its cells below each other with their headings. The roles are said,
 * because a browser forgets them once a table is laid out in another way.
 */
export function RecordTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  busy,
}: RecordTableProps<Row>) {
  return (
    <table
      role="table"
      aria-label={label}
      aria-busy={busy || undefined}
      className={classNames(
        'block w-full rounded-sheet border border-line bg-sheet md:table md:border-separate md:border-spacing-0',
        busy && 'opacity-60',
      )}
    >
      <thead role="rowgroup" className="max-md:hidden">
        <tr role="row">
          {columns.map((column) => (
            <Heading key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-line md:table-row-group">
        {rows.map((row) => (
          <tr key={row.id} role="row" className="block px-3 py-3 md:table-row">
            {columns.map(({ key, header, cell, plain, className }) => (
              <td
                key={key}
                role="cell"
                className={classNames(
                  'block py-0.5 align-top wrap-anywhere md:table-cell md:border-t md:border-line md:px-4 md:py-3',
                  !plain && 'max-md:flex max-md:flex-wrap max-md:gap-x-3',
                  className,
                )}
              >
                {!plain && (
                  <span className="w-28 max-w-full text-sm text-ink-secondary md:hidden">{header}</span>
                )}
                <div
                  className={classNames(
                    !plain && 'max-md:min-w-[min(100%,9rem)] max-md:grow max-md:basis-0',
                    'min-w-0',
                  )}
                >
                  {cell(row)}
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Heading<Row>({ column: { header, sorted, onSort } }: { column: Column<Row> }) {
  const { t } = useLingui()
  const className = 'px-4 py-2 text-left text-sm font-medium text-ink-secondary'
  if (!onSort)
    return (
      <th role="columnheader" scope="col" className={className}>
        {header}
      </th>
    )
  return (
    <th role="columnheader" scope="col" aria-sort={sorted ?? 'none'} className={className}>
      <button
        type="button"
        title={t`Sort by this column`}
        className="-mx-2 inline-flex min-h-8 cursor-pointer items-center gap-1 rounded px-2 font-medium hover:bg-hover hover:text-ink"
        onClick={onSort}
      >
        {header}
        {sorted && (
          <span className={classNames('inline-flex', sorted === 'ascending' && 'rotate-180')}>
            <Icon name="chevronDown" size={16} />
          </span>
        )}
      </button>
    </th>
  )
}
