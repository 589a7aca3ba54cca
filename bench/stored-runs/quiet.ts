import { type Calibration, type CalibrationPart, unsteadyParts } from '../calibration/calibration.ts'
import type { Measurement, StoredFigure } from './stored-run.ts'

/** The parts of the calibration that a figure depends on and that changed while the row was measured. */
export function findUnquietParts(
  measurements: readonly Measurement[],
  figures: readonly StoredFigure[],
): CalibrationPart[] {
  const used = new Set(figures.flatMap(({ dependsOn }) => dependsOn))
  return unsteadyParts(calibrationsOf(measurements)).filter((part) => used.has(part))
}

export function calibrationsOf(measurements: readonly Measurement[]): Calibration[] {
  return measurements.flatMap(({ calibrations }) => calibrations)
}

export function describeUnquiet(row: string, parts: readonly CalibrationPart[]): string {
  return `${row}: the machine was not quiet (${parts.join(', ')} changed by more than 20 % meanwhile)`
}
