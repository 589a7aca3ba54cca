import { scaleLinear } from 'd3-scale'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export interface BarColumn<Row> {
  header: string
  value: (row: Row) => number
  /** The number as it is read. */
  text: (row: Row) => string
  fill: (row: Row) => string
}

interface BarTableProps<Row extends { id: string }> {
  label: string
  /** Of the first column. */
  header: string
  name: (row: Row) => ReactNode
  rows: readonly Row[]
  columns: readonly BarColumn<Row>[]
  /** The headings are said and not shown: the rows say enough. */
  plain?: boolean
}

/** Bars that are a table: each is beside its own number, and all by one measure. */
export function BarTable<Row extends { id: string }>(props: BarTableProps<Row>) {
  const { label, header, name, rows, columns, plain } = props
  const most = Math.max(1, ...rows.flatMap((row) => columns.map(({ value }) => value(row))))
  const length = scaleLinear([0, most], [0, 100])
  return (
    <table aria-label={label} className="w-full table-fixed text-sm">
      <thead className={classNames(plain && 'sr-only')}>
        <tr className="text-ink-secondary">
          <th scope="col" className="w-2/5 py-1.5 pr-3 text-left font-medium wrap-anywhere">
            {header}
          </th>
          {columns.map((column) => (
            <th
              key={column.header}
              scope="col"
              className="py-1.5 pr-3 text-left font-medium wrap-anywhere last:pr-0"
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className="w-2/5 py-1.5 pr-3 text-left font-normal wrap-anywhere">
              <bdi>{name(row)}</bdi>
            </th>
            {columns.map(({ header: of, value, text, fill }) => (
              <td key={of} className="py-1.5 pr-3 last:pr-0">
                <Bar length={length(value(row))} fill={fill(row)} text={text(row)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The bar takes what the longest number leaves: a duration has a word. A little of something is not nothing. */
function Bar({ length, fill, text }: { length: number; fill: string; text: string }) {
  const shown = length > 0 ? Math.max(length, 1.5) : 0
  return (
    <div className="flex items-center">
      <svg
        aria-hidden="true"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        className="h-3 w-2/5 shrink-0 bg-hover sm:w-3/5"
      >
        <rect width={shown} height={10} className={fill} />
      </svg>
      <span className="pl-2 whitespace-nowrap tabular-nums">{text}</span>
    </div>
  )
}
