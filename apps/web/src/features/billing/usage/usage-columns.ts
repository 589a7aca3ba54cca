import type { CountedQuality, MonthOfUsage } from '@countersign/contract/billing-shapes.ts'
import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import type * as z from 'zod/mini'

export type Month = z.infer<typeof MonthOfUsage>

/** The highest level at the bottom. */
export const stacked = ['qes', 'aes', 'ses', 'seal'] as const satisfies readonly CountedQuality[]

/** Where each column and each of its parts is, and the lines behind them; from 0 0 at the top left. */
export function usageColumns(months: readonly Month[], { width, height }: { width: number; height: number }) {
  const most = Math.max(1, ...months.map(totalOf))
  const y = scaleLinear([0, most], [height, 0]).nice(4)
  const x = scaleBand(
    months.map(({ month }) => month),
    [0, width],
  )
    .paddingInner(0.25)
    .paddingOuter(0.125)
  const series = stack<Month, CountedQuality>()
    .keys(stacked)
    .value((month, key) => month[key])(months)
  const columns = months.map(({ month }, index) => ({
    month,
    x: x(month) ?? 0,
    width: x.bandwidth(),
    parts: series.flatMap(({ key, [index]: part }) => {
      const [low, high] = part ?? [0, 0]
      return high > low ? [{ quality: key, y: y(high), height: y(low) - y(high) }] : []
    }),
  }))
  const lines = y
    .ticks(4)
    .filter(Number.isInteger)
    .map((value) => ({ value, y: y(value) }))
  return { columns, lines }
}

export function totalOf({ ses, aes, qes, seal }: Month): number {
  return ses + aes + qes + seal
}
