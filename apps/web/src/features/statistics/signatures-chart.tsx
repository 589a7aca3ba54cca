import type { Statistics } from '@countersign/contract/activity.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formatNumber } from '#web/lib/language/format.ts'
import { ChartTable } from '#web/ui/lists/chart-table.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { type Column, columnsOf, namedColumns, qualitiesIn } from './columns.ts'
import { SignaturesTable } from './signatures-table.tsx'
import { fullStep, shortStep } from './step-names.ts'
import { useQualityLook } from './use-quality-look.ts'
import { useWidth } from './use-width.ts'

type ChartData = Pick<Statistics, 'signatures' | 'step'>

const height = 200
/** Of the numbers at the left, the names below, and half a number above the topmost line. */
const margin = { left: 44, bottom: 26, top: 10 }
const roomForName = 64

/** Signatures over time, each column made of its weights: a picture for the eye, and the same as a table. */
export function SignaturesChart({ signatures, step }: ChartData) {
  const total = signatures.reduce((sum, one) => sum + one.total, 0)
  if (total === 0)
    return (
      <p className="py-8 text-center text-ink-secondary">
        <Trans>No signatures in this period.</Trans>
      </p>
    )
  return (
    <>
      <div className="flex flex-col gap-x-8 gap-y-3 lg:flex-row">
        <Columns signatures={signatures} step={step} />
        <Labels signatures={signatures} />
      </div>
      <ChartTable>
        {(isShown) => <SignaturesTable signatures={signatures} step={step} isShown={isShown} />}
      </ChartTable>
    </>
  )
}

function Columns({ signatures, step }: ChartData) {
  const { i18n } = useLingui()
  const look = useQualityLook()
  const [element, width] = useWidth()
  const [pointed, setPointed] = useState<number | null>(null)
  const inner = Math.max(width - margin.left, 0)
  const { columns, lines } = columnsOf(signatures, { width: inner, height })
  return (
    <div className="min-w-0 grow">
      <Pointed step={step} signature={pointed === null ? undefined : signatures[pointed]} />
      <div ref={element}>
        <svg
          aria-hidden="true"
          width={width}
          height={margin.top + height + margin.bottom}
          className="block text-xs tabular-nums"
          onPointerLeave={() => setPointed(null)}
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
            {columns.map(({ from, x, start, step: room, width: wide, parts }, index) => (
              <g key={from} onPointerEnter={() => setPointed(index)}>
                <rect
                  x={start}
                  width={room}
                  height={height}
                  className={index === pointed ? 'fill-hover' : 'fill-transparent'}
                />
                {parts.map((part) => (
                  <rect
                    key={part.quality}
                    x={x}
                    y={part.y}
                    width={wide}
                    // The line of the sheet between two weights tells them apart where their colours do not.
                    height={Math.max(part.height - 1, 0.75)}
                    className={look(part.quality).fill}
                  />
                ))}
              </g>
            ))}
            {namedColumns(columns.length, inner, roomForName).map((index) => (
              <text
                key={index}
                x={nameAt(columns[index], inner)}
                y={height + 18}
                textAnchor="middle"
                className="fill-ink-secondary"
              >
                {shortStep(signatures[index]?.from ?? '', step, i18n.locale)}
              </text>
            ))}
          </g>
        </svg>
      </div>
    </div>
  )
}

/** In the middle of its column, and within the picture where that is at its edge. */
function nameAt(column: Column | undefined, inner: number): number {
  const middle = (column?.x ?? 0) + (column?.width ?? 0) / 2
  return Math.max(Math.min(middle, inner - roomForName / 2 + 8), 0)
}

/** The numbers of the column under the pointer; the room for them is always there. */
function Pointed({
  step,
  signature,
}: Pick<ChartData, 'step'> & { signature: ChartData['signatures'][number] | undefined }) {
  const { i18n } = useLingui()
  const look = useQualityLook()
  if (!signature) return <p aria-hidden="true" className="min-h-5 text-sm" />
  const { from, total, by_quality: byQuality } = signature
  const parts = qualitiesIn([signature]).map(
    ({ quality }) => `${look(quality).name} ${formatNumber(byQuality[quality] ?? 0, i18n.locale)}`,
  )
  return (
    <p aria-hidden="true" className="min-h-5 text-sm tabular-nums">
      <span className="font-medium">{fullStep(from, step, i18n.locale)}</span>{' '}
      <span className="text-ink-secondary">
        <Plural value={total} one="# signature" other="# signatures" />
        {parts.length > 0 && ` · ${parts.join(' · ')}`}
      </span>
    </p>
  )
}

/** What the colours are, in the order in which they are on each other. */
function Labels({ signatures }: Pick<ChartData, 'signatures'>) {
  const { i18n } = useLingui()
  const look = useQualityLook()
  const qualities = qualitiesIn(signatures)
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 lg:flex-col-reverse lg:pb-7">
      {qualities.map(({ quality, total }) => {
        const { name, ink } = look(quality)
        return (
          <li key={quality} className={classNames('text-sm font-medium whitespace-nowrap', ink)}>
            <span className="mr-2 inline-block size-2.5 rounded-full bg-current" />
            {name} <span className="tabular-nums">{formatNumber(total, i18n.locale)}</span>
          </li>
        )
      })}
    </ul>
  )
}
