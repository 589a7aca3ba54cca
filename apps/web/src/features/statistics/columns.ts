import type { Statistics } from '@countersign/contract/activity.ts'
import { scaleBand, scaleLinear } from 'd3-scale'
import { stack, stackOrderNone } from 'd3-shape'

type Step = Statistics['signatures'][number]

/** The weights in the order in which they are on each other, the heaviest at the bottom. */
const byWeight = ['QES', 'AES', 'SES', 'PART11', 'SEAL_QES', 'SEAL_AES', 'DEMO']

/** The qualities that there are in these steps, each with how many; one that is new here comes last. */
export function qualitiesIn(steps: readonly Step[]): { quality: string; total: number }[] {
  const totals = new Map<string, number>()
  for (const { by_quality } of steps)
    for (const [quality, count] of Object.entries(by_quality))
      totals.set(quality, (totals.get(quality) ?? 0) + count)
  const place = (quality: string) => (byWeight.indexOf(quality) + byWeight.length + 1) % (byWeight.length + 1)
  return [...totals]
    .filter(([, total]) => total > 0)
    .map(([quality, total]) => ({ quality, total }))
    .toSorted((a, b) => place(a.quality) - place(b.quality) || a.quality.localeCompare(b.quality))
}

export interface Column {
  from: string
  x: number
  /** Of the column with the room around it: where a pointer means it. */
  start: number
  step: number
  width: number
  parts: { quality: string; y: number; height: number }[]
}

interface Size {
  width: number
  height: number
}

/** Where each column and each of its parts stands, and the lines behind them. Pure geometry: from 0 0 at the top left. */
export function columnsOf(steps: readonly Step[], { width, height }: Size) {
  const qualities = qualitiesIn(steps).map(({ quality }) => quality)
  const most = Math.max(1, ...steps.map(({ total }) => total))
  const x = scaleBand(
    steps.map(({ from }) => from),
    [0, width],
  )
    .paddingInner(0.25)
    .paddingOuter(0.125)
  const y = scaleLinear([0, most], [height, 0]).nice(4)
  const stacked = stack<Step, string>()
    .keys(qualities)
    .value((step, quality) => step.by_quality[quality] ?? 0)
    .order(stackOrderNone)(steps)
  const columns = steps.map(({ from }, index): Column => ({
    from,
    x: x(from) ?? 0,
    start: (x(from) ?? 0) - (x.step() - x.bandwidth()) / 2,
    step: x.step(),
    width: x.bandwidth(),
    parts: stacked.flatMap((series) => {
      const [low, high] = series[index] ?? [0, 0]
      return high > low ? [{ quality: series.key, y: y(high), height: y(low) - y(high) }] : []
    }),
  }))
  // Of something that is counted there are no halves.
  const lines = y
    .ticks(4)
    .filter(Number.isInteger)
    .map((value) => ({ value, y: y(value) }))
  return { columns, lines }
}

/** Which of the columns are named below, so that no two names meet: each so-manieth, and the first always. */
export function namedColumns(count: number, width: number, roomForName: number): readonly number[] {
  const every = Math.max(1, Math.ceil((count * roomForName) / Math.max(width, 1)))
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
}
