import type { Product } from '../apps/api/src/testing/product.ts'
import type { CalibrationPart } from './calibration/calibration.ts'

/** One figure with what it is held against. */
export interface Figure {
  readonly what: string
  readonly measured: number
  readonly unit: string
  /** At most, or at least where `atLeast` is set. */
  readonly limit: number
  readonly atLeast?: boolean
  /** What of the machine it depends on; see `partsOf`. */
  readonly dependsOn?: readonly CalibrationPart[]
  /** The strongest open peer on the same kind of machine, or a program measured in this very run. */
  readonly peer?: string
  readonly detail?: string
}

export interface Row {
  /** What one types behind `npm run bench --` to have it alone. */
  readonly name: string
  /** Not among all rows: it takes too long for that. */
  readonly onlyByName?: boolean
  /** What of the machine its times and rates depend on; its processor, where nothing else is given. */
  readonly dependsOn?: readonly CalibrationPart[]
  run(product: () => Promise<Product>): Promise<Figure[]>
}

/** Units of what takes time. Sizes, counts and ratios are the same on every machine. */
const unitsOfTime = new Set(['ms', 's', '/s'])

/** The parts of the calibration by which a figure of this row changes from machine to machine. */
export function partsOf(row: Pick<Row, 'dependsOn'>, figure: Figure): readonly CalibrationPart[] {
  if (figure.dependsOn) return figure.dependsOn
  return unitsOfTime.has(figure.unit) ? (row.dependsOn ?? ['hash']) : []
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export async function timed<Result>(
  work: () => Promise<Result>,
): Promise<[milliseconds: number, result: Result]> {
  const began = performance.now()
  const result = await work()
  return [performance.now() - began, result]
}
