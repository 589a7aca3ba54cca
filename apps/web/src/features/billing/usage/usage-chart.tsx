import type { CountedQuality } from '@countersign/contract/billing-shapes.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '#web/lib/language/format.ts'
import { localeOf } from '#web/lib/language/language.ts'
import { ChartTable } from '#web/ui/lists/chart-table.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { stacked, totalOf, usageColumns, type Month } from './usage-columns.ts'
import { useQualityName } from '../plans/use-plan-words.tsx'

const height = 160
const margin = { left: 40, bottom: 24, top: 10 }
const fills: Record<CountedQuality, string> = {
  qes: 'fill-chart-qes',
  aes: 'fill-chart-aes',
  ses: 'fill-chart-ses',
  seal: 'fill-chart-seal-qes',
}
const inks: Record<CountedQuality, string> = {
  qes: 'text-chart-qes',
  aes: 'text-chart-aes',
  ses: 'text-chart-ses',
  seal: 'text-chart-seal-qes',
}

/** Signatures by month and level: a picture, and the same as a table. */
export function UsageChart({ months }: { months: readonly Month[] }) {
  const nameOf = useQualityName()
  if (months.every((month) => totalOf(month) === 0))
    return (
      <p className="py-6 text-center text-ink-secondary">
        <Trans>No signatures yet.</Trans>
      </p>
    )
  return (
    <>
      <Columns months={months} />
      <ul aria-hidden="true" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm font-medium">
        {stacked.map((quality) => (
          <li key={quality} className={inks[quality]}>
            <span className="mr-2 inline-block size-2.5 rounded-full bg-current" />
            {nameOf(quality)}
          </li>
        ))}
      </ul>
      <ChartTable>{(isShown) => <UsageTable months={months} isShown={isShown} />}</ChartTable>
    </>
  )
}

function monthName(month: string, language: string, length: 'short' | 'long'): string {
  const short = { month: length, timeZone: 'UTC' } as const
  const options = length === 'long' ? ({ ...short, year: 'numeric' } as const) : short
  return new Intl.DateTimeFormat(localeOf(language), options).format(new Date(`${month}-01T00:00:00Z`))
}

function Columns({ months }: { months: readonly Month[] }) {
  const { i18n } = useLingui()
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  const inner = Math.max(width - margin.left, 0)
  const { columns, lines } = usageColumns(months, { width: inner, height })
  return (
    <div ref={element}>
      <svg
        aria-hidden="true"
        width={width}
        height={margin.top + height + margin.bottom}
        className="block text-xs tabular-nums"
      >
        <g transform={`translate(${margin.left} ${margin.top})`}>
          {lines.map(({ value, y }) => (
            <g key={value} transform={`translate(0 ${y})`}>
              <line x2={inner} className={value === 0 ? 'stroke-line-field' : 'stroke-line'} />
              <text x={-8} dy="0.32em" textAnchor="end" className="fill-ink-secondary">
                {formatNumber(value, i18n.locale)}
              </text>
            </g>
          ))}
          {columns.map(({ month, x, width: wide, parts }, index) => (
            <g key={month}>
              {parts.map((part) => (
                <rect
                  key={part.quality}
                  x={x}
                  y={part.y}
                  width={wide}
                  height={Math.max(part.height - 1, 0.75)}
                  className={fills[part.quality]}
                />
              ))}
              {(inner > 480 || index % 3 === 2) && (
                <text x={x + wide / 2} y={height + 18} textAnchor="middle" className="fill-ink-secondary">
                  {monthName(month, i18n.locale, 'short')}
                </text>
              )}
            </g>
          ))}
        </g>
      </svg>
    </div>
  )
}

const cell = 'px-3 py-1.5 text-right tabular-nums'

function UsageTable({ months, isShown }: { months: readonly Month[]; isShown: boolean }) {
  const { t, i18n } = useLingui()
  const nameOf = useQualityName()
  return (
    <div
      role="region"
      aria-label={t`Signatures by month, as a table`}
      tabIndex={isShown ? 0 : undefined}
      className={classNames('max-w-full rounded border border-line', isShown && 'overflow-x-auto')}
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="text-ink-secondary">
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              <Trans>Month</Trans>
            </th>
            {stacked.map((quality) => (
              <th key={quality} scope="col" className={`${cell} font-medium`}>
                {nameOf(quality)}
              </th>
            ))}
            <th scope="col" className={`${cell} font-medium`}>
              <Trans>Total</Trans>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal whitespace-nowrap">
                {monthName(month.month, i18n.locale, 'long')}
              </th>
              {stacked.map((quality) => (
                <td key={quality} className={cell}>
                  {formatNumber(month[quality], i18n.locale)}
                </td>
              ))}
              <td className={`${cell} font-medium`}>{formatNumber(totalOf(month), i18n.locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
