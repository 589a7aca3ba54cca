import { type Calibration, slowdown } from '../calibration/calibration.ts'
import type { StoredFigure, StoredRow } from './stored-run.ts'

/** A figure that is worse by more than this is a regression. */
export const tolerance = 0.15

export interface Comparison {
  readonly figure: StoredFigure
  readonly stored: StoredFigure
  /** How many times slower than the machine of the stored run this one is. */
  readonly slowdown: number
  /** What would have been measured on the machine of the stored run. */
  readonly normalised: number
  /** By what share it is worse than stored; negative where it is better. */
  readonly worseBy: number
}

export interface RowComparison {
  readonly row: string
  readonly compared: readonly Comparison[]
  /** Measured now, but not in the stored run: new. */
  readonly notStored: readonly string[]
  /** In the stored run, but no longer measured. */
  readonly notMeasured: readonly string[]
}

export function compareRow(
  row: string,
  figures: readonly StoredFigure[],
  calibration: Calibration,
  stored: StoredRow | undefined,
): RowComparison {
  const before = new Map(stored?.figures.map((one) => [one.what, one]))
  const now = new Set(figures.map(({ what }) => what))
  return {
    row,
    compared: figures.flatMap((figure) => {
      const was = before.get(figure.what)
      return was && stored ? [compareFigure(figure, calibration, was, stored.calibration)] : []
    }),
    notStored: [...now].filter((what) => !before.has(what)),
    notMeasured: [...before.keys()].filter((what) => !now.has(what)),
  }
}

/** A rate falls on a slower machine, anything else rises. */
export function compareFigure(
  figure: StoredFigure,
  here: Calibration,
  stored: StoredFigure,
  there: Calibration,
): Comparison {
  const factor = slowdown(here, there, figure.dependsOn)
  const isRate = figure.unit === '/s'
  const normalised = isRate ? figure.measured * factor : figure.measured / factor
  const difference = figure.better === 'higher' ? stored.measured - normalised : normalised - stored.measured
  return { figure, stored, slowdown: factor, normalised, worseBy: share(difference, stored) }
}

/** Of the stored value; of the limit where that is nothing or less, such as the difference of two times. */
function share(difference: number, { measured, limit }: StoredFigure): number {
  const base = measured > 0 ? measured : Math.max(0, limit)
  if (base > 0) return difference / base
  return difference === 0 ? 0 : difference * Number.POSITIVE_INFINITY
}

export function isWorse({ worseBy }: Comparison): boolean {
  // Not a number is no figure that was kept.
  return !(worseBy <= tolerance)
}

/** A row that got better by more than a repetition differs, and in none of its figures worse. */
export function isImproved({ compared, notStored, notMeasured }: RowComparison): boolean {
  if (notStored.length > 0 || notMeasured.length > 0) return false
  return compared.some(({ worseBy }) => worseBy < -noise) && compared.every(({ worseBy }) => worseBy <= noise)
}

const noise = 0.05
