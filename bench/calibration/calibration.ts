import { median } from '../row.ts'

/** What a machine takes for the same three things, each in microseconds; measured in the same run as the figures. */
export const calibrationParts = ['hash', 'fsync', 'http'] as const
export type CalibrationPart = (typeof calibrationParts)[number]
export type Calibration = Readonly<Record<CalibrationPart, number>>

/** From one calibration to the next, a machine without other work differs by less. */
export const quietWithin = 0.2

/**
 * How many times longer than on the other machine a figure takes here. Where it depends on several parts, their geometric mean:
 * no row knows the share of each, and so comparing the other way round gives exactly the inverse.
 */
export function slowdown(here: Calibration, there: Calibration, parts: readonly CalibrationPart[]): number {
  const logarithms = parts.map((part) => Math.log(here[part] / there[part]))
  return Math.exp(logarithms.reduce((sum, one) => sum + one, 0) / Math.max(1, parts.length))
}

/** Part by part, the median. */
export function medianCalibration(all: readonly Calibration[]): Calibration {
  const of = (part: CalibrationPart) => median(all.map((one) => one[part]))
  return { hash: of('hash'), fsync: of('fsync'), http: of('http') }
}

/** The parts that differ too much between the slowest calibration and the fastest. */
export function unsteadyParts(all: readonly Calibration[]): CalibrationPart[] {
  return calibrationParts.filter((part) => {
    const values = all.map((one) => one[part])
    return Math.max(...values) > Math.min(...values) * (1 + quietWithin)
  })
}
